/** A web page as a template: its address in place of HTML, without files or settings of its own. */

import { noAssets } from '../model/template.ts';
import { TemplateSources } from '../model/template-sources.ts';
import type { HtmlFile } from './read-html-file.ts';

/** Fetches nothing yet. `twig`: whether the page is filled with data like an HTML file. */
export function readWebPage(address: URL, { twig }: { readonly twig: boolean }): HtmlFile {
  const { href } = address;
  const name = toName(address);
  return {
    filename: `${name}.pdf`,
    text: '',
    format: 'html',
    sources: new TemplateSources({ template: { file: href, text: '' } }, new Map()),
    template: {
      name,
      html: '',
      isSingleText: true,
      address: href,
      twig,
      page: {},
      metadata: {},
      partials: {},
      assets: noAssets,
    },
  };
}

const maxNameCharacters = 100;

/**
 * Returns the name of the PDF of a web page, without `.pdf`.
 *
 * @example
 * toName(new URL('https://example.com/docs/intro.html?page=2')); // 'example.com-docs-intro'
 */
function toName({ host, pathname }: URL): string {
  const path = pathname
    .replace(/(?:\/|^)index(?:\.\w+)?$/i, '')
    .replace(/(?<=.)\.(?:x?html?|php|aspx?|jsp)$/i, '');
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // A path that is no UTF-8 keeps its escapes.
  }
  const name = `${host}${decoded}`
    .replace(/[^\p{L}\p{N}._]+/gu, '-')
    .slice(0, maxNameCharacters)
    .replace(/^[-.]+|[-.]+$/g, '');
  return name || 'document';
}
