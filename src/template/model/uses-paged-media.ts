/** Whether a document may use what Chromium does not print by itself: a search that costs one pass over its text. */

/**
 * Says no for words that are written with CSS escapes. The lengths are bounded, so that the time is linear. The value of a
 * counter ends where the next one begins, whose own search finds what follows.
 */
const words =
  /\bfloat\s{0,9}:\s{0,9}footnote\b|\btarget-(?:counters?|text)\s{0,9}\(|\bleader\s{0,9}\(|\bstring-set\s{0,9}:|\brunning\s{0,9}\(|\bbookmark-(?:level|label|state)\s{0,9}:|\bcounter-(?:reset|set|increment)\s{0,9}:(?:[^;{}c]|c(?!(?<=\bc)ounter-(?:reset|set|increment)\s{0,9}:)){0,200}\bpage\b|\bbreak-(?:before|after)\s{0,9}:\s{0,9}(?:(?:left|right|recto|verso)\b|var\()|@page\b[^<{}@]{0,100}:nth\(|\bsize\s{0,9}:\s{0,9}(?:(?:portrait|landscape)\s{1,9})?(?:a(?:[0126-9]|10)|b(?:[0-36-9]|10)|c[456]|dl|tabloid|executive|statement|half-letter)\b|\bmarks\s{0,9}:\s{0,9}cro(?:p|ss)\b|\bbleed(?:-[a-z]{3,6})?\s{0,9}:\s{0,9}[.\d]|@(?:top|bottom|left|right)-[a-z-]{3,20}\s{0,9}\{[^{}]{0,500}\bcounters?\(\s{0,9}(?!pages?\b)[-\w\u0080-\uffff]|:(?:before|after|marker)\s{0,9}\{[^{}]{0,300}\bcounters?\(\s{0,9}pages?\b/i;

/** For HTML or CSS. `string()` and `element()` show nothing without `string-set` and `running()`, which are found. */
export const usesPagedMedia = (text: string): boolean => words.test(text);

const unprinted =
  /\bfloat\s{0,9}:\s{0,9}(?:top|bottom|block-|snap-)|\bdevice-cmyk\(|\bflow\s{0,9}:\s{0,9}static\(|\bbookmark-target\s{0,9}:|@page\b[^<{}@]{0,100}:(?!(?:first|left|right|blank)\b)[a-z]/i;

/** Whether HTML or CSS may ask for what the PDF does not show, with the limits of `usesPagedMedia`. See `findUnprinted`. */
export const mayNameUnprintedCss = (text: string): boolean => unprinted.test(text);

/** The source of a regular expression, without regard to case, for `mayNeedPasses`. */
export const pagedWords = `${words.source}|${unprinted.source}`;

/** Whether HTML or CSS may need what `printInPasses` does: printing it, or saying that it is not printed. */
export const mayNeedPasses = (text: string): boolean => usesPagedMedia(text) || mayNameUnprintedCss(text);
