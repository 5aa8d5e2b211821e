/** Warns about idioms of other programs for headers, footers and page numbers. */
import type { FixedBox } from '../../page-scripts/layout/find-fixed.ts';

const remedy =
  'make it a header or footer (--header, header.html), or a margin box (@page { @top-center { … } })';

/** Returns a sentence for each box. */
export const fixedProblems = (boxes: readonly FixedBox[]): string[] => boxes.map(describe);

function describe({ name, margin, covered }: FixedBox): string {
  if (covered !== undefined) return `${name} has position: fixed and covers the text "${covered}": ${remedy}`;
  const page = margin === 'top' ? 'page before' : 'page after';
  return `${name} has position: fixed and lies in the ${margin} margin, where browsers print it over the text of the ${page}: ${remedy}`;
}

/** `names` are those of the elements. */
export const pageCounterProblems = (names: readonly string[]): string[] =>
  names.map(
    (name) =>
      `${name} shows 0 for the number of the page, because browsers count pages only in margin boxes: use @page { @bottom-center { content: counter(page) } }, or a footer (--footer, footer.html)`,
  );
