/**
 * What has to be known about the texts of a document before it is printed. Each answer is one pass over the text: 10 to
 * 150 ms for 10 MB.
 */
import { loadsFromNetwork, refersToAssets, refersToNetwork } from '../../template/model/document-address.ts';
import { mayMissGlyphs } from '../page-scripts/glyphs.ts';
import { namesWorkers } from '../page-scripts/without-workers.ts';
import { findUnknownPageSizes } from './page-size-css.ts';
import { mayHaveScripts } from './scripts.ts';

/** Where a pattern cannot tell, the answer is the one that only costs time. */
export interface TextFacts {
  /** See `refersToAssets`, and so on. */
  readonly refersToAssets: boolean;
  readonly refersToNetwork: boolean;
  readonly loadsFromNetwork: boolean;
  readonly namesWorkers: boolean;
  readonly mayHaveScripts: boolean;
  readonly mayMissGlyphs: boolean;
  /** Whether it may set a content security policy. */
  readonly setsPolicy: boolean;
  /** Whether it has a `<meta>` whose policy stays in the page for the documents after it. */
  readonly outlivesDocument: boolean;
  /** Whether it may hold `</style`. */
  readonly endsStyle: boolean;
  /** The titles, as written; undefined where there are too many to look at. */
  readonly titles: readonly string[] | undefined;
  /** Values of `size` in `@page` rules that browsers ignore. */
  readonly unknownPageSizes: readonly string[];
}

/** Of one print job. */
export interface DocumentFacts {
  readonly html: TextFacts;
  readonly styles: TextFacts;
}

type Readers = { readonly [Name in keyof TextFacts]: (text: string) => TextFacts[Name] };

const readers: Readers = {
  refersToAssets,
  refersToNetwork,
  loadsFromNetwork,
  namesWorkers,
  mayHaveScripts,
  mayMissGlyphs,
  // Such a policy admits the document's own files by their address, and not when they are inlined.
  setsPolicy: (text) => /content-security-policy/i.test(text),
  outlivesDocument: (text) =>
    /<\s*meta\b[^<>]*\b(?:http-equiv\s*=(?!\s*(?:["']\s*)?(?:content-type|x-ua))|referrer|color-scheme)/i.test(
      text,
    ),
  endsStyle: (text) => /<\/style/i.test(text),
  titles: titlesOf,
  unknownPageSizes: findUnknownPageSizes,
};
const names = Object.keys(readers) as (keyof TextFacts)[];

/** All of them, found now. */
export const readFacts = (text: string): TextFacts =>
  Object.fromEntries(names.map((name) => [name, readers[name](text)])) as unknown as TextFacts;

/** Each is found when it is asked for, and once. */
export function lazyFacts(text: string): TextFacts {
  const facts = {};
  for (const name of names) {
    Object.defineProperty(facts, name, {
      configurable: true,
      get() {
        const value = readers[name](text);
        Object.defineProperty(facts, name, { value });
        return value;
      },
    });
  }
  return facts as TextFacts;
}

/** Of a text that takes too long to read. */
export const unknownFacts: TextFacts = {
  refersToAssets: true,
  refersToNetwork: true,
  loadsFromNetwork: true,
  namesWorkers: true,
  mayHaveScripts: true,
  mayMissGlyphs: true,
  setsPolicy: true,
  outlivesDocument: true,
  endsStyle: true,
  titles: undefined,
  unknownPageSizes: [],
};

/** The facts of a job whose texts are short, or that has a thread of its own. */
export const lazyDocumentFacts = ({
  html,
  styles = '',
}: {
  readonly html: string;
  readonly styles?: string;
}): DocumentFacts => ({ html: lazyFacts(html), styles: lazyFacts(styles) });

/** Titles of a document, and characters of them, that are worth looking at. */
const maxTitles = 20;
const maxTitleCharacters = 100_000;

function titlesOf(html: string): string[] | undefined {
  const titles: string[] = [];
  let length = 0;
  for (const [, title = ''] of html.matchAll(/<title\b[^<>]*>([^<]*)/gi)) {
    length += title.length;
    if (titles.push(title) > maxTitles || length > maxTitleCharacters) return undefined;
  }
  return titles;
}
