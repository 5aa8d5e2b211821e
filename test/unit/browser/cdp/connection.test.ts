/** What a page makes long is not read: parsing it would hold up all other documents. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { CdpConnection, type CdpSession } from '../../../../src/browser/cdp/connection.ts';
import { Base64Content } from '../../../../src/browser/cdp/message-pieces.ts';

const source = join(import.meta.dirname, '../../../../src');
const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(source, name), 'utf8'))
  .join('\n');

/** Every event and command of the protocol that the code names. */
const named = (call: RegExp) => [...new Set([...code.matchAll(call)].map(([, name]) => name ?? ''))].sort();
const events = named(/\.on\(\s*'([A-Z]\w+\.\w+)'/g);
const commands = named(/\bsend\(\s*'([A-Z]\w+\.\w+)'/g);

/** Commands that ask for a file, whose callers limit its size. */
const files = ['Fetch.getResponseBody', 'IO.read', 'Page.getResourceContent', 'Page.printToPDF'];

const long = Buffer.alloc(1024 * 1024, 'x');

function connect() {
  const [write, read] = [new PassThrough(), new PassThrough({ highWaterMark: 64 * 1024 * 1024 })];
  const connection = new CdpConnection(write, read);
  onTestFinished(() => connection.close(new Error('over')));
  const lastId = () => Number(/"id":(\d+)/.exec(String(write.read()))?.[1]);
  /** Sends a message with a text of this many megabytes. */
  const receive = async (head: string, megabytes: number, tail: string) => {
    for (const part of [head, ...Array(megabytes).fill(long), `${tail}\0`]) read.write(part);
    await new Promise(setImmediate);
  };
  return { session: connection.session('s'), lastId, receive };
}

const bound = (session: CdpSession) => {
  const limit = { bytes: 64 * 1024 * 1024, onOver: vi.fn(), onCut: vi.fn() };
  session.bound(limit);
  return limit;
};

it('knows the events and commands that the code names', () => {
  expect(events).toContain('Target.targetCreated');
  expect(commands).toEqual(expect.arrayContaining([...files, 'Runtime.evaluate']));
});

it.each(events)('passes over an event %s that is too long', async (event) => {
  const { session, receive } = connect();
  const handler = vi.fn();
  session.on(event as 'Page.loadEventFired', handler);
  const { onCut, onOver } = bound(session);
  const head = `{"method":"${event}","params":{"text":"${'x'.repeat(200)}`;
  await receive(head, 5, '"},"sessionId":"s"}');
  expect(handler).not.toHaveBeenCalled();
  expect(onCut).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ event, tail: expect.stringMatching(/"\},"sessionId":"s"\}$/) }),
  );
  expect(onOver).not.toHaveBeenCalled();
  // What follows it is read, and what was passed over counts.
  await receive('{"method":"', 0, `${event}","params":{},"sessionId":"s"}`);
  expect(handler).toHaveBeenCalledOnce();
  await receive(head, 60, '"},"sessionId":"s"}');
  expect(onOver).toHaveBeenCalledOnce();
});

it('does not read a long event without a handler, but counts it', async () => {
  const { session, receive } = connect();
  const { onCut, onOver } = bound(session);
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  await receive(
    `{"method":"Target.targetInfoChanged","params":{"title":"${'x'.repeat(200)}`,
    65,
    '"},"sessionId":"s"}',
  );
  expect(parse).not.toHaveBeenCalled();
  expect(onCut).not.toHaveBeenCalled();
  expect(onOver).toHaveBeenCalledOnce();
});

it.each(commands.filter((command) => !files.includes(command)))(
  'rejects a command %s whose answer is too long',
  async (command) => {
    const { session, lastId, receive } = connect();
    const answer = session.send(command as 'Page.enable');
    const head = `{"id":${lastId()},"result":{"result":{"type":"string","value":"`;
    const rejected = expect(answer).rejects.toMatchObject({ code: 'page_failed', message: /says more/ });
    await receive(head + 'x'.repeat(200), 17, '"}},"sessionId":"s"}');
    await rejected;
  },
);

it('waits for a browser that reads slowly, and keeps little of a long message meanwhile', async () => {
  const write = new PassThrough();
  const connection = new CdpConnection(write, new PassThrough());
  onTestFinished(() => connection.close(new Error('over')));
  const { send } = connection.session('s');
  const body = new Base64Content(Buffer.alloc(20 * 1024 * 1024));
  send('Fetch.fulfillRequest', { requestId: '1', responseCode: 200, body }).catch(() => {});
  send('Runtime.enable').catch(() => {});
  // Each piece takes a turn of the event loop, and there are a hundred.
  for (let turn = 0; turn < 300; turn++) await new Promise(setImmediate);
  expect(write.readableLength + write.writableLength).toBeLessThan(2 * 1024 * 1024);
  let text = '';
  write.on('data', (chunk) => {
    text += chunk;
  });
  await vi.waitFor(() => expect(text.split('\0')).toHaveLength(3), { timeout: 10_000 });
  const [first = '', second = ''] = text.split('\0');
  expect(Buffer.from(JSON.parse(first).params.body, 'base64')).toHaveLength(20 * 1024 * 1024);
  expect(JSON.parse(second).method).toBe('Runtime.enable');
});
