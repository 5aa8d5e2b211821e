/** Formulas in TeX: `$…$` in a line, `$$…$$`, and code of the language `math`. */
import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

const dollar = 0x24;

/** The most lines of one formula. */
const maxLines = 200;

export function addMath(parser: MarkdownIt): void {
  parser.inline.ruler.after('escape', 'math', readInlineMath);
  parser.block.ruler.before('fence', 'math_block', readMathBlock, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  parser.core.ruler.push('math_code', ({ tokens }) => {
    for (const token of tokens) {
      if (token.type === 'fence' && token.info.trim() === 'math') token.type = 'math_block';
    }
  });
}

/**
 * As in Pandoc, the dollar that opens has text right behind it, the one that closes has text right before it and no digit
 * behind it: `$5 and $10` is no formula.
 */
function readInlineMath(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== dollar) return false;
  const marker = src.charCodeAt(pos + 1) === dollar ? '$$' : '$';
  const start = pos + marker.length;
  let end = src.indexOf(marker, start);
  while (end > 0 && src[end - 1] === '\\') end = src.indexOf(marker, end + 1);
  if (end <= start || end > state.posMax - marker.length) return skipDollars(state, marker, silent);
  const isTight = !/\s/.test(src[start] ?? ' ') && !/\s/.test(src[end - 1] ?? ' ');
  if (marker === '$' && (!isTight || /\d/.test(src[end + 1] ?? ''))) {
    return skipDollars(state, marker, silent);
  }
  if (!silent) {
    const token = state.push('math_inline', 'math', 0);
    token.content = src.slice(start, end).trim();
    token.meta = { isDisplay: marker === '$$' };
  }
  state.pos = end + marker.length;
  return true;
}

/** They are text, and the next search begins behind them. */
function skipDollars(state: StateInline, marker: string, silent: boolean): boolean {
  if (!silent) state.pending += marker;
  state.pos += marker.length;
  return true;
}

function readMathBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const lineText = (line: number) =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
  const first = lineText(startLine);
  if (!first.startsWith('$$') || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const parts = [first.slice(2)];
  let line = startLine;
  while (!parts.at(-1)?.trimEnd().endsWith('$$')) {
    line += 1;
    // Text of a formula has no empty lines, so an opening that is never closed takes no more than its paragraph.
    if (line >= endLine || line > startLine + maxLines || lineText(line).trim() === '') return false;
    parts.push(lineText(line));
  }
  // More text behind the end is a paragraph with a formula.
  const content = parts.join('\n').trimEnd().slice(0, -2);
  if (content.trim() === '' || content.includes('$$')) return false;
  if (silent) return true;
  state.line = line + 1;
  const token = state.push('math_block', 'math', 0);
  token.block = true;
  token.content = content.trim();
  token.map = [startLine, state.line];
  return true;
}
