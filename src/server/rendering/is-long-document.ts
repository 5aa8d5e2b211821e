/** Decides before printing whether a document takes seconds, from its HTML. */
import { hasManyElements } from '#browser/html/has-many-elements';

/** Ten thousand elements, such as two thousand rows of a table, take a second. */
const minElements = 10_000;
/** Three hundred pages of text, which take a second too. */
const minCharacters = 1_000_000;

/** Stops counting as soon as the answer is known, because it runs in the server's own thread. */
export const isLongDocument = (html: string): boolean =>
  hasManyElements(html, minElements) || (html.length >= minCharacters && countText(html) >= minCharacters);

/** Counts characters without those of embedded pictures and fonts, which take no time to lay out. */
function countText(html: string): number {
  let count = 0;
  let from = 0;
  while (from < html.length) {
    const data = html.indexOf('data:', from);
    if (data < 0) return count + html.length - from;
    count += data + 5 - from;
    from = endOfBase64(html, data + 5);
  }
  return count;
}

/** A media type and base64 consist of these characters. */
const base64 = /[\w+/=;,.-]*/y;

function endOfBase64(html: string, from: number): number {
  base64.lastIndex = from;
  base64.test(html);
  return Math.max(from, base64.lastIndex);
}
