import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeData } from '../../../../src/cli/options/data/merge-data.ts';
import { applySetting, parseSetting } from '../../../../src/cli/options/data/set-option.ts';
import type { JsonObject } from '../../../../src/contract/json.ts';

const set = (data: JsonObject, ...settings: string[]) =>
  settings.map(parseSetting).reduce(applySetting, data);

describe('merging --data', () => {
  it('joins objects and replaces everything else', () => {
    const base = { a: { b: 1, c: [1, 2] }, d: 'x' };
    const over = { a: { c: [3], e: null }, d: { f: 1 } };
    expect(mergeData(base, over)).toEqual({ a: { b: 1, c: [3], e: null }, d: { f: 1 } });
    expect(base).toEqual({ a: { b: 1, c: [1, 2] }, d: 'x' });
  });

  it('keeps the order of the keys', () => {
    expect(Object.keys(mergeData({ z: 1, a: 2 }, { m: 3, z: 4 }))).toEqual(['z', 'a', 'm']);
  });

  it('treats __proto__ as a plain key', () => {
    const merged = mergeData({}, JSON.parse('{"__proto__":{"polluted":1},"a":{"__proto__":2}}'));
    expect(JSON.stringify(merged)).toBe('{"__proto__":{"polluted":1},"a":{"__proto__":2}}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect((merged as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('changes nothing when merged with itself or with nothing', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const data = JSON.parse(JSON.stringify(value));
        expect(JSON.stringify(mergeData(data, data))).toBe(JSON.stringify(data));
        expect(JSON.stringify(mergeData(data, {}))).toBe(JSON.stringify(data));
      }),
    );
  });
});

describe('--set', () => {
  it('parses JSON, and keeps anything else as text', () => {
    expect(set({}, 'a=3', 'b=true', 'c=[1]', 'd=Ada', 'e=', 'f="3"', 'g=a=b')).toEqual({
      a: 3,
      b: true,
      c: [1],
      d: 'Ada',
      e: '',
      f: '3',
      g: 'a=b',
    });
  });

  it('creates missing objects and lists on the path', () => {
    expect(set({}, 'a.b.c=1', 'items.0.price=2', 'items[1].price=3')).toEqual({
      a: { b: { c: 1 } },
      items: [{ price: 2 }, { price: 3 }],
    });
  });

  it('changes one item of a list without changing its input', () => {
    const data = { items: [{ n: 1 }, { n: 2 }] };
    expect(set(data, 'items.1.n=9')).toEqual({ items: [{ n: 1 }, { n: 9 }] });
    expect(data.items[1]).toEqual({ n: 2 });
  });

  it('treats a number as a key if the value is an object', () => {
    expect(set({ years: { a: 1 } }, 'years.2026=2')).toEqual({ years: { a: 1, 2026: 2 } });
  });

  it('accepts an object with numeric keys as JSON', () => {
    expect(set({}, 'years={"2026":1}', 'years.2027=2')).toEqual({ years: { 2026: 1, 2027: 2 } });
  });

  it('treats a dot after a backslash as part of the key', () => {
    expect(set({}, 'a\\.b.c=1')).toEqual({ 'a.b': { c: 1 } });
  });

  it('treats __proto__ as a plain key', () => {
    const data = set({}, '__proto__.polluted=1', 'constructor.prototype.polluted=1');
    expect(JSON.stringify(data)).toBe(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    );
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it.each([
    ['name', /no value/],
    ['=x', /no key/],
    ['a..b=1', /part of the key is empty/],
    ['.a=1', /part of the key is empty/],
    [`${'a.'.repeat(64)}a=1`, /the key has 65 parts, and data has at most 64 levels/],
    ['list.5=1', /list is a list of 1, and "5" is not in it/],
    ['list.x=1', /"x" is not in it/],
    ['text.x=1', /text is a value, not an object/],
    ['new.1=b', /there is no new yet, and a new list starts at 0/],
    ['new.a.2.b=b', /there is no new\.a yet/],
    ['a=1e400', /1e400 is too large for a number/],
    ['a=[{"b":-1e999}]', /too large for a number/],
  ])('rejects %s', (setting, message) => {
    expect(() => set({ list: [1], text: 'x' }, setting)).toThrow(message);
  });
});
