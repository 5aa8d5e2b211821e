/** A fingerprint of the passwords of a batch, by which its journal knows whether they are the same as before. */
import { scryptSync } from 'node:crypto';
import type { Protection } from '#contract/api/protection';

/** Takes some 50 ms, so that passwords cannot be guessed by it faster than by the PDFs. */
export function protectionFingerprint(protection: Protection | undefined): string | undefined {
  return protection && scryptSync(JSON.stringify(protection), 'pdfapi batch', 32).toString('hex');
}
