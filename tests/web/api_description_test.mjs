// Real answers of the server against docs/openapi.yaml: node api_description_test.mjs ZUGWERK
// Kind: real binary. Needs the packages of web/ (npm ci). Every described answer is requested, and has exactly the
// described fields.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const Ajv = require('ajv/dist/2020.js').default;
const { parse } = require('yaml');

const [binary] = process.argv.slice(2);
if (!binary) {
  console.error('usage: node api_description_test.mjs ZUGWERK');
  process.exit(2);
}

const description = parse(readFileSync(new URL('../../docs/openapi.yaml', import.meta.url), 'utf8'));

/** Closes the objects of a schema: a property that is not described is a mistake, unless `x-more` expects such. */
function close(schema, isPartOfAnother = false) {
  if (Array.isArray(schema)) return schema.map((item) => close(item));
  if (schema === null || typeof schema !== 'object') return schema;
  const closed = {};
  for (const [key, value] of Object.entries(schema))
    closed[key] = key === 'allOf' ? value.map((part) => close(part, true)) : close(value);
  const isObject = typeof schema.properties === 'object' && [schema.type].flat().includes('object');
  if ((isObject || schema.allOf) && !schema['x-more'] && !isPartOfAnother) closed.unevaluatedProperties = false;
  return closed;
}

/** Schemas that others extend cannot be closed themselves. */
const extended = new Set();
function findExtended(node) {
  if (node === null || typeof node !== 'object') return;
  for (const part of node.allOf ?? []) if (part.$ref) extended.add(part.$ref.split('/').at(-1));
  Object.values(node).forEach(findExtended);
}
findExtended(description);

function resolve(node) {
  return node.$ref
    ? node.$ref
        .slice(2)
        .split('/')
        .reduce((at, key) => at[key], description)
    : node;
}

const schemas = Object.entries(description.components.schemas).map(([name, schema]) => [
  name,
  close(schema, extended.has(name)),
]);
const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addSchema({ $id: 'api', components: { schemas: Object.fromEntries(schemas) } });

/** A copy whose references lead into the closed schemas. */
const located = (schema) => JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components'));

/** What is wrong with an answer, by the schema of the description. */
function faults(schema, answer) {
  const check = ajv.compile(located(close(schema)));
  return check(answer) ? [] : check.errors.map((error) => `${error.instancePath} ${error.message}`);
}

const asked = new Set();

/** The described answer of an operation: its schema, or nothing if it has no body. */
function described(method, path, status) {
  const response = description.paths[path]?.[method]?.responses[status];
  assert.ok(response, `${method} ${path} may answer ${status}`);
  asked.add(`${method} ${path} ${status}`);
  const [content] = Object.values(resolve(response).content ?? {});
  return content?.schema;
}

const lab = mkdtempSync(join(tmpdir(), 'zugwerk-api-'));
const engine = (name) => ['--engine', `cmd=${binary}`, `name=${name}`, 'option.Hash=1', 'nodes=20'];
execFileSync(binary, ['match', ...engine('a'), ...engine('b'), '--games', '2', '--json', join(lab, 'match.json')]);
const player = {
  name: 'a',
  wins: 1,
  draws: 0,
  losses: 1,
  pairs: [0, 0, 1, 0, 0],
  elo: null,
  error: 8.5,
  anchor: false,
};
const run = {
  name: 'a',
  version: '1',
  date: '2024-01-01',
  tc: '1+0.01',
  hash: 16,
  engine: player,
  opponents: [player],
};
writeFileSync(join(lab, 'ladder.jsonl'), `${JSON.stringify(run)}\n`);
const card = {
  network: 'zugwerk-1',
  games: 100,
  positions: { learned: 5000, held_out: 50 },
  best: { epoch: 1 },
  recipe: { width: 32, rate: 0.001 },
  history: [{ epoch: 1, loss: 0.02, held_out: 0.021, rate: 0.001 }],
};
writeFileSync(join(lab, 'network.json'), JSON.stringify(card));

// A queue with one experiment that ran, one that waits and one that is damaged.
execFileSync(binary, [
  'queue',
  'add',
  lab,
  '--name',
  '1',
  '--',
  'match',
  ...engine('a'),
  ...engine('b'),
  '--games',
  '2',
]);
execFileSync(binary, ['queue', 'run', lab, '--nice', '0', '--until-empty']);
execFileSync(binary, ['queue', 'add', lab, '--name', '2', '--title', 'later', '--', 'suite', 'wac.epd']);
writeFileSync(join(lab, '3.experiment'), 'no command\n');

