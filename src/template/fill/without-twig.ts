/** Fills documents without Twig, like most raw HTML: they need no template engine and no thread. */
import { propertyFault } from '#contract/api/one-line-text';
import { metadataKeys } from '#contract/documents';
import type { Filled, FillJob } from './fill.ts';

/** The openings of Twig syntax, and line endings that Twig normalizes. */
const anything = /\{[{%#]|\r/;

/** In characters. Longer text is left to the template engine, which reports its limit. */
const maxPlainLength = 1_000_000;

/** Whether Twig would leave the text as it is. */
export const isPlainText = (text: string): boolean => text.length <= maxPlainLength && !anything.test(text);

/**
 * Returns the text unchanged, like Twig would. Returns undefined if Twig may have something to do, and for Markdown, which
 * takes time in proportion to its length.
 */
export function fillWithoutTwig({
  html,
  twig,
  markdown,
  header,
  footer,
  pageParts = {},
  metadata,
  invoice,
  partials,
}: FillJob): Filled | undefined {
  const isPlain = (text: string | undefined) => text === undefined || isPlainText(text);
  if (markdown || (twig && !isPlain(html))) return undefined;
  const others = [header, footer, invoice, ...Object.values(pageParts)];
  if (!others.every(isPlain) || Object.keys(partials).length > 0) return undefined;
  const properties = metadataKeys.flatMap((key) => {
    const value = metadata[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  // The template engine reports a property that cannot be one.
  if (!properties.every(([, value]) => isPlain(value) && propertyFault(value) === undefined))
    return undefined;
  return {
    html,
    header,
    footer,
    invoice,
    metadata: Object.fromEntries(properties.map(([key, value]) => [key, value.trim()])),
    dataUse: { isRead: false, names: [] },
  };
}
