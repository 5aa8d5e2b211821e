/** What the texts of a design say of the whole document: its language and its title. */
import type { Drawable } from '../draw/drawable.ts';
import { valueKind } from '../element-types.ts';
import { readingOrder } from './reading-order.ts';
import { toBox } from './to-box.ts';

/** A language shows in less. */
const maxCharacters = 50_000;

/** Text for finding out the language. Elements of every page are left out: they are short, and often addresses. */
export function sampleText(elements: readonly Drawable[]): string {
  let text = '';
  for (const { style, value } of elements) {
    if (text.length >= maxCharacters) break;
    const kind = valueKind(style.type);
    if (kind === 'text') text += `${value}\n`;
    else if (kind === 'rows') text += `${(JSON.parse(value) as unknown[]).flat().join('\n')}\n`;
  }
  return text.slice(0, maxCharacters);
}

/** The first heading of the highest level that comes first, in reading order; it can be the title of the document. */
export function findFirstHeading(pages: readonly (readonly Drawable[])[]): string | undefined {
  for (const elements of pages) {
    const headings = elements.filter(({ heading, value }) => heading !== undefined && value.trim() !== '');
    const [first] = readingOrder(headings.map(({ style }) => toBox(style)));
    const { style, value = '' } = (first === undefined ? undefined : headings[first]) ?? {};
    const text = style?.textFormat === 'inline-markdown' ? value.replace(/[*~`]|\\(?=\S)/g, '') : value;
    if (style) return text.replace(/\s+/g, ' ').trim();
  }
  return undefined;
}
