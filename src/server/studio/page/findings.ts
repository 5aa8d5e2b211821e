/** Shows the faults of a template. Each links to its place, and the first is shown with its lines. */
import { element } from '#studio/page/element';
import { type GoToPlace, linkTo } from '#studio/page/failure-card';

export interface ShownFinding {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly file?: string | undefined;
  /** From 1. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

export interface FindingsOptions {
  readonly textOf: (path: string) => string | undefined;
  readonly onGo: GoToPlace;
}

export function showFindings(
  card: HTMLElement,
  findings: readonly ShownFinding[],
  { textOf, onGo }: FindingsOptions,
): void {
  card.hidden = findings.length === 0;
  const items = findings.map(({ message, hint, file, line, column }, index) => {
    const parts = [...linkTo({ file, line, column }, onGo), element('p', {}, element('strong', {}, message))];
    const lines = index === 0 && file !== undefined ? excerpt(textOf(file), line, column) : undefined;
    if (lines) parts.push(lines);
    if (hint) parts.push(element('p', { className: 'hint' }, hint));
    return element('li', {}, ...parts);
  });
  card.replaceChildren(element('ul', { className: 'findings' }, ...items));
}

/** Returns the line and the two before it, with a caret. */
function excerpt(
  text: string | undefined,
  line: number | undefined,
  column: number | undefined,
): HTMLElement | undefined {
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  if (line === undefined || line > lines.length) return undefined;
  const width = String(line).length;
  const from = Math.max(1, line - 2);
  const seen = lines.slice(from - 1, line);
  // Removes the common indentation, so that the place is visible in a narrow card.
  const indents = seen.filter((each) => each.trim() !== '').map((each) => each.search(/\S/));
  const margin = Math.max(0, Math.min(...indents, (column ?? 1) - 1));
  const shown = seen
    .map((each) => each.slice(margin))
    .map((each, index) => `${String(from + index).padStart(width)} │ ${each.slice(0, 300)}`);
  const caret =
    column && column <= 300
      ? [
          element(
            'span',
            { className: 'caret' },
            `${' '.repeat(width)} │ ${' '.repeat(column - 1 - margin)}^`,
          ),
        ]
      : [];
  return element('pre', {}, shown.join('\n'), ...caret.flatMap((each) => ['\n', each]));
}
