/** Searches a PDF with its streams decompressed, for content that must not be in it. */
import { inflateSync } from 'node:zlib';

/** Returns the whole file with one character per byte: first unchanged, then each stream that can be inflated. */
export function decompressedPdf(bytes: Uint8Array): string {
  const pdf = Buffer.from(bytes);
  const parts = [pdf.toString('latin1')];
  for (let at = pdf.indexOf('stream'); at >= 0; at = pdf.indexOf('stream', at + 6)) {
    const start = at + (pdf[at + 6] === 0x0d ? 8 : 7);
    try {
      parts.push(inflateSync(pdf.subarray(start)).toString('latin1'));
    } catch {
      // Either the word in `endstream` or a stream with another filter.
    }
  }
  return parts.join('\n');
}

/** Returns whether a text is anywhere in the PDF, as bytes or as UTF-16. */
export function holdsText(pdf: Uint8Array, text: string): boolean {
  const all = decompressedPdf(pdf);
  const wide = Buffer.from(text, 'utf16le').swap16();
  const forms = [Buffer.from(text), wide].flatMap((form) => [
    form.toString('latin1'),
    form.toString('hex'),
    form.toString('hex').toUpperCase(),
  ]);
  return forms.some((form) => all.includes(form));
}

/** Returns the addresses of all links as they are written. */
export const linkAddresses = (pdf: Uint8Array): string[] => {
  const found = decompressedPdf(pdf).matchAll(/\/URI ?\(((?:\\.|[^\\)])*)\)/g);
  return [...new Set([...found].map(([, address = '']) => address.replace(/\\([()\\])/g, '$1')))];
};
