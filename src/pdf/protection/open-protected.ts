/** Decrypts a file that this program protected, of which it still has the key. */
import { rewriteFile } from '../copying/rewrite-file.ts';
import { PdfReader } from '../reading/reader.ts';

/** Throws `malformed`, `unsupported`, `too_large`. */
export function openProtected(pdf: Uint8Array, key: Uint8Array): Uint8Array {
  return rewriteFile(new PdfReader(pdf, { fileKey: key }), { compact: false });
}
