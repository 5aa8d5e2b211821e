/** The pages of a document, in order, with what they inherit (ISO 32000-2, 7.7.3). */
import { isDict, isNamed, type PdfDict, PdfRef, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import type { PdfReader } from '../reading/reader.ts';

const inheritedKeys = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;

/** What a page costs that is listed again, for the budget of reading: a small file may do so 30 000 times. */
const typicalLength = 256;

export interface Page {
  /** Undefined for a page that stands inside its parent, which the format forbids. */
  readonly ref: PdfRef | undefined;
  readonly dict: PdfDict;
  /** What pages can inherit: the page's own or from above. */
  readonly inherited: ReadonlyMap<string, PdfValue>;
}

/**
 * Every node is visited once, so that a tree that is none ends too; a page that is listed twice is two pages. Throws
 * `malformed`, `too_large`.
 */
export function* pagesOf(file: PdfReader): Generator<Page> {
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

/** The same, of a file that somebody brings. Throws `malformed` where it has lost some of them, or all. */
export function allPagesOf(file: PdfReader): Page[] {
  const pages = [...pagesOf(file)];
  if (pages.length === 0) throw new PdfError('malformed', 'The PDF has no pages.');
  const listed = countPagesOf(file);
  if (pages.length < listed) {
    const missing = listed - pages.length;
    throw new PdfError(
      'malformed',
      `The PDF is damaged: ${missing} of its ${listed} pages ${missing === 1 ? 'is' : 'are'} missing.`,
    );
  }
  return pages;
}

/** The number of pages, from the tree's root alone where that says it. */
export function countPagesOf(file: PdfReader): number {
  const root = file.dict(file.catalog, 'Pages');
  const count = root && file.number(root, 'Count');
  if (count !== undefined && Number.isInteger(count) && count >= 0) return count;
  let pages = 0;
  for (const _ of pagesOf(file)) pages++;
  return pages;
}
