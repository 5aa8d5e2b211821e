import { describe, expect, test } from 'vitest';
import { endToEnd } from '../../../../src/browser/egress/headers.ts';

describe('endToEnd', () => {
  test('keeps order, case and repetitions', () => {
    const headers = ['Accept', 'a', 'Set-Cookie', '1', 'X-Own', 'b', 'set-cookie', '2'];
    expect(endToEnd(headers)).toEqual(headers);
  });

  test.each([
    'Alt-Svc',
    'Connection',
    'Expect',
    'HTTP2-Settings',
    'Keep-Alive',
    'Proxy-Authenticate',
    'Proxy-Authentication-Info',
    'Proxy-Authorization',
    'Proxy-Connection',
    'TE',
    'Trailer',
    'Transfer-Encoding',
    'Upgrade',
  ])('drops %s', (name) => {
    expect(endToEnd(['A', '1', name, 'x', 'B', '2'])).toEqual(['A', '1', 'B', '2']);
  });

  test('drops the fields that Connection names, in any case and across several fields', () => {
    const headers = [
      'X-One',
      '1',
      'connection',
      'close, x-ONE ',
      'Connection',
      'X-Two',
      'x-two',
      '2',
      'X-Three',
      '3',
    ];
    expect(endToEnd(headers)).toEqual(['X-Three', '3']);
  });

  test('keeps Content-Length even if Connection names it', () => {
    expect(endToEnd(['Connection', 'content-length', 'Content-Length', '5'])).toEqual([
      'Content-Length',
      '5',
    ]);
  });

  test('drops the fields that the caller replaces', () => {
    expect(endToEnd(['Host', 'a', 'HOST', 'b', 'A', '1'], ['host'])).toEqual(['A', '1']);
    expect(endToEnd(['Content-Length', '5', 'A', '1'], ['content-length'])).toEqual(['A', '1']);
  });
});
