/** Rejects headers and footers whose elements are nested so deeply that Chromium lays them out for minutes. */
import { Failure } from '#contract/errors';

/** Chromium's parser nests no deeper: it makes siblings of the rest, which takes it the longer, the more there are. */
const maxDepth = 512;

/** A text of this length has no more tags. */
const maxShortLength = 3 * maxDepth;

const tags = /<(\/?)([a-z][a-z0-9-]*)/gi;

/** Elements without content, and those that end where the next one of their kind begins (HTML, 13.1.2). */
const unnested =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|d[td]|t[rdh]|tbody|thead|tfoot|caption|colgroup|option|optgroup|r[tp])$/i;

/**
 * Takes every start tag for one that nests, unless its element ends by itself, so that a text needs no parser, which would
 * be slow for a hostile one. Throws `page_failed`; `part` names the header in it.
 */
export function assertShallow(part: string, html: string): void {
  if (html.length < maxShortLength) return;
  let depth = 0;
  for (const [, end, name = ''] of html.matchAll(tags)) {
    if (unnested.test(name)) continue;
    if (end) depth = Math.max(0, depth - 1);
    else if (++depth > maxDepth) {
      throw new Failure('page_failed', `The ${part} has elements nested more than ${maxDepth} deep.`);
    }
  }
}
