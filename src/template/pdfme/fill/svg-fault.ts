/** Checks that an SVG is well-formed XML, because its renderer silently draws only what precedes an error. */

/** Returns the end of a sentence, or undefined. */
export function svgFault(text: string): string | undefined {
  const open: string[] = [];
  let roots = 0;
  let end = 0;
  for (let start = text.indexOf('<'); start >= 0; start = text.indexOf('<', end)) {
    const skipped = endOfSkipped(text, start);
    tag.lastIndex = start;
    const match = skipped === undefined ? tag.exec(text) : undefined;
    end = skipped ?? tag.lastIndex;
    // Both lack an end. Scanning stops, because a text of `<!--` alone would otherwise take hours.
    if (end <= start) return at(text, start);
    if (!match) continue;
    const [, name, selfClosed, closing] = match;
    if (closing !== undefined) {
      const last = open.pop();
      if (last !== closing) {
        return last === undefined
          ? `closes <${closing}>, which is not open`
          : `closes <${closing}> while <${last}> is open`;
      }
      continue;
    }
    if (open.length === 0) roots += 1;
    if (roots === 1 && open.length === 0 && name !== 'svg' && !name?.endsWith(':svg')) {
      return `begins with <${name}> and not with <svg>`;
    }
    if (roots > 1) return 'has something behind its end';
    if (selfClosed === undefined) open.push(name ?? '');
  }
  if (roots === 0) return 'has no <svg>';
  return open.length === 0 ? undefined : `does not close <${open.at(-1)}>`;
}

const tag =
  /<([A-Za-z_][\w:.-]*)(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(\/)?>|<\/([A-Za-z_][\w:.-]*)\s*>/y;
const doctype = /<!DOCTYPE[^>[]*(?:\[[^\]]*\][^>]*)?>/y;

/** Start and end marks of parts without elements. */
const skippedParts = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
] as const;

/** The end of a comment, processing instruction, CDATA section or document type at `start`; -1 if it is not closed. */
function endOfSkipped(text: string, start: number): number | undefined {
  for (const [open, close] of skippedParts) {
    if (!text.startsWith(open, start)) continue;
    const found = text.indexOf(close, start + open.length);
    return found < 0 ? -1 : found + close.length;
  }
  if (!text.startsWith('<!DOCTYPE', start)) return undefined;
  doctype.lastIndex = start;
  return doctype.test(text) ? doctype.lastIndex : -1;
}

const at = (text: string, offset: number): string =>
  `is not well-formed at line ${text.slice(0, offset).split('\n').length}`;
