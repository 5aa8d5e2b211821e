/** Reads the front matter of a Markdown file: properties, page settings, and what is printed above the text. */

import type { Pair } from 'yaml';
import type { Metadata } from '#contract/documents';
import { Failure } from '#contract/errors';
import { placeInText } from '#contract/files/text-place';
import type { PageSettings } from '#contract/page';
import type { MarkdownSettings } from '../model/markdown-settings.ts';
import type { SourceFile } from '../model/template-sources.ts';
import {
  FrontMatterFault,
  readBoolean,
  readEachText,
  readFootnotePlace,
  readFormat,
  readLanguage,
  readList,
  readLocale,
  readMargins,
  readOneText,
  readOrientation,
  readTimeZone,
  readTocLevels,
} from './front-matter-values.ts';

export interface MarkdownSource {
  /** Twig that makes Markdown. Its lines are those of the file. */
  readonly body: string;
  /** Values may contain Twig, header and footer are HTML with Twig. */
  readonly page: PageSettings;
  /** Values may contain Twig. */
  readonly metadata: Metadata;
  readonly markdown: MarkdownSettings;
  /** Where the parts with Twig are in the file, for errors in them. */
  readonly parts: Record<string, SourceFile>;
}

const readers = {
  title: readOneText,
  subtitle: readOneText,
  author: readList,
  date: readOneText,
  subject: readOneText,
  keywords: readList,
  lang: readLanguage,
  locale: readLocale,
  time_zone: readTimeZone,
  format: readFormat,
  orientation: readOrientation,
  margins: readMargins,
  header: readOneText,
  footer: readOneText,
  toc: readTocLevels,
  css: readEachText,
  page_numbers: readBoolean,
  footnotes: readFootnotePlace,
} as const;

type Key = keyof typeof readers;
type Values = { readonly [key in Key]?: ReturnType<(typeof readers)[key]> };

/** Names that other programs use for the same. */
const otherNames: Readonly<Record<string, Key>> = { authors: 'author', paper: 'format', margin: 'margins' };

/** Where Twig of each key is a part of the document with a name. */
const partNames: { readonly [key in Key]?: readonly string[] } = {
  title: ['metadata.title', 'title'],
  subtitle: ['subtitle'],
  author: ['metadata.author', 'author'],
  date: ['date'],
  subject: ['metadata.subject'],
  keywords: ['metadata.keywords'],
  header: ['header'],
  footer: ['footer'],
};

/**
 * Reads a Markdown file. Keys of the front matter that mean nothing here are ignored: files carry them for other
 * programs.
 *
 * Throws `invalid_template` with the line, for YAML that cannot be read and for a value that its key does not take.
 *
 * @example
 * (await readFrontMatter('notes.md', '---\ntitle: Notes\n---\nText')).metadata; // { title: 'Notes' }
 */
export async function readFrontMatter(file: string, text: string): Promise<MarkdownSource> {
  const template = { file, text };
  const found = findFrontMatter(text);
  if (!found) return toSource(text, {}, { template });
  const { parseDocument, isMap, isScalar } = await import('yaml');
  // The line with the dashes comes before.
  const place = (offset: number) => {
    const { line, column } = placeInText(found.yaml, offset);
    return { line: line + 1, column };
  };
  const fail = (message: string, offset: number, hint?: string) =>
    new Failure('invalid_template', message, {
      location: { ...template, ...place(offset) },
      hint,
      facts: { part: 'template', line: place(offset).line },
    });
  if (isTooDeep(found.yaml)) throw fail('The front matter is nested too deep.', 0);
  const document = parseDocument(found.yaml, { prettyErrors: false, logLevel: 'silent' });
  const [error] = document.errors;
  if (error) {
    const message = `The front matter is not valid YAML: ${error.message.replace(/\.$/, '')}.`;
    throw fail(message, error.pos[0], 'Text with a colon or with {{ … }} needs quotes.');
  }
  const { contents } = document;
  // A sentence between two rules is text.
  if (contents !== null && !isMap(contents)) {
    if (isScalar(contents) && typeof contents.value === 'string') return toSource(text, {}, { template });
    throw fail('The front matter must have keys with values.', 0, 'Write for example: title: Notes');
  }
  const values: { [key in Key]?: unknown } = {};
  const parts: Record<string, SourceFile> = { template };
  for (const pair of (contents?.items ?? []) as Pair[]) {
    const name = isScalar(pair.key) ? String(pair.key.value).toLowerCase() : '';
    const key = Object.hasOwn(otherNames, name) ? otherNames[name] : name;
    if (!isKey(key)) continue;
    const node = pair.value as { range?: readonly [number, number, number] | null } | null;
    const start = node?.range?.[0] ?? offsetOf(pair.key);
    try {
      const value = toValue(pair.value, document);
      if (value === null) continue;
      values[key] = readers[key](value);
    } catch (fault) {
      if (!(fault instanceof FrontMatterFault)) throw fault;
      throw fail(`The ${name} of the front matter ${fault.message}.`, start);
    }
    for (const part of partNames[key] ?? []) parts[part] = { ...template, start: place(start) };
  }
  return toSource(found.body, values as Values, parts);
}

