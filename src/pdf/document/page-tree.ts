/** The pages of a document in sequence, with their inherited attributes (ISO 32000-2, 7.7.3). */
import { isDict, isNamed, type PdfDict, PdfRef, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import type { PdfReader } from '../reading/reader.ts';

const inheritedKeys = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;

/** Bytes that a repeated page costs the reading budget. A small file may list a page 30 000 times. */
const typicalLength = 256;

export interface Page {
  /** Undefined for a page written directly into its parent, which the format forbids. */
  readonly ref: PdfRef | undefined;
  readonly dict: PdfDict;
  /** Inheritable attributes: the page's own or those of its ancestors. */
  readonly inherited: ReadonlyMap<string, PdfValue>;
}

/**
 * Visits every node once, so that traversal ends even if the file has cycles. A page that is listed twice is two
 * pages. Throws `malformed`, `too_large`.
 */
export function* getPages(file: PdfReader): Generator<Page> {
  const seen = new Set<PdfDict>();
  const waiting: { node: PdfValue; above: ReadonlyMap<string, PdfValue> }[] = [
    { node: file.catalog.get('Pages') ?? null, above: new Map() },
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const node = file.resolve(next.node);
    if (!isDict(node)) continue;
    const kids = isNamed(file.get(node, 'Type'), 'Page') ? undefined : file.array(node, 'Kids');
    if (seen.has(node)) {
      if (kids) continue;
      file.spend(typicalLength);
    }
    seen.add(node);
    const inherited = new Map(next.above);
    for (const key of inheritedKeys) {
      const own = file.get(node, key);
      if (own !== null) inherited.set(key, own);
    }
    if (kids) for (const kid of kids.toReversed()) waiting.push({ node: kid, above: inherited });
    else yield { ref: next.node instanceof PdfRef ? next.node : undefined, dict: node, inherited };
  }
}

/** The message for an input file without pages. */
export const noPages = 'The PDF has no pages.';

/** The pages of an input file. Throws `malformed` if some or all of them are missing. */
export function getAllPages(file: PdfReader): Page[] {
  const pages = [...getPages(file)];
  if (pages.length === 0) throw new PdfError('malformed', noPages);
  const listed = countPagesInTree(file);
  if (pages.length < listed) {
    const missing = listed - pages.length;
    throw new PdfError(
      'malformed',
      `The PDF is damaged: ${missing} of its ${listed} pages ${missing === 1 ? 'is' : 'are'} missing.`,
    );
  }
  return pages;
}

/** The number of pages, from the root of the page tree alone if it has a count. */
export function countPagesInTree(file: PdfReader): number {
  const root = file.dict(file.catalog, 'Pages');
  const count = root && file.number(root, 'Count');
  if (count !== undefined && Number.isInteger(count) && count >= 0) return count;
  let pages = 0;
  for (const _ of getPages(file)) pages++;
  return pages;
}
