import type { CounterChange, ReadCounters } from '../part-layout.ts';
import type { TableScriptParts } from './table-script-parts.ts';

/** Reads what rows of the table with most rows do to the counters of CSS that later rows have. */
export function readCounters(
  parts: TableScriptParts,
  { lead, count }: { readonly lead: number; readonly count: number },
): ReadCounters {
  const document = parts.unclobberedDocument();
  const part = parts.findPartRows(document);
  if (!part) return { changes: [], rows: [], sections: [] };
  const { table, container, rows: all } = part;
  const own = new Set<Element>(all.slice(lead, lead + count));
  const counting = tryToFindCounting();
  if (!counting) return { reason: 'its style sheets cannot be read', changes: [], rows: [], sections: [] };
  const rowChanges = new Map<Element, CounterChange[]>();
  const sectionChanges = new Map<Element, CounterChange[]>();
  /** Elements around the rows or before them, by the counters that they make. */
  const outer = new Map<string, Element[]>();
  const inner: { readonly row: Element; readonly element: Element; readonly found: CounterChange[] }[] = [];
  const byRows = new Set<string>();
  for (const [element, pseudos] of counting) {
    const top = rowOf(element);
    const found = pseudos.flatMap((pseudo) => changesOf(element, pseudo));
    if (found.length === 0) continue;
    if (!top) {
      for (const { name } of found) outer.set(name, [...(outer.get(name) ?? []), element]);
      if (table && element.parentElement === table) sectionChanges.set(element, found);
    } else if (top === element && pseudos.length === 1 && pseudos[0] === '') {
      for (const { name } of found) byRows.add(name);
      rowChanges.set(top, found);
    } else inner.push({ row: top, element, found });
  }
  const isOuter = (name: string, row: Element) =>
    (outer.get(name) ?? []).some(
      (element) =>
        element.contains(row) ||
        (element.parentElement?.contains(row) &&
          (element.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING) > 0),
    );
  for (const [row, found] of rowChanges) {
    rowChanges.set(
      row,
      found.map((change) => ({ ...change, isOuter: isOuter(change.name, row) })),
    );
  }
  const resets = inner.filter(({ found }) => found.some(({ kind }) => kind === 'reset'));
  for (const { row, element, found } of inner) {
    for (const change of found) {
      const { name, kind } = change;
      // A list within a cell has numbers of its own.
      const isLocal = resets.some(
        (each) =>
          each.row === row &&
          each.found.some((other) => other.kind === 'reset' && other.name === name) &&
          each.element.parentElement?.contains(element) &&
          (each.element === element ||
            (each.element.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) > 0),
      );
      if (isLocal) continue;
      if (kind !== 'increment' || byRows.has(name)) {
        return { reason: 'its cells set counters of the rows', changes: [], rows: [], sections: [] };
      }
      if (isOuter(name, row)) {
        rowChanges.set(row, [...(rowChanges.get(row) ?? []), { ...change, isOuter: true }]);
      }
    }
  }
  const known = new Map<string, number>();
  const changes: (readonly CounterChange[])[] = [];
  const indexOf = (found: readonly CounterChange[] = []) => {
    const key = JSON.stringify(found);
    const index = known.get(key) ?? changes.push(found) - 1;
    known.set(key, index);
    return index;
  };
  const rows = [...own].map((row) => indexOf(rowChanges.get(row)));
  const sections = [...own].map((row) => indexOf(sectionChanges.get(row.parentElement as Element)));
  return { changes, rows, sections };

  /** The row that an element is in, or that it is. */
  function rowOf(element: Element): Element | undefined {
    if (table) {
      const row = element.closest('tr');
      const isOfTable = row?.closest('table') === table && row.closest('thead, tfoot') === null;
      return isOfTable && row ? row : all.find((each) => each.contains(element));
    }
    let at: Element | null = element;
    while (at && at.parentElement !== container) at = at.parentElement;
    return at ?? undefined;
  }

  function changesOf(element: Element, pseudo: string): CounterChange[] {
    const style = getComputedStyle(element, pseudo || undefined);
    if (style.display === 'none' || (pseudo && style.content === 'none')) return [];
    return (['reset', 'increment', 'set'] as const).flatMap((kind) =>
      parts.readCounterValues(style, kind).map(([name, value]) => ({ name, kind, value, isOuter: true })),
    );
  }

  function tryToFindCounting() {
    try {
      return findCounting();
    } catch {
      // Style sheets of other hosts cannot be read.
      return undefined;
    }
  }

  /** Elements that may count, each with its pseudo-elements that do; an empty name is the element itself. */
  function findCounting(): Map<Element, string[]> {
    const found = new Map<Element, Set<string>>();
    const add = (element: Element, pseudo: string) => {
      const pseudos = found.get(element) ?? new Set();
      found.set(element, pseudos.add(pseudo));
    };
    const read = (rules: CSSRuleList) => {
      for (const rule of rules) {
        if (rule instanceof CSSStyleRule && /counter-(?:increment|reset|set)/.test(rule.style.cssText)) {
          const [, pseudo] = /::?(before|after|marker)\b/.exec(rule.selectorText) ?? [];
          const selector = rule.selectorText.replaceAll(/::?(?:before|after|marker)\b/g, '');
          const pseudos = pseudo
            ? [
                '',
                ...new Set(
                  [...rule.selectorText.matchAll(/::?(before|after|marker)\b/g)].map(
                    ([, each]) => `::${each}`,
                  ),
                ),
              ]
            : [''];
          const isWhole =
            selector.includes('&') ||
            selector.split(',').some((each) => each === '' || /[\s>+~]$/.test(each));
          for (const element of document.querySelectorAll(isWhole ? '*' : selector)) {
            for (const each of pseudos) add(element, each);
          }
        }
        if ('cssRules' in rule) read(rule.cssRules as CSSRuleList);
      }
    };
    for (const sheet of document.styleSheets) read(sheet.cssRules);
    for (const element of document.querySelectorAll('[style*="counter-" i]')) add(element, '');
    // In the order of the document.
    const ordered = [...found].sort(([a], [b]) =>
      a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    );
    return new Map(
      ordered.map(([element, pseudos]) => [
        element,
        [...pseudos].filter((pseudo) => changesOf(element, pseudo).length > 0),
      ]),
    );
  }
}
