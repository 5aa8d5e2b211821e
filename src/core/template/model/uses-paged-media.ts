/** Whether a document may use what Chromium does not print by itself: a search that costs one pass over its text. */

/**
 * Says no for words that are written with CSS escapes. The lengths are bounded, so that the time is linear. The value of a
 * counter ends where the next one begins, whose own search finds what follows.
 */
const words =
  /\btarget-(?:counters?|text)\s{0,9}\(|\bleader\s{0,9}\(|\bstring-set\s{0,9}:|\brunning\s{0,9}\(|\bbookmark-(?:level|label|state)\s{0,9}:|\bcounter-(?:reset|set|increment)\s{0,9}:(?:[^;{}c]|c(?!(?<=\bc)ounter-(?:reset|set|increment)\s{0,9}:)){0,200}\bpage\b|@(?:top|bottom|left|right)-[a-z-]{3,20}\s{0,9}\{[^{}]{0,500}\bcounters?\(\s{0,9}(?!pages?\b)[-\w\u0080-\uffff]/i;

/** For HTML or CSS. `string()` and `element()` show nothing without `string-set` and `running()`, which are found. */
export const usesPagedMedia = (text: string): boolean => words.test(text);
