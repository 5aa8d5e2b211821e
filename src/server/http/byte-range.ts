/** The `Range` header of a request (RFC 9110, section 14). */

export interface ByteRange {
  /** First and last byte, both inclusive. */
  readonly start: number;
  readonly end: number;
}

/**
 * Parses a `Range` header for content of `size` bytes. Returns undefined if all of it is to be sent: for another unit,
 * several ranges, or no range at all.
 *
 * @example
 * byteRange('bytes=0-99', 1000);  // { start: 0, end: 99 }
 * byteRange('bytes=-100', 1000);  // { start: 900, end: 999 }
 * byteRange('bytes=1000-', 1000); // 'unsatisfiable'
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
