// Makes one C++ source of the built page, so that the program carries it: node embed.mjs DIST OUTPUT.cpp
// It names the files, which the assembler reads (src/base/embedded.h). Those that shrink are there a second time,
// compressed, as browsers want them.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative, resolve, sep } from 'node:path';
import { gzipSync } from 'node:zlib';

const [dist, output] = process.argv.slice(2);
if (!dist || !output) {
  console.error('usage: node embed.mjs DIST OUTPUT.cpp');
  process.exit(2);
}

/** Compressed files are kept up to this share of their size. */
const worthwhile = 0.9;

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

const packed = join(dirname(output), 'gzipped');
rmSync(packed, { recursive: true, force: true });
mkdirSync(packed, { recursive: true });

const symbols = [];
const rows = [];

/** The C++ expression for the bytes of a file, which become part of the program. */
function embedded(symbol, file) {
  symbols.push(`ZUGWERK_EMBED(${symbol}, ${JSON.stringify(resolve(file))});`);
  return `ZUGWERK_EMBEDDED(${symbol})`;
}

filesOf(dist).forEach((file, number) => {
  const type = contentTypes[extname(file)];
  if (!type) throw new Error(`${file}: no content type is known for this kind of file`);
  const bytes = readFileSync(file);
  const tag = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const plain = embedded(`zugwerk_page_file_${number}`, file);
  const gzipped = gzipSync(bytes, { level: 9 });
  let gzip = '{}';
  if (gzipped.length < bytes.length * worthwhile) {
    const packedFile = join(packed, `${number}.gz`);
    writeFileSync(packedFile, gzipped);
    gzip = embedded(`zugwerk_page_gzip_${number}`, packedFile);
  }
  const path = `/${relative(dist, file).split(sep).join('/')}`;
  rows.push(`      {"${path}", "${type}", ${plain}, ${gzip}, "${tag}"},`);
});

const source = `// Made from web/ by web/embed.mjs; changes here are lost.

#include <array>

#include "base/embedded.h"
#include "web/page_files.h"

${symbols.join('\n')}

namespace zugwerk::web {

std::span<const PageFile> page_files() {
  static const std::array<PageFile, ${rows.length}> kFiles{{
${rows.join('\n')}
  }};
  return kFiles;
}

}  // namespace zugwerk::web
`;
writeFileSync(output, source);
