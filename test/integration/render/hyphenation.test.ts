/** `hyphens: auto` with the packaged browser: words are divided where the patterns of their language say so. */
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hyphenationLanguages } from '../../../build/hyphenation-languages.ts';
import { addHyphenData } from '../../../src/browser/install/add-hyphen-data.ts';
import { hasHyphenData } from '../../../src/browser/install/browser-manifest.ts';
import { packagedBrowser } from '../../../src/browser/install/packaged-browser.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { realBrowser } from '../../support/real-browser.ts';
import { renderHtml } from '../../support/render-html.ts';

const require = createRequire(import.meta.url);
const packaged = process.platform === 'linux' && process.arch === 'x64' && !process.env.PDFAPI_BROWSER;

/** Language of the document, patterns of the package `hyphen`, which judges, and words. */
const cases: readonly (readonly [language: string, patterns: string, words: readonly string[]])[] = [
  ['de', 'de-1996', ['Donaudampfschifffahrtsgesellschaft', 'Silbentrennung', 'Überweisungsauftrag']],
  ['de-CH', 'de-1996', ['Rechnungsadresse']],
  ['en', 'en-us', ['hyphenation', 'characteristically', 'concatenation']],
  ['en-GB', 'en-gb', ['hyphenation', 'characteristically']],
  ['fr', 'fr', ['anticonstitutionnellement', 'remboursement']],
  ['es', 'es', ['internacionalmente', 'constitucionalidad']],
  ['it', 'it', ['precipitevolissimevolmente']],
  ['nl', 'nl', ['verantwoordelijkheid', 'arbeidsongeschiktheidsverzekering']],
  ['pl', 'pl', ['odpowiedzialność', 'konstantynopolitańczykowianeczka']],
  ['pt-BR', 'pt', ['responsabilidade', 'constitucionalmente']],
  ['sv', 'sv', ['ansvarsförsäkring']],
  ['da', 'da', ['undervisningsministeriet']],
  ['nb', 'nb', ['menneskerettighetsorganisasjonene']],
  ['nn', 'nn', ['organisasjonane']],
  ['sk', 'sk', ['zodpovednosť']],
  ['sl', 'sl', ['najodgovornejšemu']],
  ['hr', 'hr', ['odgovornost']],
  ['uk', 'uk', ['відповідальність']],
  ['ru', 'ru', ['достопримечательность']],
  ['bg', 'bg', ['отговорност']],
  ['et', 'et', ['vastutuskindlustus']],
  ['lt', 'lt', ['nepriklausomybė']],
  ['el', 'el-monoton', ['ηλεκτροεγκεφαλογράφημα']],
];

/** Words that TeX divides otherwise than the patterns would, of which `hyphen` has other places than TeX. */
const exceptions = [
  ['en', 'en-us', ['associate', 'reformation']],
  ['en-GB', 'en-gb', ['manuscript']],
] as const;

describe.runIf(packaged)('automatic hyphens', () => {
  const browser = realBrowser();
  /** Language and word → the beginnings of the word that a line ends after. */
  const printed = new Map<string, readonly string[]>();

  beforeAll(async () => {
    const widths = [...cases, ...exceptions].flatMap(([language, , words]) =>
      words.flatMap((word) => [...word].map((_, width) => ({ language, word, width }))),
    );
    // As wide as so many letters and the hyphen: a word is divided at the last place before.
    const body = widths.map(
      ({ language, word, width }, i) =>
        `<b>@${i}</b><p lang="${language}" style="width: ${width + 1.5}ch">${word}</p>`,
    );
    const style =
      'b, p { display: block; font: 6pt/1.2 "DejaVu Sans Mono", monospace; margin: 0 } p { hyphens: auto }';
    const { pdf } = await renderHtml(browser, `<style>${style}</style>${body.join('')}`);
    const text = (await readPdf(pdf)).pages.join('\n');
    for (const [, index, line = ''] of text.matchAll(/@(\d+)\s*\n\s*(\S+)/g)) {
      const { language, word } = widths[Number(index)] ?? { language: '', word: '' };
      const key = `${language} ${word}`;
      const [, beginning] = /^(.+)[\u2010\u00ad-]$/.exec(line) ?? [];
      if (beginning) printed.set(key, [...new Set([...(printed.get(key) ?? []), beginning])]);
    }
  });

  it.each(cases)('are those of the patterns in %s', (language, patterns, words) => {
    const createHyphenator = require('hyphen');
    const hyphenate = createHyphenator(require(`hyphen/patterns/${patterns}`), { hyphenChar: '-' });
    for (const word of words) {
      const parts = hyphenate(word).split('-');
      const beginnings = parts.slice(1).map((_: string, i: number) => parts.slice(0, i + 1).join(''));
      // Chromium leaves at least two letters before a hyphen, and three after it.
      const expected = beginnings.filter(
        (each: string) => each.length >= 2 && word.length - each.length >= 3,
      );
      expect(printed.get(`${language} ${word}`)).toEqual(expected);
      expect(expected).not.toEqual([]);
    }
  });

  it('are those of TeX in words that the patterns do not fit', () => {
    expect(printed.get('en associate')).toEqual(['as', 'asso']);
    expect(printed.get('en reformation')).toEqual(['ref', 'refor', 'reforma']);
    expect(printed.get('en-GB manuscript')).toEqual(['ma', 'manu']);
  });

  it('are there for all languages that have patterns', () => {
    const judged = new Set(cases.map(([, patterns]) => patterns));
    for (const [language, { patterns = language }] of Object.entries(hyphenationLanguages)) {
      expect(judged).toContain(patterns);
    }
  });

  it('are added to a browser that an earlier version unpacked', async () => {
    const cache = await mkdtemp(join(tmpdir(), 'pdfapi-test-'));
    onTestFinished(() => rm(cache, { recursive: true }));
    const first = await packagedBrowser(cache);
    if (!first) return expect.unreachable('there is a packaged browser');
    expect(hasHyphenData(first.folder)).toBe(true);
    await rm(join(first.folder, 'hyphen-data'), { recursive: true });
    await Promise.all([
      packagedBrowser(cache, () => expect.unreachable('the browser itself is there')),
      packagedBrowser(cache, () => expect.unreachable('the browser itself is there')),
    ]);
    expect(readdirSync(join(first.folder, 'hyphen-data'))).toContain('hyph-de-1996.hyb');
    expect(readdirSync(first.folder).filter((name) => name.startsWith('hyphen-data.'))).toEqual([]);
  });
});

it('a cache that cannot be written prints without them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pdfapi-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'file');
  await writeFile(file, '');
  await addHyphenData(file);
  expect(hasHyphenData(file)).toBe(false);
});