const child = spawn(binary, ['serve', '--threads', '1', '--hash', '8', '--lab', lab], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const address = await new Promise((found, failed) => {
  createInterface({ input: child.stdout }).on('line', (line) => {
    const match = /http:\/\/[^\s/]+/.exec(line);
    if (match) found(match[0]);
  });
  child.on('exit', (code) => failed(new Error(`the server ended with ${code}`)));
});

/** Asks, holds the answer to its description, and returns it. */
async function ask(method, path, { status = 200, body, ...names } = {}) {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name) => names[name]);
  const response = await fetch(address + url, {
    method: method.toUpperCase(),
    ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.equal(response.status, status, `${method} ${url}: ${text}`);
  const schema = described(method, path, status);
  if (!schema) {
    assert.equal(text, '');
    return undefined;
  }
  const answer = JSON.parse(text);
  assert.deepEqual(faults(schema, answer), [], `${method} ${url}: ${text}`);
  return answer;
}

const game = '[White "A"]\n\n1. e4 {[%clk 0:05:00] good} e5 (1... c5 $1) 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0';
const repaired = { fen: '4k3/8/8/8/8/8/8/4K2R w KQ - 0 1' };

test('an answer that is not as described is found', () => {
  const { schema } = description.paths['/api/position'].post.responses['200'].content['application/json'];
  const end = { result: '1-0', reason: 'White mates' };
  const good = {
    fen: '',
    turn: 'white',
    chess960: false,
    check: false,
    last: { uci: 'e2e4', san: 'e4', capture: false },
    legal: [{ uci: 'e7e5', san: 'e5' }],
    end: null,
    claimable: end,
    flag: { white: end, black: end },
    opening: { eco: 'B00', name: "King's Pawn Game" },
  };
  assert.deepEqual(faults(schema, good), []);
  const { check, ...missing } = good;
  assert.equal(check, false);
  const bad = [
    missing,
    { ...good, check: 'no' },
    { ...good, turn: 'green' },
    { ...good, more: 1 },
    { ...good, last: { uci: 'e2e4', san: 'e4' } },
    { ...good, last: { ...good.last, more: 1 } },
    { ...good, legal: [{ uci: 'e7e5' }] },
    { ...good, end: { result: '2-0', reason: '' } },
    { ...good, flag: { white: end } },
    { ...good, flag: { ...good.flag, more: 1 } },
  ];
  for (const answer of bad) assert.notDeepEqual(faults(schema, answer), [], JSON.stringify(answer));
});

test('about, positions and evaluations', async () => {
  await ask('get', '/api/about');
  const post = (path, body, status) => ask('post', path, { body, status });
  await post('/api/position', {});
  await post('/api/position', { moves: ['f3', 'e5', 'g4', 'Qh4'] });
  await post('/api/position', repaired);
  await post('/api/position', { moves: ['Ke2'] }, 400);
  await post('/api/evaluation', { moves: ['e4'] });
  await post('/api/evaluation', { fen: '8/8/8/8/8/3k4/8/4KR2 w - - 0 1' });
  await post('/api/evaluation', { fen: 'x' }, 400);
  const { book } = await post('/api/known', {});
  assert.ok(Array.isArray(book));
  await post('/api/known', { fen: 'x' }, 400);
  await ask('get', '/api/chess960/{number}', { number: 'random' });
  await ask('get', '/api/chess960/{number}', { number: 960, status: 400 });
});

test('explanations and comparisons', async () => {
  const post = (path, body, status) => ask('post', path, { body: { nodes: 2000, ...body }, status });
  const scholar = { moves: ['e4', 'e5', 'Bc4', 'Nc6', 'Qh5'] };
  const explained = await post('/api/explanation', scholar);
  assert.match(explained.white.threat, /^mate in 1/);
  assert.deepEqual(explained.white.threat_line, [{ uci: 'h5f7', san: 'Qxf7#' }]);
  await post('/api/explanation', repaired);
  await post('/api/explanation', { moves: ['f3', 'e5', 'g4', 'Qh4'] });
  await post('/api/explanation', { moves: ['Ke2'] }, 400);
  const compared = await post('/api/comparison', { ...scholar, move: 'Nf6', other: 'g6' });
  assert.deepEqual([compared.better.san, compared.worse.uci, compared.mark], ['g6', 'g8f6', 'blunder']);
  await post('/api/comparison', { ...scholar, move: 'g6' });
  await post('/api/comparison', { ...repaired, move: 'O-O' });
  await post('/api/comparison', scholar, 400);
});

test('games', async () => {
  const read = await ask('post', '/api/pgn/read', { body: { pgn: `${game}\n\n1. Ke2 *` } });
  assert.equal(read.games.length, 1);
  assert.equal(read.errors.length, 1);
  await ask('post', '/api/pgn/read', { body: { pgn: 1 }, status: 400 });
  await ask('post', '/api/pgn/write', { body: read.games[0] });
  await ask('post', '/api/pgn/write', { body: { nodes: 1 }, status: 400 });
});

test('the lab', async () => {
  const { files } = await ask('get', '/api/lab');
  assert.deepEqual(files.map((file) => file.kind).sort(), ['ladder', 'match', 'match', 'network']);
  for (const { name } of files) await ask('get', '/api/lab/{file}', { file: name });
  await ask('get', '/api/lab/{file}', { file: 'nothing.json', status: 404 });
  const { queue } = await ask('get', '/api/queue');
  assert.deepEqual(
    queue.experiments.map(({ name, stage }) => [name, stage]),
    [
      ['1', 'done'],
      ['2', 'waiting'],
      ['3', 'damaged'],
    ],
  );
  assert.equal(queue.experiments[0].progress.state, 'complete');
  writeFileSync(join(lab, 'queue.journal'), 'something else\n');
  await ask('get', '/api/queue', { status: 400 });
});

/** Reads a stream up to the first analysis with lines. It stays open: when it ends, so do the searches of its session. */
async function hearLines(reader) {
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error('the stream ended');
    text += decoder.decode(value, { stream: true });
    for (const [, data] of text.matchAll(/event: analysis\ndata: (.*)\n\n/g)) {
      const event = JSON.parse(data);
      assert.deepEqual(faults(described('get', '/api/sessions/{id}/events', 200), event), [], data);
      if (event.lines.length > 1) return;
    }
  }
}

