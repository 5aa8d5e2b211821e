/** Draws a list of options, of which some are chosen. */
import { lineOf } from '#pdf/fonts/text-line';
import type { DrawnText, TextRequest } from './draw-text.ts';
import { operands } from './numbers.ts';

interface ListRequest extends Omit<TextRequest, 'layout' | 'text'> {
  readonly labels: readonly string[];
  /** Indexes of the options. */
  readonly chosen: readonly number[];
  /** Index of the option that is shown first, as the file says. */
  readonly top: number;
}

/** Points. */
const defaultSize = 12;
const lineHeight = 1.15;

/** Sets the colour that viewers put behind chosen options. */
const highlight = '0.6 0.75686 0.8549 rg';

/** Shows the first chosen option, wherever the list was scrolled to. */
export function drawList({ labels, chosen, top, style, font, frame }: ListRequest): DrawnText {
  const { width, height, inset, padding } = frame;
  const size = style.size > 0 ? style.size : defaultSize;
  const row = size * lineHeight;
  const rows = Math.max(1, Math.floor((height - 2 * inset) / row));
  const first = firstShown(labels.length, rows, top, chosen[0]);
  const shown = labels.slice(first, first + rows + 1);
  const bars: string[] = [];
  const lines: string[] = [];
  for (const [i, label] of shown.entries()) {
    const bottom = height - inset - (i + 1) * row;
    if (chosen.includes(first + i)) bars.push(`${operands(inset, bottom, width - 2 * inset, row)} re f`);
    const line = lineOf(label);
    const length = (font.font.widthOf(line) * size) / 1000;
    const free =
      style.align === 'left' ? 0 : (width - 2 * padding - length) / (style.align === 'right' ? 1 : 2);
    const y = bottom + (row - ((font.font.ascent - font.font.descent) * size) / 1000) / 2;
    lines.push(`1 0 0 1 ${operands(padding + Math.max(0, free), y)} Tm ${font.font.encode(line)} Tj`);
  }
  const clip = `${operands(inset, inset, width - 2 * inset, height - 2 * inset)} re W n`;
  const text = [`BT ${style.colour} /${font.name} ${operands(size)} Tf`, ...lines, 'ET'].join('\n');
  const behind = bars.length > 0 ? `${highlight}\n${bars.join('\n')}\n` : '';
  const isCut = chosen.some((index) => index < first || index >= first + rows);
  return { content: `q ${clip}\n${behind}${text}\nQ\n`, isCut };
}

function firstShown(count: number, rows: number, top: number, chosen: number | undefined): number {
  const first = Math.min(Math.max(0, top), Math.max(0, count - 1));
  if (chosen === undefined || (chosen >= first && chosen < first + rows)) return first;
  return Math.max(0, Math.min(chosen, count - rows));
}
