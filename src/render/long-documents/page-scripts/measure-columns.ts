import type { MeasuredColumns, MeasureOptions } from '../part-layout.ts';
import type { TableScriptParts } from './table-script-parts.ts';

/**
 * Finds rows without which the columns of the table with most rows would have other widths. All others than those of `starts`
 * are laid out in any case.
 */
export function measureColumns(
  parts: TableScriptParts,
  { rows: expected, starts, end, hasCounters }: MeasureOptions,
): MeasuredColumns {
  const document = parts.unclobberedDocument();
  const found = parts.findPartRows(document);
  if (found?.rows.length !== expected) {
    return { reason: 'its HTML is not read as it is written', wider: [] };
  }
  // The items of a list and the blocks of a text are as wide as what they are in.
  if (!found.table) return { wider: [] };
  const { table } = found;
  const rows = found.rows as readonly HTMLTableRowElement[];
  const reason = findReason();
  if (reason) return { reason, wider: [] };
  const ends = starts.map((_, i) => starts[i + 1] ?? end);
  const hide = (row: number, isHidden: boolean) => {
    const { style } = rows[row] as HTMLElement;
    if (isHidden) style.setProperty('display', 'none', 'important');
    else style.removeProperty('display');
  };
  /** Only rows whose own style has no `display` are hidden and shown again: see `findReason`. */
  const show = (units: ReadonlySet<number>) => {
    for (const [unit, start] of starts.entries()) {
      for (let row = start; row < (ends[unit] ?? 0); row++) hide(row, !units.has(unit));
    }
  };
  const columns = rows.reduce(
    (most, { cells }) =>
      Math.max(
        most,
        [...cells].reduce((sum, { colSpan }) => sum + colSpan, 0),
      ),
    0,
  );
  const probe = document.createElement('tr');
  for (let i = 0; i < columns; i++) {
    const cell = document.createElement('td');
    cell.style.cssText = 'all:unset!important;display:table-cell!important';
    probe.append(cell);
  }
  probe.style.cssText = 'all:unset!important;display:table-row!important';
  // In a section of its own, so that it moves no row to a place where styles select it.
  const probes = document.createElement('tbody');
  probes.style.cssText = 'all:unset!important;display:table-row-group!important';
  probes.append(probe);
  [...table.tBodies].at(-1)?.after(probes);
  const modes = ['min-content', 'max-content', ''] as const;
  const widthsIn = (mode: string): number[] => {
    if (mode) {
      for (const property of ['width', 'min-width', 'max-width'])
        table.style.setProperty(
          property,
          property === 'width' ? mode : property === 'min-width' ? '0' : 'none',
          'important',
        );
    } else for (const property of ['width', 'min-width', 'max-width']) table.style.removeProperty(property);
    return [...probe.children].map((cell) => cell.getBoundingClientRect().width);
  };
  const own = ['width', 'min-width', 'max-width'].map((property) => table.style.getPropertyValue(property));
  if (own.some(Boolean)) table.setAttribute('data-pdfapi-style', table.getAttribute('style') ?? '');
  const measure = (mode: string): number[] => {
    if (mode === '' && own.some(Boolean)) {
      table.setAttribute('style', table.getAttribute('data-pdfapi-style') ?? '');
      return [...probe.children].map((cell) => cell.getBoundingClientRect().width);
    }
    return widthsIn(mode);
  };
  const wider = new Set<number>();
  const differs = (a: readonly number[], b: readonly number[]) => a.some((width, i) => width !== b[i]);
  // With all rows first, so that they are hidden once.
  const wholes = modes.map((mode) => ({
    mode,
    whole: measure(mode),
    candidates: mode === '' ? [] : widestCells(),
  }));
  show(wider);
  for (const { mode, whole, candidates } of wholes) {
    if (!differs(measure(mode), whole)) continue;
    for (const unit of candidates) wider.add(unit);
    show(wider);
    // Cells of several columns, or with content of a fixed width: halved until one is found.
    for (let round = 0; round < 50; round++) {
      const now = measure(mode);
      const column = now.findIndex((width, i) => width !== whole[i]);
      if (column < 0) break;
      let low = 0;
      let high = starts.length;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        const some = new Set(wider);
        for (let unit = 0; unit < middle; unit++) some.add(unit);
        show(some);
        if (measure(mode)[column] === whole[column]) high = middle;
        else low = middle;
      }
      if (wider.has(low) && hasCounters) break;
      if (wider.has(low)) return { reason: 'the widths of its columns depend on many rows', wider: [] };
      wider.add(low);
      show(wider);
    }
    if (!hasCounters && differs(measure(mode), whole))
      return { reason: 'the widths of its columns depend on many rows', wider: [] };
  }
  probes.remove();
  return { wider: [...wider].sort((a, b) => a - b) };

  /** The unit with the widest content of each column, as the table is laid out. */
  function widestCells(): number[] {
    const widest = new Map<number, { width: number; unit: number }>();
    const range = document.createRange();
    for (const [unit, start] of starts.entries()) {
      for (let row = start; row < (ends[unit] ?? 0); row++) {
        for (const cell of (rows[row] as HTMLTableRowElement).cells) {
          if (cell.colSpan !== 1) continue;
          range.selectNodeContents(cell);
          const { width } = range.getBoundingClientRect();
          const left = cell.offsetLeft;
          if (width > (widest.get(left)?.width ?? 0)) widest.set(left, { width, unit });
        }
      }
    }
    return [...widest.values()].map(({ unit }) => unit);
  }

  function findReason(): string | undefined {
    const style = getComputedStyle(table);
    if (style.display !== 'table' || style.float !== 'none' || !/static|relative/.test(style.position)) {
      return 'the table floats or is not laid out as one';
    }
    if (style.writingMode !== 'horizontal-tb') return 'it is written vertically';
    const { tHead, tFoot, tBodies } = table;
    for (const section of tBodies) {
      if (section.hidden) continue;
      const { display, position } = getComputedStyle(section);
      if (display !== 'table-row-group' || position !== 'static')
        return 'its rows are not laid out as those of a table';
    }
    if (tFoot && tFoot.compareDocumentPosition(tBodies[0] as Node) & Node.DOCUMENT_POSITION_FOLLOWING)
      return 'its footer is written before its rows';
    for (const row of [...(tHead?.rows ?? []), ...(tFoot?.rows ?? [])]) {
      if (!/\S/.test(row.textContent)) return 'its head or footer has an empty row';
    }
    const boxReason = parts.findBoxReason(table.parentElement, 'table');
    if (boxReason) return boxReason;
    for (const row of rows) {
      if (row.style.display && !row.hidden) return 'its rows have styles of their own that show or hide them';
    }
    return undefined;
  }
}
