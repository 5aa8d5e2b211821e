/**
 * Untrusted input must not block the server's own thread: every regular expression in the modules that this thread
 * loads runs on texts of one million characters that are designed to be slow for it.
 */
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AttackText, attackTexts } from './regular-expressions/attack-texts.ts';
import { listExpressions } from './regular-expressions/list-expressions.ts';

const { expressions, files, composed } = listExpressions(
  resolve(import.meta.dirname, '../../src'),
  'server/serve.ts',
);

const megabyte = 1_000_000;
/** Milliseconds of processor time. */
const limit = 100;

/** Expressions that only see short texts: the maximum number of characters, and the reason. */
const short: Readonly<Record<string, { readonly most: number; readonly because: string }>> = {
  '/\\W+(\\w)/g': { most: 200, because: 'the names of the API’s own operations' },
  '/0+$/': { most: 50, because: 'the decimals of one number' },
  '/^(?!\\d+$|-)[^\\p{C}\\p{Z}](?: ?[^\\p{C}\\p{Z}])*$/u': {
    most: 100,
    because: 'the name of a team, which an operator writes',
  },
};

/** They run in threads that are terminated at a deadline: `start-fill-pool.ts`, `standards-checker.ts`. */
const foldersOfThreads = ['twig/', 'conformance/', 'e-invoice/'];

/** The server's thread only reads JSON with the template language. */
const runsHere = ({ file }: { readonly file: string }): boolean =>
  !foldersOfThreads.some((folder) => file.startsWith(folder)) || file === 'twig/library/strings/json.ts';

const tried = expressions.filter(runsHere);

describe('every regular expression of the server’s thread takes less than 100 ms for a megabyte', () => {
  it.each(tried.map(({ place, expression }) => [place, expression] as const))('%s', (_place, expression) => {
    const length = short[String(expression)]?.most ?? megabyte;
    expect(slowAttacks(expression, { length, most: limit })).toEqual([]);
  });

  it('none escapes by being built at runtime', () => {
    const ours = composed.map((place) => place.replace(/:\d+$/, '')).filter((file) => runsHere({ file }));
    expect([...new Set(ours)].sort()).toEqual(
      [
        // Counted digits of a barcode.
        'template/pdfme/fill/barcode-fault.ts',
        // For files of the kernel only.
        'browser/process/process-tree.ts',
        // The name in each is a constant.
        'render/paged/margin-boxes/find-number-styles.ts',
        'browser/page/pictures/has-grey-image.ts',
        // Tried at the place of one tag or for one constant name; a tag that does not match ends the search.
        'render/long-documents/reading/html-tags.ts',
        // For the XMP of a PDF in the drawing page of the browser, with constant names.
        'browser/page-scripts/drawing/read-pdf-facts.ts',
        // Of constants, for a text of limited length.
        'contract/api/page-selection.ts',
        'pdf/document/printed-destinations.ts',
        // Of constants, in the page.
        'browser/page-scripts/list-sheets.ts',
        // Of constant names; no part of a match goes beyond the next `<`.
        'browser/content/read-as-xhtml.ts',
        // A single character, and the text between two occurrences of it.
        'pdf/text-string.ts',
        // For paths, which the length of a request line bounds.
        'server/http/allowed-methods.ts',
        // The operator's own, with look-ahead as their defaults in Gotenberg have it, for addresses.
        'server/gotenberg/variables.ts',
      ].sort(),
    );
  });

  it('the list of short texts contains no unused entries', () => {
    const all = new Set(tried.map(({ expression }) => String(expression)));
    expect(Object.keys(short).filter((each) => !all.has(each))).toEqual([]);
  });

  it('finds the modules through the imports of the server', () => {
    expect(files).toContain('template/model/document-address.ts');
    expect(files).toContain('pdf/reading/reader.ts');
    expect(tried.length).toBeGreaterThan(100);
  });
});

describe('the attacks find expressions of quadratic time', () => {
  it.each([
    /url\(\s*["']?\s*(?!data:|["'\s>)])/i,
    /(?:src|href)\s*=\s*["']?\s*(?:https?:)?\/\//i,
    /<\s*meta\b[^<>]*\bhttp-equiv\s*=(?!\s*["']?\s*(?:content-type|x-ua))/i,
    /<head(?:\s[^>]*)?>/g,
    /\s+$/,
  ])('%s', (expression) => {
    expect(slowAttacks(expression, { length: 48_000, most: 20 })).not.toEqual([]);
  });
});

/** In characters. The time for shorter texts is too short to measure. */
const shortest = 500;

/**
 * Rounds from short texts to long ones: the fraction of the length, and the number of attacks kept for the next round.
 */
const rounds = [
  { share: 1 / 2048, kept: 48 },
  { share: 1 / 256, kept: 24 },
  { share: 1 / 64, kept: 8 },
  { share: 1 / 16, kept: 4 },
  { share: 1 / 4, kept: 2 },
  { share: 1, kept: 0 },
] as const;

/**
 * Returns the first attack that takes longer than `most`, shortened. Only the slowest attacks of each round are tried
 * with longer texts: those with quadratic time already lead for short texts, and are found without running for hours.
 */
function slowAttacks(expression: RegExp, { length, most }: { length: number; most: number }): string[] {
  let attacks = attackTexts(expression);
  for (const { share, kept } of rounds) {
    const timed: { readonly attack: AttackText; readonly ms: number }[] = [];
    for (const attack of attacks) {
      const text = attack(Math.min(length, Math.max(shortest, Math.ceil(length * share))));
      const ms = leastTime(expression, text, most);
      if (ms >= most) return [attack(60)];
      timed.push({ attack, ms });
    }
    attacks = timed
      .sort((a, b) => b.ms - a.ms)
      .slice(0, kept)
      .map(({ attack }) => attack);
  }
  return [];
}

/**
 * Returns the lowest time of several attempts if one is too slow, because other load on the machine costs processor
 * time too.
 */
function leastTime(expression: RegExp, text: string, most: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 4 && least >= most; tries++) least = Math.min(least, time(expression, text));
  return least;
}

/** Milliseconds of processor time for all matches in the text. */
function time(expression: RegExp, text: string): number {
  const before = process.cpuUsage();
  expression.lastIndex = 0;
  if (expression.global) text.replace(expression, '');
  else expression.test(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
