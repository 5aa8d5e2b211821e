import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { Base64Bytes, jsonBody } from '../../../src/server/http/json-body.ts';

const bytesOf = (length: number) => new Uint8Array(length).map((_, index) => index * 31);
const written = async (value: object) => {
  const { body, length } = jsonBody(value);
  const json = typeof body === 'string' ? body : await text(body);
  expect(Buffer.byteLength(json)).toBe(length);
  return { json, isStream: typeof body !== 'string' };
};

it.each([0, 1, 2, 3, 300_000, 300_001, 393_216, 393_217, 1_000_000])(
  'writes %i bytes as base64',
  async (length) => {
    const bytes = bytesOf(length);
    const { json, isStream } = await written({ name: 'Größe "1"', pdf: Base64Bytes.of(bytes), after: [1] });
    const base64 = Buffer.from(bytes).toString('base64');
    expect(json).toBe(JSON.stringify({ name: 'Größe "1"', pdf: base64, after: [1] }));
    expect(isStream).toBe(length > 300_000);
  },
);

it('writes each of several contents in its place', async () => {
  const files = [bytesOf(200_000), bytesOf(0), bytesOf(500_000), bytesOf(2)].map((bytes, index) => ({
    path: `${index}`,
    bytes,
  }));
  const { json } = await written({
    files: files.map(({ path, bytes }) => ({ path, content: Base64Bytes.of(bytes) })),
  });
  const expected = files.map(({ path, bytes }) => ({ path, content: Buffer.from(bytes).toString('base64') }));
  expect(JSON.parse(json)).toEqual({ files: expected });
});

it('encodes bytes that are given in pieces as one base64 string', async () => {
  const all = bytesOf(600_000);
  const { json } = await written({
    pdf: new Base64Bytes(
      [all.subarray(0, 300_000), all.subarray(300_000, 300_003), all.subarray(300_003)],
      600_000,
    ),
  });
  expect(JSON.parse(json)).toEqual({ pdf: Buffer.from(all).toString('base64') });
});

it('encodes only the given part of a larger buffer', async () => {
  const part = bytesOf(100).subarray(10, 20);
  const { json } = await written({ pdf: Base64Bytes.of(part) });
  expect(JSON.parse(json)).toEqual({ pdf: Buffer.from(part).toString('base64') });
});

it('writes a value without bytes as plain JSON', async () => {
  expect(await written({ a: [null, 'ä'] })).toEqual({ json: '{"a":[null,"ä"]}', isStream: false });
});