const isKey = (name: string | undefined): name is Key => name !== undefined && Object.hasOwn(readers, name);

const offsetOf = (node: unknown): number => (node as { range?: readonly number[] }).range?.[0] ?? 0;

/** In characters that open a list or a mapping. Front matter in use has a dozen, and Twig in it some more. */
const maxOpenings = 200;

/** Checked before parsing, because the parser takes a quarter of a second for 9,000 lists inside each other. */
const isTooDeep = (yaml: string): boolean =>
  (yaml.match(/[[{]/g)?.length ?? 0) > maxOpenings || /(?:[-?:][ \t]+){20}/.test(yaml);

function toValue(node: unknown, document: unknown): unknown {
  if (typeof (node as { toJS?: unknown } | null)?.toJS !== 'function') return node ?? null;
  try {
    return (node as { toJS(document: unknown, options: object): unknown }).toJS(document, {
      maxAliasCount: 10,
    });
  } catch (error) {
    throw new FrontMatterFault(`cannot be read: ${(error as Error).message}`);
  }
}

function toSource(
  body: string,
  {
    title,
    subtitle,
    author,
    date,
    subject,
    keywords,
    toc,
    css,
    page_numbers,
    footnotes,
    time_zone: timeZone,
    ...page
  }: Values,
  parts: Record<string, SourceFile>,
): MarkdownSource {
  return {
    body,
    page: timeZone === undefined ? page : { ...page, timeZone },
    metadata: withoutUndefined({ title, author, subject, keywords }),
    markdown: {
      titleBlock: { title, subtitle, author, date },
      toc,
      css,
      pageNumbers: page_numbers,
      footnotes,
    },
    parts,
  };
}

const withoutUndefined = (metadata: Metadata): Metadata =>
  Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined));

interface FrontMatterText {
  /** The YAML, without the lines around it. */
  readonly yaml: string;
  /** The file with empty lines in place of the front matter, so that errors name the lines of the file. */
  readonly body: string;
}

/** In characters. What it says is read outside of the threads that read the text. */
const maxFrontMatterCharacters = 10_000;

const openingDashes = /^---[ \t]*\r?\n(?=[ \t]*\S)/;
const closingDashes = /^(?:---|\.\.\.)[ \t]*\r?$/m;

/**
 * Finds the front matter: YAML between two lines of dashes at the beginning of the file. Returns undefined if the file
 * begins with its text. Three dashes with an empty line below, or without further dashes within 10,000 characters, are
 * a horizontal rule.
 */
function findFrontMatter(text: string): FrontMatterText | undefined {
  const start = openingDashes.exec(text)?.[0].length;
  if (start === undefined) return undefined;
  const rest = text.slice(start, start + maxFrontMatterCharacters);
  const end = closingDashes.exec(rest);
  if (!end) return undefined;
  const yaml = rest.slice(0, end.index);
  const after = start + end.index + end[0].length;
  return { yaml, body: text.slice(0, after).replace(/[^\n]/g, '') + text.slice(after) };
}
