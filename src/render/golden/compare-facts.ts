/** Compares what can be read in two PDFs: pages, text, fonts, links, bookmarks, properties. */
import type { PdfFacts } from '#browser/drawing/pdf-facts';
import type { Difference } from './difference.ts';

/** Lines that a message shows of what is gone and of what is new. */
const shownLines = 3;
const shownCharacters = 80;

/** Returns the differences of the whole document first, then those of each page that both have. */
export function compareFacts(before: PdfFacts, after: PdfFacts): Difference[] {
  const found: Difference[] = [];
  const add = (kind: Difference['kind'], text: string | undefined, page?: number) => {
    if (text !== undefined) found.push({ kind, text, page });
  };
  if (before.pages.length !== after.pages.length) {
    add('pages', `${before.pages.length} → ${after.pages.length}`);
  }
  add('outline', compareLists(before.outline, after.outline));
  const keys = [...new Set([...Object.keys(before.metadata), ...Object.keys(after.metadata)])].sort();
  for (const key of keys) {
    const [old, now] = [before.metadata[key], after.metadata[key]];
    if (old !== now) add('metadata', `${key}: ${quote(old)} → ${quote(now)}`);
  }
  add('conformance', compareLists(before.conformance, after.conformance));
  add('attachments', compareLists(before.attachments, after.attachments));
  add('fields', compareLists(before.fields, after.fields));
  for (const [index, old] of before.pages.entries()) {
    const now = after.pages[index];
    if (!now) break;
    const page = index + 1;
    if (old.size !== now.size) add('size', `${old.size} → ${now.size} points`, page);
    add('text', compareLists(old.lines, now.lines), page);
    add('fonts', compareLists(old.fonts, now.fonts), page);
    add('links', compareLists(old.links, now.links), page);
    add('descriptions', compareLists(old.descriptions, now.descriptions), page);
    add('alternatives', compareLists(old.alternatives, now.alternatives), page);
  }
  return found;
}

/**
 * Says what is gone and what is new between the first and the last entry that differ. Undefined for equal lists.
 *
 * @example
 * compareLists(['a', 'b', 'c'], ['a', 'x', 'c']); // '− "b" + "x"'
 */
export function compareLists(before: readonly string[], after: readonly string[]): string | undefined {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++;
  const gone = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  if (gone.length + added.length === 0) return undefined;
  return [...show('−', gone), ...show('+', added)].join(' ');
}

function show(sign: string, lines: readonly string[]): string[] {
  const shown = lines.slice(0, shownLines).map((line) => `${sign} ${quote(line)}`);
  return lines.length > shownLines ? [...shown, `${sign} ${lines.length - shownLines} more`] : shown;
}

function quote(text: string | undefined): string {
  if (text === undefined) return 'none';
  return JSON.stringify(text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text);
}
