import { describe, expect, test } from 'vitest';
import { allowList, denyList } from '../../../../src/browser/egress/allow-list.ts';
import { Failure } from '../../../../src/contract/errors.ts';

describe('allowList', () => {
  test('an entry without a port allows every port of its host', () => {
    const allowed = allowList(['assets.intern']);
    expect(allowed({ host: 'assets.intern', port: 80 })).toBe(true);
    expect(allowed({ host: 'assets.intern', port: 8080 })).toBe(true);
  });

  test('an entry with a port allows only that port', () => {
    const allowed = allowList(['localhost:3000', 'b:80', 'c:443']);
    expect(allowed({ host: 'localhost', port: 3000 })).toBe(true);
    expect(allowed({ host: 'localhost', port: 3001 })).toBe(false);
    expect(allowed({ host: 'b', port: 80 })).toBe(true);
    expect(allowed({ host: 'b', port: 443 })).toBe(false);
    expect(allowed({ host: 'c', port: 443 })).toBe(true);
    expect(allowed({ host: 'c', port: 80 })).toBe(false);
  });

  test('an entry matches only its exact host, no subdomain and no address of it', () => {
    const allowed = allowList(['intern', 'localhost']);
    for (const host of ['a.intern', 'xintern', 'intern.example', '127.0.0.1', '::1']) {
      expect(allowed({ host, port: 80 }), host).toBe(false);
    }
    expect(allowList([])({ host: 'intern', port: 80 })).toBe(false);
  });

  test.each([
    ['ASSETS.intern.', 'assets.intern', 80],
    ['0x7f.1:81', '127.0.0.1', 81],
    ['::1', '::1', 80],
    ['[::1]', '::1', 80],
    ['[0:0::1]:8080', '::1', 8080],
    ['bücher.example', 'xn--bcher-kva.example', 443],
  ])('normalizes the spelling of %s', (entry, host, port) => {
    expect(allowList([entry])({ host, port })).toBe(true);
  });

  test.each([
    '',
    '*',
    '*.example.com',
    'http://a',
    'a/b',
    'a:0',
    'a:70000',
    'a:b',
    '10.0.0.0/8',
    'a b',
    'u@a',
    '::1:80:x',
  ])('rejects %j, which would never match', (entry) => {
    expect(() => allowList(['fine', entry])).toThrow(Failure);
    expect(() => allowList([entry])).toThrow(
      expect.objectContaining({ code: 'invalid_option', errors: { allowHosts: [expect.any(String)] } }),
    );
    expect(() => allowList([entry])).toThrow(`"${entry}" is not a host that can be allowed.`);
  });
});

describe('rules with expressions', () => {
  const rules = (allow: RegExp[], deny: RegExp[] = [], noPublic = false) => [{ allow, deny, noPublic }];
  const at = (host: string, port = 443) => ({ host, port });

  test('allow what they match, and then nothing else', () => {
    const entries = rules([/^https?:\/\/intern[:/]/]);
    expect(allowList(entries)(at('intern', 8080))).toBe(true);
    expect(denyList(entries)(at('intern'))).toBe(false);
    expect(denyList(entries)(at('example.com'))).toBe(true);
    expect(denyList(['example.com', ...entries])(at('example.com'))).toBe(false);
  });

  test('deny before they allow', () => {
    const entries = ['bad.example', ...rules([/.+/], [/bad/])];
    expect(denyList(entries)(at('bad.example'))).toBe(true);
    expect(denyList(entries)(at('good.example'))).toBe(false);
  });

  test('deny nothing without any, and all that is not allowed if they say so', () => {
    expect(denyList(rules([]))(at('example.com'))).toBe(false);
    expect(denyList([])(at('example.com'))).toBe(false);
    expect(denyList(['a.intern', ...rules([], [], true)])(at('example.com'))).toBe(true);
    expect(denyList(['a.intern', ...rules([], [], true)])(at('a.intern'))).toBe(false);
  });
});
