/** Keeps a file in the page and returns its address. */
export function holdBytes(type: string, base64: string): string {
  const { fromBase64 } = Uint8Array as unknown as { fromBase64?(text: string): Uint8Array<ArrayBuffer> };
  const bytes =
    fromBase64?.call(Uint8Array, base64) ?? Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return URL.createObjectURL(new Blob([bytes], { type }));
}
