/** Compares what can be read in two PDFs: pages, text, fonts, links, bookmarks, properties. */
import type { PdfFacts } from '#browser/drawing/pdf-facts';
import { diffLists } from './diff-lists.ts';
import type { Difference } from './difference.ts';

/** Changes that a message shows, and the lines of each that are gone and that are new. */
const shownChanges = 8;
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
 * Says what is gone and what is new, change by change. Undefined for equal lists.
 *
 * @example
 * compareLists(['a', 'b', 'c', 'd'], ['a', 'x', 'c']); // '− "b" + "x" − "d"'
 */
export function compareLists(before: readonly string[], after: readonly string[]): string | undefined {
  const changes = diffLists(before, after);
  if (changes.length === 0) return undefined;
  const shown = changes.slice(0, shownChanges);
  const left = changes.slice(shownChanges);
  const gone = left.reduce((sum, change) => sum + change.gone.length, 0);
  const added = left.reduce((sum, change) => sum + change.added.length, 0);
  return [
    ...shown.flatMap((change) => [...show('−', change.gone), ...show('+', change.added)]),
    ...(gone > 0 ? [`− ${gone} more`] : []),
    ...(added > 0 ? [`+ ${added} more`] : []),
  ].join(' ');
}

function show(sign: string, lines: readonly string[]): string[] {
  const shown = lines.slice(0, shownLines).map((line) => `${sign} ${quote(line)}`);
  return lines.length > shownLines ? [...shown, `${sign} ${lines.length - shownLines} more`] : shown;
}

function quote(text: string | undefined): string {
  if (text === undefined) return 'none';
  return JSON.stringify(text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text);
}
