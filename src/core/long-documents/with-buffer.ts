/** A buffer that comes from another thread arrives as plain bytes. */
export function withBuffer<Printed extends { readonly pdf: Uint8Array }>(
  printed: Printed,
): Omit<Printed, 'pdf'> & { pdf: Buffer } {
  const { buffer, byteOffset, byteLength } = printed.pdf;
  return { ...printed, pdf: Buffer.from(buffer, byteOffset, byteLength) };
}

/** What can be moved to another thread instead of being copied: a buffer of its own, and not a part of another one. */
export const movable = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
