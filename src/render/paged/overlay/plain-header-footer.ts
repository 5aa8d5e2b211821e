/**
 * One header and one footer for all pages, filled with the document. Chromium could print them itself; laid over, they have
 * the styles, fonts and files of the document: docs/decisions/0018-headers-laid-over.md.
 */
import type { HeaderFooterContent } from './print-with-overlay.ts';

/** Filled with the document. */
interface PlainHeaderFooter {
  readonly header?: string | undefined;
  readonly footer?: string | undefined;
}

/**
 * Returns undefined if there is nothing to lay over.
 *
 * @example
 * plainHeaderFooter({ header: '<b>Acme</b>', footer: '' });
 */
export function plainHeaderFooter(texts: PlainHeaderFooter): HeaderFooterContent | undefined {
  const parts = Object.fromEntries(
    Object.entries(texts).flatMap(([kind, text]) => (text?.trim() ? [[kind, text]] : [])),
  );
  if (Object.keys(parts).length === 0) return undefined;
  const variants = { header: { default: parts.header }, footer: { default: parts.footer } };
  return {
    plan: { parts, perPage: new Set(), variants, auto: [] },
    fill: async (pages) => pages.map(({ part }) => parts[part] ?? ''),
  };
}
