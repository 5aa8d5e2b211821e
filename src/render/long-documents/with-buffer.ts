/** A buffer that comes from another thread arrives as plain bytes. */
export function withBuffer<Printed extends { readonly pdf: Uint8Array }>(
  printed: Printed,
): Omit<Printed, 'pdf'> & { pdf: Buffer } {
  const { buffer, byteOffset, byteLength } = printed.pdf;
  return { ...printed, pdf: Buffer.from(buffer, byteOffset, byteLength) };
}
