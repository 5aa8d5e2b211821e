/** Files of other kinds that are given as HTML, which browsers print as pages of odd characters. */
import { Failure } from '#contract/errors';

/** First bytes of common kinds of files, as Latin-1. */
const signatures: readonly (readonly [start: string, kind: string, hint?: string])[] = [
  ['%PDF-', 'a PDF', 'To combine PDFs: pdfapi merge'],
  ['PK\x03\x04', 'a ZIP archive or an office document'],
  ['\x89PNG', 'a PNG image'],
  ['\xff\xd8\xff', 'a JPEG image'],
  ['GIF8', 'a GIF image'],
  ['\x1f\x8b', 'a gzip archive'],
  ['\xd0\xcf\x11\xe0', 'an office document'],
  ['{\\rtf', 'an RTF document'],
  ['\x7fELF', 'an executable'],
];

const sampleBytes = 4_096;
/** The share of the sample that may be bytes that no text has. Random bytes have 0.1. */
const maxControlShare = 0.05;

/** Throws `invalid_template` where the bytes are no text. `wanted`: what they should be. */
export function assertHtml(file: string, bytes: Uint8Array, wanted = 'HTML'): void {
  const sample = bytes.subarray(0, sampleBytes);
  const start = Buffer.from(sample.subarray(0, 8)).toString('latin1');
  const found = signatures.find(([signature]) => start.startsWith(signature));
  if (found) {
    const [, kind, hint] = found;
    throw new Failure('invalid_template', `${file} is ${kind}, not ${wanted}.`, { hint });
  }
  // UTF-16 has zero bytes, and a mark at its beginning.
  if (start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff')) return;
  const controls = sample.filter(
    (byte) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte),
  ).length;
  if (controls <= sample.length * maxControlShare || controls < 3) return;
  const zeros = sample.filter((byte) => byte === 0).length;
  const hint =
    zeros * 3 > sample.length ? 'If it is UTF-16, add a byte order mark, or save it as UTF-8.' : undefined;
  throw new Failure('invalid_template', `${file} is a binary file, not ${wanted}.`, { hint });
}
