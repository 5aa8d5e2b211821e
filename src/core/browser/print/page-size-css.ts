/** Finds page sizes in CSS (CSS Paged Media 3, 7.1). Browsers support only a few names and ignore the rest. */

/** The names that Chromium supports. */
const known = /^(?:auto|portrait|landscape|a[3-5]|b[45]|jis-b[45]|letter|legal|ledger)$/i;
const length = /^[+]?(?:\d+(?:\.\d*)?|\.\d+)(?:px|cm|mm|q|in|pc|pt|r?em|ex|ch)?$/i;

const maxRules = 200;
const maxRuleCharacters = 2_000;
const maxFound = 10;

/**
 * Returns the ignored values of `size` in rules without a supported one. In HTML, it reads the `<style>` elements.
 *
 * @example
 * findUnknownPageSizes('@page { size: A6 landscape }'); // ['A6 landscape']
 */
export function findUnknownPageSizes(text: string): string[] {
  const found = new Set<string>();
  const isHtml = /^\s*<|<\/?[a-z]/i.test(text.slice(0, 4_096));
  let at = 0;
  for (let rules = 0; rules < maxRules && found.size < maxFound; rules++) {
    at = text.indexOf('@page', at);
    if (at < 0) break;
    const start = at + '@page'.length;
    const before = text.slice(Math.max(0, at - 20_000), at);
    at = start;
    if (before.lastIndexOf('/*') > before.lastIndexOf('*/')) continue;
    if (isHtml && before.toLowerCase().lastIndexOf('<style') < before.toLowerCase().lastIndexOf('</style'))
      continue;
    if (isHtml && !/<style/i.test(before)) continue;
    const size = unknownSize(text.slice(start, start + maxRuleCharacters));
    if (size !== undefined) found.add(size);
  }
  return [...found];
}

/** Reads the rule at the start of the text, after `@page`. */
function unknownSize(text: string): string | undefined {
  const open = text.indexOf('{');
  const close = text.indexOf('}', open);
  if (open < 0 || close < 0 || text.slice(0, open).includes('<')) return undefined;
  const block = text.slice(open + 1, close).replace(/\/\*[^*]*\*\//g, '');
  let unknown: string | undefined;
  for (const declaration of block.split(/[;{]/)) {
    const [name = '', value = ''] = declaration.split(':');
    if (name.trim().toLowerCase() !== 'size') continue;
    const words = value.replace(/!\s*important\s*$/i, '').trim();
    // Only the browser can evaluate computed values.
    if (words === '' || words.includes('(')) return undefined;
    if (words.split(/\s+/).every((word) => known.test(word) || length.test(word))) return undefined;
    unknown ??= words.slice(0, 60);
  }
  return unknown;
}
