/** Shows a failure with its place and the lines around it. */
import { element, within } from './element.ts';

export interface ShownFailure {
  readonly message: string;
  readonly place?: { readonly file: string; readonly line: number; readonly column: number | null } | null;
  readonly excerpt?: readonly string[];
  readonly fields?: readonly { readonly field: string; readonly text: string }[];
  readonly hint?: string | null;
}

export function showFailure(card: HTMLElement, failure: ShownFailure | null): void {
  card.hidden = !failure;
  const text = JSON.stringify(failure);
  if (card.dataset.shown === text) return;
  card.dataset.shown = text;
  card.replaceChildren();
  if (!failure) return;
  const { message, place, excerpt = [], fields = [], hint } = failure;
  const parts: HTMLElement[] = [element('p', {}, element('strong', {}, message))];
  if (place) {
    const column = place.column === null ? '' : `:${place.column}`;
    parts.push(element('p', { className: 'place' }, `${place.file}:${place.line}${column}`));
  }
  if (excerpt.length > 0) {
    const lines = excerpt.map((line) =>
      /^\s*│\s*\^$/.test(line) ? element('span', { className: 'caret' }, line) : line,
    );
    parts.push(element('pre', {}, ...lines.flatMap((line) => [line, '\n'])));
  }
  if (fields.length > 0) {
    const items = fields.map(({ field, text }) => element('li', {}, element('code', {}, field), ` ${text}`));
    parts.push(element('ul', {}, ...items));
  }
  if (hint) parts.push(element('p', { className: 'hint' }, hint));
  card.append(...parts);
}

export function showWarnings(card: HTMLElement, texts: readonly string[]): void {
  card.hidden = texts.length === 0;
  within(card, 'summary').textContent = texts.length === 1 ? '1 warning' : `${texts.length} warnings`;
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const items = [...counts].map(([text, count]) =>
    element('li', {}, count > 1 ? `${text} (${count} times)` : text),
  );
  within(card, 'ul').replaceChildren(...items);
}

/** The message of whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns whether a request ended because its result is no longer wanted. */
export const isAborted = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';
