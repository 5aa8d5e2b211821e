import { expect, test } from 'vitest';
import { MessageReader, type ReadMessage } from '../../../../src/browser/cdp/message-reader.ts';

/** Returns the messages that a reader finds in bytes that arrive in chunks of `chunkLength`. Id 5 is that of data. */
function read(bytes: Buffer, chunkLength: number, maxBytes = Number.POSITIVE_INFINITY): ReadMessage[] {
  const messages: ReadMessage[] = [];
  const reader = new MessageReader(
    (head) => ({ isData: head.startsWith('{"id":5,'), maxBytes }),
    (message) => messages.push(message),
  );
  for (let at = 0; at < bytes.length; at += chunkLength) reader.read(bytes.subarray(at, at + chunkLength));
  return messages;
}

const data = Buffer.from(Array.from({ length: 4_001 }, (_, index) => (index * 31) % 256));
const event = { method: 'A.b', params: { text: 'ä"}' } };
const response = { id: 5, result: { data: data.toString('base64'), stream: '' }, sessionId: 's' };
const other = { id: 6, result: { data: 'x'.repeat(200) } };
const all = Buffer.from(
  [event, response, other, response, event].map((m) => `${JSON.stringify(m)}\0`).join(''),
);

test.each([1, 2, 3, 5, 19, 37, 64, 100, 1_000, 4_096])(
  'chunks of %i bytes produce the same messages',
  (length) => {
    const messages = read(all, length);
    expect(messages).toHaveLength(5);
    const [first, second, third, fourth, fifth] = messages.map(({ text }) => JSON.parse(text));
    expect([first, third, fifth]).toEqual([event, other, event]);
    expect([second, fourth]).toEqual(Array(2).fill({ ...response, result: { data: '', stream: '' } }));
    for (const message of [messages[1], messages[3]]) expect(message?.data?.equals(data)).toBe(true);
    for (const index of [0, 2, 4]) expect(messages[index]?.data).toBeUndefined();
  },
);

test('a message that arrives in one chunk keeps its data in the JSON', () => {
  const [, message] = read(all, all.length);
  expect(message?.data).toBeUndefined();
  expect(JSON.parse(message?.text ?? '')).toEqual(response);
});

test('`bytes` counts the whole message as received', () => {
  for (const length of [7, all.length]) {
    expect(read(all, length).reduce((sum, { bytes }) => sum + bytes, 0)).toBe(all.length - 5);
  }
});

test('an error in place of the data is read like any other message', () => {
  const failed = { id: 5, error: { code: -32_000, message: `Printing failed: ${'x'.repeat(100)}` } };
  const [message] = read(Buffer.from(`${JSON.stringify(failed)}\0`), 10);
  expect(message).toMatchObject({ text: JSON.stringify(failed), data: undefined });
});

test.each([1, 19, 100, 1_000, 4_096])(
  'chunks of %i bytes are passed over in a message that is too long',
  (length) => {
    const long = JSON.stringify({ method: 'A.long', params: { title: 'x'.repeat(50_000) }, sessionId: 's' });
    const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(event)}\0${long}\0`), all]);
    const messages = read(bytes, length, 10_000);
    expect(messages.map(({ isCut }) => isCut)).toEqual([false, true, false, false, false, false, false]);
    const cut = messages[1];
    expect(cut?.bytes).toBe(long.length);
    expect(cut?.text.length).toBeLessThan(300);
    expect([cut?.text.slice(0, 18), cut?.text.slice(-17)]).toEqual([
      '{"method":"A.long"',
      ',"sessionId":"s"}'.padStart(17),
    ]);
    expect(messages[3]?.data?.equals(data)).toBe(true);
  },
);
