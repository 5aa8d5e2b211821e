/** The outline of all objects, and the table of contents that is made of it. */
import type { OutlineEntry } from '#pdf';
import { fieldHtml } from './fields.ts';
import type { FlagValues } from './flag-values.ts';

/** A heading. Pages are those of the whole PDF, from 0. */
export interface WkHeading {
  readonly title: string;
  /** How deep it is in the outline of its object, from 1: an `h4` that follows an `h2` is below it. */
  readonly depth: number;
  readonly place: OutlineEntry['place'];
}

/** The headings of an object. */
export interface ObjectOutline {
  readonly title: string;
  readonly page: number;
  readonly headings: readonly WkHeading[];
}

/** Makes levels of elements, some of which may be left out, the depths of a tree. */
export function toDepths(levels: readonly number[]): number[] {
  const open: number[] = [];
  return levels.map((level) => {
    while ((open.at(-1) ?? 0) >= level) open.pop();
    return open.push(level);
  });
}

export const tocTitle = (flags: FlagValues): string => flags.text('toc-header-text') ?? 'Table of Contents';

/** The name of the place in the table that links of an entry lead to until it is known where its heading is. */
export const tocPlace = (index: number): string => `pdfapi-toc-entry-${index}`;

/**
 * Returns the table as a page. Numbers are the pages of the headings plus `offset` and 1. Entries are links to their own `tocPlace`, which
 * `moveDestinations` then moves.
 */
export function tocHtml(headings: readonly WkHeading[], flags: FlagValues, offset: number): string {
  const shrink = flags.number('toc-text-size-shrink', { min: 0 }) ?? 0.8;
  const indentation = flags.text('toc-level-indentation') ?? '1em';
  const hasLinks = flags.isOn('toc-links', true);
  const line = flags.isOn('dotted-lines', true) ? 'border-bottom: 1px dashed #c8c8c8' : '';
  const rows = headings.map(({ title, depth, place }, index) => {
    const size = Math.round(16 * shrink ** (depth - 1) * 100) / 100;
    const text = hasLinks ? `<a href="#${tocPlace(index)}">${fieldHtml(title)}</a>` : fieldHtml(title);
    const style = `font-size: ${size}px; margin-left: calc(${depth - 1} * ${indentation.replace(/[^\w.%]/g, '')})`;
    return `<li id="${tocPlace(index)}" style="${style}"><span>${text}</span><span>${place.page + 1 + offset}</span></li>`;
  });
  const caption = fieldHtml(tocTitle(flags));
  return `<!doctype html><html><head><meta charset="utf-8"><title>${caption}</title><style>
body { font-family: Arial, Helvetica, sans-serif; margin: 0 }
h1 { font-size: 20px; text-align: center }
ul { list-style: none; margin: 0; padding: 0 }
li { display: flex; justify-content: space-between; gap: 1em; padding: 0.2em 0; break-inside: avoid; ${line} }
a { color: inherit; text-decoration: none }
</style></head><body><h1>${caption}</h1><ul>${rows.join('\n')}</ul></body></html>`;
}

/** The file of `--dump-outline`: XML with the elements and attributes of wkhtmltopdf. */
export function outlineXml(objects: readonly ObjectOutline[], offset: number): string {
  let anchors = 0;
  const nextAnchor = () => `__WKANCHOR_${(anchors++).toString(36)}`;
  const open = (title: string, page: number) =>
    `<item title="${escapeXml(title)}" page="${page + 1 + offset}" link="${nextAnchor()}" backLink="${nextAnchor()}"`;
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<outline xmlns="http://wkhtmltopdf.org/outline">',
  ];
  for (const { title, page, headings } of objects) {
    const items = [
      { title, depth: 0, page },
      ...headings.map(({ place, ...rest }) => ({ ...rest, page: place.page })),
    ];
    const waiting: number[] = [];
    for (const [i, item] of items.entries()) {
      const indent = '  '.repeat(item.depth + 1);
      const isParent = (items[i + 1]?.depth ?? 0) > item.depth;
      lines.push(`${indent}${open(item.title, item.page)}${isParent ? '>' : '/>'}`);
      if (isParent) waiting.push(item.depth);
      const next = items[i + 1]?.depth ?? 0;
      while ((waiting.at(-1) ?? -1) >= next) lines.push(`${'  '.repeat((waiting.pop() ?? 0) + 1)}</item>`);
    }
  }
  return `${[...lines, '</outline>'].join('\n')}\n`;
}

const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
