/** The documents that are sealed. */
import { randomBytes } from 'node:crypto';
import { compactPdf } from '../../src/pdf/index.ts';
import { mergeFiles } from '../../src/pdf/merge/merge-files.ts';
import { attached } from '../../test/support/pdf/attached.ts';
import { fixture } from '../../test/support/pdf/fixture.ts';

const date = new Date(0);

/** Titles, and the bytes that a document has at least. */
export const sizes = [
  ['a small report', 0],
  ['1 MB', 1_000_000],
  ['10 MB', 10_000_000],
] as const;

/** Merged files, and an attachment that brings them to the size. */
export function documentOf(bytes: number, parts = [fixture('report'), fixture('form')]): Uint8Array {
  const merged = compactPdf(mergeFiles(parts), { metadata: {}, date });
  const missing = bytes - merged.length;
  return missing > 0 ? attached(merged, [{ name: 'data.bin', data: randomBytes(missing) }]) : merged;
}
