/** HTML whose braces are most likely not Twig, where no data was given: other languages and frameworks have them too. */
import { findFramework } from './find-framework.ts';

/** The beginning of a tag or a comment of Twig, but not Handlebars' `{{#`. */
const tag = /(?<!\{)\{[%#]/;

/** Longer HTML is filled in any case: to compare it would take too long. */
const maxCharacters = 500_000;

/**
 * The HTML as it is, if filling it has printed nothing for each `{{ … }}` and has done nothing else. Undefined where it has
 * none, or tags and comments of Twig. Takes time in proportion to the length.
 */
export function keepUnfilledBraces(html: string, filled: string): string | undefined {
  if (html.length > maxCharacters || !html.includes('{{') || tag.test(html)) return undefined;
  // `{{-` takes the space beside it away.
  const withoutSpace = (text: string) => text.replace(/\s+/g, '');
  return withoutSpace(filled) === withoutSpace(withoutOutput(html)) ? html : undefined;
}

function withoutOutput(html: string): string {
  let text = '';
  let at = 0;
  for (;;) {
    const start = html.indexOf('{{', at);
    const end = start < 0 ? -1 : html.indexOf('}}', start);
    if (end < 0) return text + html.slice(at);
    text += html.slice(at, start);
    at = end + '}}'.length;
  }
}

/** Says why the braces are printed as they are. */
export function unfilledBracesWarning(html: string): string {
  const framework = findFramework(html);
  const origin = framework === undefined ? '' : `; it looks like a page of ${framework}`;
  return `no data was given, so {{ ... }} is printed as it is${origin}`;
}