test('sessions', async () => {
  const { session: id } = await ask('post', '/api/sessions', { status: 201 });
  const path = (what) => `/api/sessions/{id}/${what}`;
  await ask('put', path('analysis'), { id, body: {}, status: 409 });
  const events = (await fetch(`${address}/api/sessions/${id}/events`)).body.getReader();
  await ask('put', path('analysis'), { id, body: { lines: 2 }, status: 202 });
  await hearLines(events);
  await ask('put', path('analysis'), { id, body: { lines: 0 }, status: 400 });
  await ask('delete', path('analysis'), { id, status: 204 });
  await ask('post', path('move'), { id, body: { depth: 3 } });
  await ask('post', path('move'), { id, body: { ...repaired, depth: 3, elo: 800 } });
  // A draw to claim: the position has occurred three times.
  const shuffle = ['Nf3', 'Nf6', 'Ng1', 'Ng8', 'Nf3', 'Nf6', 'Ng1', 'Ng8'];
  await ask('post', path('move'), { id, body: { moves: shuffle, depth: 3 } });
  await ask('post', path('move'), { id, body: {}, status: 400 });
  await ask('post', path('draw-offer'), { id, body: { engine: 'black' } });
  await ask('post', path('draw-offer'), { id, body: {}, status: 400 });
  await ask('delete', '/api/sessions/{id}', { id, status: 204 });
  await events.cancel();
  await ask('delete', '/api/sessions/{id}', { id, status: 404 });
  await ask('get', path('events'), { id, status: 404 });
  await ask('put', path('analysis'), { id, body: {}, status: 404 });
  await ask('delete', path('analysis'), { id, status: 404 });
  await ask('post', path('move'), { id, body: { depth: 1 }, status: 404 });
  await ask('post', path('draw-offer'), { id, body: { engine: 'black' }, status: 404 });
});

test('reviews', async () => {
  const begin = (body, status = 202) => ask('post', '/api/reviews', { body, status });
  await begin({ pgn: '' }, 400);
  const { review: name } = await begin({ pgn: game, nodes: 2000 });
  for (;;) {
    const { answer } = await ask('get', '/api/reviews/{name}', { name });
    if (answer) {
      assert.ok(answer.review.moves.some((move) => move.mark && move.better));
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await ask('delete', '/api/reviews/{name}', { name, status: 204 });
  await ask('get', '/api/reviews/{name}', { name, status: 404 });
  await ask('delete', '/api/reviews/{name}', { name, status: 404 });
});

test('every described answer was requested', () => {
  // These need many clients, or a second request at the right moment.
  const rare = new Set(['503', '409']);
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'parameters')
      .flatMap(([method, { responses }]) =>
        Object.keys(responses).map((status) => ({ name: `${method} ${path} ${status}`, status })),
      ),
  );
  const left = operations.filter(({ name, status }) => !rare.has(status) && !asked.has(name)).map(({ name }) => name);
  assert.deepEqual(left, []);
});

after(async () => {
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.kill('SIGINT');
  await ended;
  rmSync(lab, { recursive: true });
});
