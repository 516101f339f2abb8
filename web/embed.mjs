// Makes one C++ source of the built page, so that the program carries it: node embed.mjs DIST OUTPUT.cpp
// The files become string literals in octal and plain characters, which compilers read fastest. Those that shrink are
// there a second time, compressed, as browsers want them.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';

const [dist, output] = process.argv.slice(2);
if (!dist || !output) {
  console.error('usage: node embed.mjs DIST OUTPUT.cpp');
  process.exit(2);
}

const contentTypes = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(join(folder, entry.name)) : [join(folder, entry.name)]));
}

const bytesPerLine = 4096;

function literal(bytes) {
  const lines = [];
  for (let start = 0; start < bytes.length; start += bytesPerLine) {
    let text = '';
    for (const byte of bytes.subarray(start, start + bytesPerLine)) {
      const character = String.fromCharCode(byte);
      const plain = byte >= 32 && byte < 127 && !'"\\?'.includes(character);
      text += plain ? character : `\\${byte.toString(8).padStart(3, '0')}`;
    }
    lines.push(`"${text}"`);
  }
  return lines.length > 0 ? lines.join('\n') : '""';
}

let source = `// Made from web/ by web/embed.mjs; changes here are lost.

#include <array>

#include "web/page_files.h"

namespace zugwerk::web {

namespace {

`;
const rows = [];
filesOf(dist).forEach((file, number) => {
  const type = contentTypes[extname(file)];
  if (!type) throw new Error(`${file}: no content type is known for this kind of file`);
  const bytes = readFileSync(file);
  const gzipped = gzipSync(bytes, { level: 9 });
  const shrinks = gzipped.length < bytes.length * 0.9;
  const tag = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  source += `constexpr char kFile${number}[] =\n${literal(bytes)};\n\n`;
  if (shrinks) source += `constexpr char kGzip${number}[] =\n${literal(gzipped)};\n\n`;
  const path = `/${relative(dist, file).split(sep).join('/')}`;
  const gzip = shrinks ? `std::string_view(kGzip${number}, ${gzipped.length})` : '{}';
  rows.push(`    {"${path}", "${type}", std::string_view(kFile${number}, ${bytes.length}), ${gzip}, "${tag}"},`);
});
source += `constexpr std::array<PageFile, ${rows.length}> kFiles{{\n${rows.join('\n')}\n}};

}  // namespace

std::span<const PageFile> page_files() { return kFiles; }

}  // namespace zugwerk::web
`;
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, source);
