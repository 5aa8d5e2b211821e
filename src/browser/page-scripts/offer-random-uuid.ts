/**
 * Defines `crypto.randomUUID`, which browsers have only at secure addresses (Web Cryptography, 10.1): the scripts of a document
 * expect it as they find it in a file or on their own site. Its bytes are those of `getRandomValues`, so that it is
 * reproducible where that is.
 */
export function offerRandomUuid(): void {
  const { prototype } = Crypto;
  if ('randomUUID' in prototype) return;
  const { getRandomValues } = prototype;
  const { apply } = Reflect;
  const hex = (byte: number): string => (byte < 16 ? '0' : '') + byte.toString(16);
  Object.defineProperty(prototype, 'randomUUID', {
    configurable: true,
    enumerable: true,
    writable: true,
    value: function randomUUID(this: Crypto): string {
      const bytes: Uint8Array = apply(getRandomValues, this, [new Uint8Array(16)]);
      // Version 4, and the variant (RFC 9562, 5.4).
      bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
      bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
      let text = '';
      for (let i = 0; i < 16; i++) {
        if (i === 4 || i === 6 || i === 8 || i === 10) text += '-';
        text += hex(bytes[i] ?? 0);
      }
      return text;
    },
  });
}
