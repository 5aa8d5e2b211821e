import { expect, test } from 'vitest';
import { Base64Content, messagePieces, pieceLength } from '../../../../src/browser/cdp/message-pieces.ts';

const written = (params: object, sessionId?: string) => {
  const pieces = [...messagePieces({ id: 7, method: 'A.b', params, ...(sessionId ? { sessionId } : {}) })];
  const text = pieces.join('');
  expect(text.at(-1)).toBe('\0');
  expect(text.indexOf('\0')).toBe(text.length - 1);
  return { pieces, message: JSON.parse(text.slice(0, -1)) };
};

test('a short message is one piece', () => {
  const { pieces, message } = written({ frameId: 'f', html: '<p>ä</p>', body: new Base64Content('ä') }, 's');
  expect(pieces).toHaveLength(1);
  expect(message).toEqual({
    id: 7,
    method: 'A.b',
    sessionId: 's',
    params: { frameId: 'f', html: '<p>ä</p>', body: 'w6Q=' },
  });
});

test('a message without parameters has an empty `params` object', () => {
  expect(written({}).message).toEqual({ id: 7, method: 'A.b', params: {} });
});

// Characters of one, two, three and four bytes, split at every position at which a piece may end.
const texts = ['a"\\\n', 'ä', '一', '😀', 'a😀', '\ud800', '\u0000\u2028<'].map((text) =>
  text.repeat(Math.ceil((2 * pieceLength + 5) / text.length)),
);

test.each(texts)('a long text arrives unchanged in pieces (%#)', (html) => {
  const { pieces, message } = written({ html, frameId: 'f' });
  expect(pieces.length).toBeGreaterThan(3);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(6 * pieceLength);
  expect(message.params.html === html).toBe(true);
  expect(message.params.frameId).toBe('f');
});

test.each(texts)('a long text arrives as the base64 of its UTF-8 (%#)', (text) => {
  const { pieces, message } = written({ requestId: 'r', body: new Base64Content(text) });
  expect(pieces.length).toBeGreaterThan(2);
  expect(message.params.body === Buffer.from(text, 'utf8').toString('base64')).toBe(true);
});

test.each([0, 1, 2, 3])(
  'long binary content arrives as base64 (%i bytes more than a multiple of the piece length)',
  (more) => {
    const bytes = new Uint8Array(2 * pieceLength + more).map((_, index) => index * 7);
    const { message } = written({ body: new Base64Content(bytes), html: 'x'.repeat(pieceLength + 1) });
    expect(message.params.body === Buffer.from(bytes).toString('base64')).toBe(true);
    expect(message.params.html).toHaveLength(pieceLength + 1);
  },
);
