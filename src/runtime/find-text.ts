/** Searches large files in pieces, so that a thread with other work can pause between them: 100 MB take up to 0.3 s. */
import { startTimeSlices } from './time-slices.ts';

/** The most bytes that are searched without a pause: a few milliseconds. */
const pieceBytes = 1_048_576;

/** The offsets of a text in Latin-1. Bytes behind an offset may be changed before the next one is asked for. */
export async function* findText(bytes: Uint8Array, text: string): AsyncGenerator<number, void> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const needle = Buffer.from(text, 'latin1');
  const slice = startTimeSlices();
  for (let start = 0; start < file.length; start += pieceBytes) {
    await slice();
    // A text that begins in one piece may end in the next.
    const piece = file.subarray(start, start + pieceBytes + needle.length - 1);
    for (let at = piece.indexOf(needle); at >= 0; at = piece.indexOf(needle, at + 1)) yield start + at;
  }
}

export async function containsText(bytes: Uint8Array, text: string): Promise<boolean> {
  const { done } = await findText(bytes, text).next();
  return !done;
}
