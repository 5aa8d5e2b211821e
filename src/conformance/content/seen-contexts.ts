/** Remembers in which contexts content streams were interpreted, so that each is read a bounded number of times. */
import type { PdfStream } from '#pdf/object';
import type { ContentMark } from './content-visitor.ts';

/** How often one stream is interpreted, with different marks around it. */
const maxContexts = 6;

export class SeenContexts {
  readonly #keys = new Map<PdfStream, Set<string>>();

  /** A stream means the same wherever it is used, except for the marks around it. */
  isNew(stream: PdfStream, mark: ContentMark | undefined, isShown: boolean): boolean {
    let known = this.#keys.get(stream);
    if (!known) {
      known = new Set();
      this.#keys.set(stream, known);
    }
    const key = `${contextKey(mark)}${isShown ? '' : 'h'}`;
    if (known.has(key) || known.size >= maxContexts) return false;
    known.add(key);
    return true;
  }
}

/** What rules on marked content depend on: whether it is an artifact, tagged, and has a language. */
function contextKey(mark: ContentMark | undefined): string {
  let key = '';
  for (let each = mark; each; each = each.outer) {
    if (each.tag === 'Artifact' && !key.includes('a')) key += 'a';
    if (each.mcid !== undefined && !key.includes('t')) key += 't';
    if (each.properties?.has('Lang') && !key.includes('l')) key += 'l';
  }
  return [...key].sort().join('');
}
