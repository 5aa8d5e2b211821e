/** Shows a failure with its place and the lines around it. */
import type { PlacedText } from '#contract/files/text-place';
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

/** Opens a place in a file. */
export type GoToPlace = (file: string, line: number, column: number | undefined) => void;

/** A warning that has a place gets a link to it. */
export function showWarnings(
  card: HTMLElement,
  warnings: readonly PlacedText[],
  onGo: GoToPlace = () => {},
): void {
  card.hidden = warnings.length === 0;
  within(card, 'summary').textContent = warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`;
  const counts = new Map<string, { readonly warning: PlacedText; count: number }>();
  for (const warning of warnings) {
    const key = JSON.stringify(warning);
    const known = counts.get(key);
    if (known) known.count += 1;
    else counts.set(key, { warning, count: 1 });
  }
  const items = [...counts.values()].map(({ warning: { text, ...place }, count }) =>
    element('li', {}, ...linkTo(place, onGo), count > 1 ? `${text} (${count} times)` : text),
  );
  within(card, 'ul').replaceChildren(...items);
}

/** Returns a button that opens the place, if it is known, and what separates it from the text. */
export function linkTo(
  { file, line, column }: Omit<PlacedText, 'text'>,
  onGo: GoToPlace,
): readonly (Node | string)[] {
  if (file === undefined || line === undefined) return [];
  const place = [file, line, ...(column ? [column] : [])].join(':');
  const button = element('button', { type: 'button', className: 'place' }, place);
  button.addEventListener('click', () => onGo(file, line, column));
  return [button, ' '];
}

/** The message of whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns whether a request ended because its result is no longer wanted. */
export const isAborted = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';
