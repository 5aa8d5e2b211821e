/** Reads what a reference test for printing says of itself, in the form of the web platform tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The section of RESULTS.md. */
export const reftestsHeading = 'Reference tests of the W3C';

export interface Reftest {
  /** Its path in the folder. */
  readonly name: string;
  /** Addresses of documents that print alike, of which one suffices. */
  readonly match: readonly string[];
  /** Addresses of documents that may not print alike. */
  readonly mismatch: readonly string[];
  /** The pages that are compared, from 1. All, if there are none. */
  readonly pages: readonly PageRange[];
  /** What may differ beside the usual fuzz. */
  readonly fuzzy: Fuzzy | undefined;
}

interface PageRange {
  readonly first: number;
  readonly last: number;
}

interface Fuzzy {
  /** Of a colour value, from 0 to 255. */
  readonly maxDifference: number;
  readonly totalPixels: number;
}

const documents = /\.(?:x?html?|xht|svg)$/;

/** The tests of a folder and its folders, by name. Files without a reference are none: references, scripts, parsing tests. */
export function findReftests(folder: string): Reftest[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => documents.test(name))
    .sort()
    .flatMap((name) => {
      const test = readReftest(name, readFileSync(join(folder, name), 'utf8'));
      const isReference = /-(?:not)?ref(?:-\w+)?\.\w+$/.test(name) || name.split('/').includes('reference');
      return isReference || test.match.length + test.mismatch.length === 0 ? [] : [test];
    });
}

function readReftest(name: string, source: string): Reftest {
  const tags = [...source.matchAll(/<(?:\w+:)?(?:link|meta)\s[^>]*>/gi)].map(([tag]) => attributesOf(tag));
  const links = (rel: string) => tags.filter((tag) => tag.rel === rel).flatMap(({ href }) => href ?? []);
  const meta = (key: string) => tags.find((tag) => tag.name === key)?.content;
  return {
    name,
    match: links('match'),
    mismatch: links('mismatch'),
    pages: pageRanges(meta('reftest-pages') ?? ''),
    fuzzy: fuzzOf(meta('fuzzy')),
  };
}

function attributesOf(tag: string): Record<string, string> {
  const pairs = tag.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g);
  return Object.fromEntries(
    [...pairs].map(([, key = '', ...values]) => [key.toLowerCase(), values.find((value) => value) ?? '']),
  );
}

/** `1,3-4`, `-2` for the first two; the name of a reference may be before it. */
function pageRanges(text: string): PageRange[] {
  return text
    .slice(text.lastIndexOf(':') + 1)
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [first = '', last = first] = part.trim().split('-');
      return { first: Number(first || 1), last: Number(last || Number.POSITIVE_INFINITY) };
    });
}

/** `maxDifference=0-8; totalPixels=0-20` or `0-8;0-20`; the name of a reference may be before it. */
function fuzzOf(text: string | undefined): Fuzzy | undefined {
  if (text === undefined) return undefined;
  const [maxDifference = 0, totalPixels = 0] = text
    .slice(text.lastIndexOf(':') + 1)
    .split(';')
    .map((part) => Number(part.split(/[=-]/).at(-1)));
  return { maxDifference, totalPixels };
}
