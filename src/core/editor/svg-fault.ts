/** Whether an SVG is well-formed XML: its renderer draws what it understood so far, and is silent about the rest. */

/** The end of a sentence, or undefined. */
export function svgFault(text: string): string | undefined {
  const open: string[] = [];
  let roots = 0;
  let end = 0;
  for (const match of text.matchAll(markup)) {
    const [whole, comment, name, selfClosed, closing] = match;
    if (text.slice(end, match.index).includes('<')) return at(text, end + text.slice(end).indexOf('<'));
    end = match.index + whole.length;
    if (comment !== undefined) continue;
    if (closing !== undefined) {
      const last = open.pop();
      if (last !== closing) {
        return last === undefined
          ? `closes <${closing}>, which is not open`
          : `closes <${closing}> where <${last}> is open`;
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
  if (text.slice(end).includes('<')) return at(text, end + text.slice(end).indexOf('<'));
  if (roots === 0) return 'has no <svg>';
  return open.length === 0 ? undefined : `does not close <${open.at(-1)}>`;
}

const markup =
  /(<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[[\s\S]*?\]\]>|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>)|<([A-Za-z_][\w:.-]*)(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(\/)?>|<\/([A-Za-z_][\w:.-]*)\s*>/g;

const at = (text: string, offset: number): string =>
  `is not well-formed at line ${text.slice(0, offset).split('\n').length}`;
