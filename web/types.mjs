// Makes src/api/types.ts from docs/openapi.yaml: node types.mjs
// Or says whether it is what the description asks for: node types.mjs --check

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import openapiTS, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const description = parse(readFileSync(file('../docs/openapi.yaml'), 'utf8'));
const output = file('src/api/types.ts');

// Requests are few and written where they are sent; only what answers hold is of use as types.
const answers = { ...description, paths: {}, components: { schemas: description.components.schemas } };
const tree = await openapiTS(answers, { arrayLength: true, rootTypes: true, rootTypesNoSchemaPrefix: true });
const types = `// What the server says. Made from docs/openapi.yaml by web/types.mjs; changes here are lost.\n\n${astToString(tree)}`;

if (!process.argv.includes('--check')) {
  writeFileSync(output, types);
} else if (readFileSync(output, 'utf8') !== types) {
  console.error('web/src/api/types.ts is not what docs/openapi.yaml describes; run node web/types.mjs');
  process.exit(1);
}
