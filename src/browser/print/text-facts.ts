/**
 * The facts about a document's texts that must be known before printing. Each takes one pass over the text: 10 to 150
 * ms for 10 MB.
 */
import { loadsFromNetwork, refersToAssets, refersToNetwork } from '#template/model/document-address';
import { mayNameUnprintedCss, usesPagedMedia } from '#template/model/uses-paged-media';
import { type CssPageRules, readPageRules } from '../paper/page-size-css.ts';
import { mayMissGlyphs } from './glyphs.ts';
import { mayHaveScripts } from './scripts.ts';
import { namesWorkers } from './without-workers.ts';

/** If a pattern is inconclusive, the fact has the value that only costs time. */
export interface TextFacts {
  /** See the functions of the same names, such as `refersToAssets`. */
  readonly refersToAssets: boolean;
  readonly refersToNetwork: boolean;
  readonly loadsFromNetwork: boolean;
  readonly namesWorkers: boolean;
  readonly mayHaveScripts: boolean;
  readonly mayMissGlyphs: boolean;
  /** Whether the text may set a content security policy. */
  readonly setsPolicy: boolean;
  /** Whether the text has a `<meta>` whose policy persists in the page for later documents. */
  readonly outlivesDocument: boolean;
  /** Whether the text may contain `</style`. */
  readonly endsStyle: boolean;
  /** Whether the text may have a link to a place of its own. */
  readonly linksInside: boolean;
  /** Whether the text may have a link. */
  readonly mayLink: boolean;
  /** Whether the text may have something that `hintTags` names. */
  readonly mayHint: boolean;
  /** Whether the text may name a picture, a font or another style sheet, inlined ones included. */
  readonly mayShowFiles: boolean;
  readonly usesPagedMedia: boolean;
  readonly mayNameUnprintedCss: boolean;
  /** Whether the text may be written from right to left. */
  readonly mayBeReversed: boolean;
  readonly pageRules: CssPageRules;
  /** Traits of its layout that are worth checking after the print. */
  readonly layoutTraits: LayoutTraits;
}

export interface LayoutTraits {
  /** Whether it has frames, or boxes that may cut what they hold. */
  readonly mayCut: boolean;
  /** Whether it may have fixed boxes. */
  readonly mayFix: boolean;
}

/** The facts of one print job. */
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
  // A content security policy allows the document's own files by address, and not inlined.
  setsPolicy: (text) => /content-security-policy/i.test(text),
  outlivesDocument: (text) =>
    /<\s*meta\b[^<>]*\b(?:http-equiv\s*=(?!\s*(?:["']\s*)?(?:content-type|x-ua))|referrer|color-scheme)/i.test(
      text,
    ),
  endsStyle: (text) => /<\/style/i.test(text),
  linksInside: (text) => /href\s*=\s*(?:["']\s*)?[#&]/i.test(text),
  // An entity may stand for either of both.
  mayLink: (text) => /<\s*(?:[^\s<>:]+:)?(?:a|area)\b|<!entity/i.test(text),
  mayHint: (text) =>
    /<\s*(?:[^\s<>:]+:)?(?:(?:dl|math|abbr)\b|(?:span|[ibu]|cite|bd[io]|small)\s[^<>]*\blang\s*=)|<!entity/i.test(
      text,
    ),
  mayShowFiles: (text) =>
    /url\(|@import|<\s*(?:[^\s<>:]+:)?(?:img|image|input|video|link)\b|xml-stylesheet|&#|&lpar|<!entity/i.test(
      text,
    ),
  usesPagedMedia,
  mayNameUnprintedCss,
  mayBeReversed: (text) => /\brtl\b/i.test(text),
  pageRules: readPageRules,
  layoutTraits: readTraits,
};

export function readTraits(text: string): LayoutTraits {
  return {
    mayCut: /\boverflow(?:-[xy]|-block|-inline)?\s*:|\boverflow-[xy]\b|<(?:iframe|embed|object)\b/i.test(
      text,
    ),
    mayFix: /\bposition\s*:\s*fixed\b/i.test(text),
  };
}

export const noTraits: LayoutTraits = { mayCut: false, mayFix: false };

/** Returns the traits of a document that consists of all the texts. */
export const mergeTraits = (all: readonly LayoutTraits[]): LayoutTraits => ({
  mayCut: all.some(({ mayCut }) => mayCut),
  mayFix: all.some(({ mayFix }) => mayFix),
});

const names = Object.keys(readers) as (keyof TextFacts)[];

/** Computes all facts immediately. */
export const readFacts = (text: string): TextFacts =>
  Object.fromEntries(names.map((name) => [name, readers[name](text)])) as unknown as TextFacts;

/** Computes each fact once, when it is first read. */
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

/** The facts of a text that takes too long to read. */
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
  linksInside: true,
  mayLink: true,
  mayHint: true,
  mayShowFiles: true,
  usesPagedMedia: true,
  mayNameUnprintedCss: true,
  mayBeReversed: true,
  pageRules: { margins: {}, ignoredSizes: [] },
  layoutTraits: { mayCut: true, mayFix: true },
};

/** Returns the facts of a job whose texts are short, or that does not share its thread with other jobs. */
export const lazyDocumentFacts = ({
  html,
  styles = '',
}: {
  readonly html: string;
  readonly styles?: string | undefined;
}): DocumentFacts => ({ html: lazyFacts(html), styles: lazyFacts(styles) });
