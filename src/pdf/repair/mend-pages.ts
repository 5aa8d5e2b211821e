/** Makes pages as the format wants them, where some viewers show nothing of others. */
import { listContents } from '../document/page-contents.ts';
import { getPages } from '../document/page-tree.ts';
import { isDict, type PdfValue, toList } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

/**
 * Pages that are written into their parents become objects of their own (ISO 32000-2, 7.7.3.2), and what is no stream is left out of
 * the contents of a page (7.8.2). Changes the file in memory. Throws `malformed`, `too_large`.
 */
export function mendPages(file: PdfReader): void {
  let hasDirect = false;
  for (const page of getPages(file)) {
    const { ref, dict } = page;
    hasDirect ||= ref === undefined;
    const listed = toList(file.get(dict, 'Contents'));
    const streams = listContents(file, page);
    if (streams.length < listed.length) dict.set('Contents', streams);
  }
  if (hasDirect) giveReferences(file);
}

/** Bytes of a page, for the reading budget. */
const typicalLength = 256;

function giveReferences(file: PdfReader): void {
  const seen = new Set<PdfValue>();
  const waiting: PdfValue[] = [file.catalog.get('Pages') ?? null];
  while (waiting.length > 0) {
    const node = file.resolve(waiting.pop());
    if (!isDict(node) || seen.has(node)) continue;
    seen.add(node);
    const kids = file.array(node, 'Kids') ?? [];
    for (const [i, kid] of kids.entries()) {
      if (isDict(kid)) {
        file.spend(typicalLength);
        kids[i] = file.add(kid);
      }
      waiting.push(kid);
    }
  }
}
