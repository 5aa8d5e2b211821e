/**
 * Handles text by code point, like PHP's mb_ functions, with a fast path for text without characters beyond U+FFFF.
 */
const astral = /[\ud800-\udbff][\udc00-\udfff]/;

/** Returns the number of code points. */
export function pointCount(text: string): number {
  if (!astral.test(text)) return text.length;
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00) {
      const next = text.charCodeAt(i + 1);
      if (next >= 0xdc00 && next < 0xe000) {
        count--;
        i++;
      }
    }
  }
  return count;
}

/** Like PHP's mb_substr. */
export function pointSlice(text: string, start: number, length: number | null): string {
  const points = astral.test(text) ? [...text] : text;
  const [from, to] = sliceBounds(points.length, start, length);
  const part = points.slice(from, to);
  return typeof part === 'string' ? part : part.join('');
}

/** Returns the start and end of a slice with PHP's negative offsets and lengths. */
export function sliceBounds(size: number, start: number, length: number | null): [number, number] {
  const from = start < 0 ? Math.max(0, size + start) : Math.min(start, size);
  if (length === null) return [from, size];
  const to = length < 0 ? size + length : from + length;
  return [from, Math.max(from, Math.min(to, size))];
}
