import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { count, formatBytes, formatMilliseconds } from '../../../../src/cli/io/format.ts';
import { allowedHosts } from '../../../../src/cli/options/allowed-hosts.ts';
import { readMetaOptions, readPageOptions } from '../../../../src/cli/options/page/page-options.ts';
import { reproducibleDate } from '../../../../src/cli/options/reproducible.ts';
import { temporaryFolder } from '../../../support/cli/temporary-folder.ts';

describe('page options', () => {
  it('are empty if none is given', async () => {
    expect(await readPageOptions({})).toEqual({ page: {}, sources: {} });
  });

  it.each([
    ['12.5', [12.5, 12.5, 12.5, 12.5]],
    ['1in 2cm', [25.4, 20, 25.4, 20]],
    ['36pt 48px .5in', [12.7, 12.7, 12.7, 12.7]],
    ['1 2mm 3 4CM', [1, 2, 3, 40]],
  ])('--margin "%s" works like the CSS shorthand', async (margin, [top, right, bottom, left]) => {
    expect((await readPageOptions({ margin })).page).toEqual({ margins: { top, right, bottom, left } });
  });

  it('a single side overrides --margin, and both notations are accepted', async () => {
    const { page } = await readPageOptions({
      lang: 'DE-at',
      margin: '12',
      marginTop: '30mm',
      landscape: true,
      format: 'a5',
    });
    expect(page).toEqual({
      format: 'A5',
      orientation: 'landscape',
      lang: 'de-AT',
      margins: { top: 30, right: 12, bottom: 12, left: 12 },
    });
  });

  it('reads header and footer from files, and keeps the file name for error messages', async () => {
    const file = join(temporaryFolder({ 'h.html': '<b>{{ x }}</b>' }), 'h.html');
    const { page, sources } = await readPageOptions({ header: file });
    expect(page.header).toBe('<b>{{ x }}</b>');
    expect(sources).toEqual({ header: { file, text: '<b>{{ x }}</b>' } });
    await expect(readPageOptions({ footer: '/nowhere.html' })).rejects.toMatchObject({ exitCode: 9 });
  });

  it.each([
    [{ format: 'B5' }, '--format "B5" is unknown. Did you mean "A5"?'],
    [{ format: 'Leter' }, '--format "Leter" is unknown. Did you mean "Letter"?'],
    [{ lang: 'German' }, '--lang "German" is not a language tag.'],
    [{ margin: '51cm' }, '--margin "51cm" is not a margin.'],
    [{ margin: '1 2 3 4 5' }, '--margin "1 2 3 4 5" is not a margin.'],
    [{ margin: '' }, '--margin "" is not a margin.'],
    [{ marginLeft: '1em' }, '--margin-left "1em" is not a margin.'],
    [{ marginLeft: '1in 2in' }, '--margin-left "1in 2in" is not a margin.'],
    [{ margin: '501' }, '--margin "501" is not a margin.'],
    [{ margin: '-5' }, '--margin "-5" is not a margin.'],
  ])('%j is a usage error', async (options, message) => {
    await expect(readPageOptions(options)).rejects.toMatchObject({ message, exitCode: 2 });
  });
});

describe('--meta', () => {
  it('accepts known keys, of which the last value counts', () => {
    expect(readMetaOptions(['title=A=B', 'author=', 'title=C'])).toEqual({ title: 'C', author: '' });
  });

  it('rejects an unknown key with the nearest one, and a key without a value', () => {
    expect(() => readMetaOptions(['titel=x'])).toThrow('--meta "titel" is unknown. Did you mean "title"?');
    expect(() => readMetaOptions(['__proto__=x'])).toThrow('--meta "__proto__" is unknown.');
    expect(() => readMetaOptions(['title'])).toThrow('--meta "title" has no value.');
  });

  it.each([
    ['\u0001', 'U+0001'],
    ['\u0085', 'U+0085'],
    ['\ud800', 'U+D800'],
    ['\uffff', 'U+FFFF'],
  ])('rejects %j, which no property can have', (character, code) => {
    const message = `--meta author must not contain ${code}: a property is text without control characters.`;
    expect(() => readMetaOptions(['title=A', `author=a${character}b`])).toThrow(message);
    expect(readMetaOptions(['title=a\tb\nc\u2028😀'])).toEqual({ title: 'a\tb\nc\u2028😀' });
  });
});

describe('--allow-host', () => {
  it('accepts hosts with and without a port, and those of the environment', () => {
    expect(allowedHosts(['LocalHost:3000', '[::1]:80'], ['10.0.0.1'])).toEqual([
      'localhost:3000',
      '[::1]:80',
      '10.0.0.1',
    ]);
  });

  it.each(['http://a', 'a/b', '', 'a:', '*', 'a b'])('rejects %j', (host) => {
    expect(() => allowedHosts([host])).toThrow(/is not a host/);
  });
});

describe('the date of a reproducible PDF', () => {
  it('is none, 1970, or SOURCE_DATE_EPOCH', () => {
    expect(reproducibleDate(false, undefined)).toBeUndefined();
    expect(reproducibleDate(true, undefined)?.getTime()).toBe(0);
    expect(reproducibleDate(false, '1700000000')?.toISOString()).toBe('2023-11-14T22:13:20.000Z');
  });

  it.each(['abc', '-1', '1.5', '999999999999999'])('rejects %s', (epoch) => {
    expect(() => reproducibleDate(true, epoch)).toThrow(/SOURCE_DATE_EPOCH/);
  });
});

it('formats sizes, times and counts for readers', () => {
  expect([812, 31_234, 999_600, 1_440_000, 8.2e10].map(formatBytes)).toEqual([
    '812 B',
    '31 KB',
    '1.0 MB',
    '1.4 MB',
    '82.0 GB',
  ]);
  expect([411.7, 3210].map(formatMilliseconds)).toEqual(['412 ms', '3.2 s']);
  expect([1, 2].map((number) => count(number, 'page'))).toEqual(['1 page', '2 pages']);
});
