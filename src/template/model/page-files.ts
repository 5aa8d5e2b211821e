/** The files of headers and footers for some pages only: `header-first.html`, `footer-chapter.html`. */
import { type HeaderFooterSetting, pageVariants } from '#contract/page';

const pageFile = /^(header|footer)-(.+)\.html$/;

/**
 * Returns what `header-first.html` or `footer-chapter.html` is for: the kind and the page. Undefined for other names.
 *
 * @example
 * parsePageFile('header-last.html'); // { kind: 'header', page: 'last' }
 */
export function parsePageFile(
  name: string,
): { readonly kind: 'header' | 'footer'; readonly page: string } | undefined {
  const [, kind, page] = pageFile.exec(name) ?? [];
  return (kind === 'header' || kind === 'footer') && page !== undefined ? { kind, page } : undefined;
}

/**
 * Returns what the files of one kind come to: `main` is that of all pages, `special` are those for some: page → HTML.
 *
 * @example
 * headerFooterSetting('Acme', new Map([['first', ''], ['chapter', '<hr>']]));
 * // { default: 'Acme', first: '', named: { chapter: '<hr>' } }
 */
export function headerFooterSetting(
  main: string | undefined,
  special: ReadonlyMap<string, string>,
): HeaderFooterSetting | undefined {
  if (special.size === 0) return main;
  const isVariant = (page: string) => page !== 'default' && pageVariants.some((variant) => variant === page);
  const all = [...special];
  return {
    ...Object.fromEntries(all.filter(([page]) => isVariant(page))),
    default: main,
    named: Object.fromEntries(all.filter(([page]) => !isVariant(page))),
  };
}
