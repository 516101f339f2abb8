// The session of a tab: its requests, and how it recovers after losing the server or its stream. Kind: unit, with a
// server, an event stream and a clock that the tests control.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { EngineSession } from '../../../web/src/api/session';

const spot = { fen: 'start', moves: [] };
const order = { ...spot, lines: 3 };

let server;
let streams;
let timers;
let page;

/** Answers requests; forgets its sessions when it is started anew. */
class FakeServer {
  isUp = true;
  refusal;
  asked = [];
  #sessions = new Set();
  #begun = 0;
  #analyses = 0;

  restart() {
    this.#sessions.clear();
    this.isUp = true;
  }

  answer(method, path) {
    if (!this.isUp) throw new TypeError('fetch failed');
    this.asked.push(`${method} ${path}`);
    if (path === 'about') return [200, {}];
    if (path === 'sessions') {
      const session = `s${++this.#begun}`;
      this.#sessions.add(session);
      return [201, { session }];
    }
    const [, session, what] = path.split('/');
    if (!this.#sessions.has(session)) return [404, { error: 'no such session' }];
    if (this.refusal) return this.refusal;
    if (method === 'DELETE') {
      if (!what) this.#sessions.delete(session);
      return [204];
    }
    return what === 'analysis'
      ? [202, { analysis: ++this.#analyses }]
      : [200, { move: { uci: 'e2e4', san: 'e4' }, claims: null }];
  }
}

class FakeEventSource {
  isOpen = true;
  #listeners = {};

  constructor(url) {
    this.url = url;
    streams.push(this);
  }

  addEventListener(name, listener) {
    this.#listeners[name] = listener;
  }

  emit(name, data = {}) {
    this.#listeners[name]?.({ data: JSON.stringify(data) });
  }

  close() {
    this.isOpen = false;
  }
}

/** Lets everything happen that waits for no timer; a chain of answers takes a few rounds. */
async function settle() {
  for (let round = 0; round < 10; ++round) await new Promise((resolve) => setImmediate(resolve));
}

/** Lets so many milliseconds pass. */
async function pass(milliseconds) {
  const due = timers.filter((timer) => timer.left <= milliseconds);
  timers = timers
    .filter((timer) => timer.left > milliseconds)
    .map((timer) => ({ ...timer, left: timer.left - milliseconds }));
  for (const { action } of due) action();
  await settle();
}

function hide(isHidden) {
  page.hidden = isHidden;
  page.listener();
}

beforeEach(() => {
  server = new FakeServer();
  streams = [];
  timers = [];
  page = { hidden: false, addEventListener: (_, listener) => (page.listener = listener) };
  let last = 0;
  globalThis.document = page;
  globalThis.window = {
    setTimeout: (action, left) => {
      timers.push({ id: ++last, action, left });
      return last;
    },
    clearTimeout: (id) => (timers = timers.filter((timer) => timer.id !== id)),
  };
  globalThis.EventSource = FakeEventSource;
  globalThis.fetch = async (url, { method }) => {
    const [status, answer] = server.answer(method, url.replace('/api/', ''));
    return new Response(answer === undefined ? null : JSON.stringify(answer), { status });
  };
});

/** A session whose analysis runs. */
async function analysing() {
  const session = new EngineSession();
  const connections = [];
  const events = [];
  session.onConnection = (connected) => connections.push(connected);
  session.onAnalysis = (event) => events.push(event);
  session.analyse(order);
  await settle();
  streams[0].emit('hello');
  await settle();
  return { session, connections, events };
}

test('an analysis is requested once the stream says hello', async () => {
  const session = new EngineSession();
  session.analyse(order);
  await settle();
  assert.deepEqual(server.asked, ['POST sessions']);
  assert.equal(streams[0].url, '/api/sessions/s1/events');
  streams[0].emit('hello');
  await settle();
  assert.deepEqual(server.asked, ['POST sessions', 'PUT sessions/s1/analysis']);
});

test('of several requests before the stream is open, only the last is sent', async () => {
  const session = new EngineSession();
  session.analyse(order);
  session.analyse({ ...order, lines: 1 });
  await settle();
  streams[0].emit('hello');
  await settle();
  assert.deepEqual(server.asked, ['POST sessions', 'PUT sessions/s1/analysis']);
  assert.equal(streams.length, 1);
});

test('events of an earlier analysis, and after a stop, are dropped', async () => {
  const { session, events } = await analysing();
  session.analyse({ ...order, lines: 1 });
  await settle();
  streams[0].emit('analysis', { analysis: 1 });
  streams[0].emit('analysis', { analysis: 2 });
  assert.deepEqual(events, [{ analysis: 2 }]);
  await session.stop();
  streams[0].emit('analysis', { analysis: 2 });
  assert.equal(events.length, 1);
  assert.equal(server.asked.at(-1), 'DELETE sessions/s1/analysis');
});

test('after a restart of the server the analysis continues in a new session', async () => {
  const { connections, events } = await analysing();
  server.isUp = false;
  streams[0].emit('error');
  assert.equal(connections.at(-1), false);
  assert.ok(!streams[0].isOpen);
  await pass(1500);
  assert.equal(streams.length, 1, 'the server is not back yet');
  server.restart();
  await pass(1500);
  assert.equal(streams[1].url, '/api/sessions/s2/events');
  streams[1].emit('hello');
  await settle();
  assert.equal(server.asked.at(-1), 'PUT sessions/s2/analysis');
  assert.equal(connections.at(-1), true);
  streams[1].emit('analysis', { analysis: 2 });
  assert.deepEqual(events, [{ analysis: 2 }]);
});

test('an error of an abandoned stream is ignored', async () => {
  const { connections } = await analysing();
  streams[0].emit('error');
  await pass(1500);
  streams[1].emit('hello');
  await settle();
  assert.equal(connections.at(-1), true);
  streams[0].emit('error');
  assert.equal(connections.at(-1), true);
  assert.ok(streams[1].isOpen);
});

test('without an analysis, the page asks until the server is back', async () => {
  const { session, connections } = await analysing();
  await session.stop();
  server.isUp = false;
  streams[0].emit('error');
  await pass(1500);
  assert.equal(connections.at(-1), false);
  server.restart();
  await pass(1500);
  assert.equal(connections.at(-1), true);
  assert.equal(server.asked.at(-1), 'GET about');
});

test('a search in a lost session is requested again in a new one', async () => {
  const session = new EngineSession();
  await session.think(spot, { depth: 1 });
  server.restart();
  const found = await session.think(spot, { depth: 1 });
  assert.equal(found.move.uci, 'e2e4');
  assert.deepEqual(server.asked.slice(-3), ['POST sessions/s1/move', 'POST sessions', 'POST sessions/s2/move']);
});

test('an unresponsive server is reported, and the next search tries again', async () => {
  const session = new EngineSession();
  const connections = [];
  session.onConnection = (connected) => connections.push(connected);
  server.isUp = false;
  await assert.rejects(session.think(spot, { depth: 1 }), /does not answer/);
  server.isUp = true;
  await session.think(spot, { depth: 1 });
  assert.deepEqual(connections, [false, true]);
});

test('a refused request is not repeated', async () => {
  const { session, connections } = await analysing();
  server.refusal = [400, { error: 'no' }];
  session.analyse({ ...order, lines: 99 });
  await settle();
  const count = server.asked.length;
  await pass(60_000);
  assert.equal(server.asked.length, count);
  assert.equal(connections.at(-1), true);
});

test('a background tab releases its session after a minute, and opens another when it is visible again', async () => {
  await analysing();
  hide(true);
  await pass(59_000);
  assert.ok(streams[0].isOpen);
  await pass(1_000);
  assert.ok(!streams[0].isOpen);
  assert.equal(server.asked.at(-1), 'DELETE sessions/s1');
  hide(false);
  await settle();
  streams[1].emit('hello');
  await settle();
  assert.equal(server.asked.at(-1), 'PUT sessions/s2/analysis');
});

test('a tab in the background for less than a minute keeps its session', async () => {
  await analysing();
  hide(true);
  await pass(30_000);
  hide(false);
  await pass(60_000);
  assert.ok(streams[0].isOpen);
  assert.equal(streams.length, 1);
});
