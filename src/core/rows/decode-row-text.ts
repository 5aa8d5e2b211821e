/** Decodes the bytes of a file as UTF-8 text, chunk by chunk and without a byte order mark. */
import { Failure } from '../../contract/errors.ts';
import { fileFailure } from '../../contract/files/file-failure.ts';

/** Throws `file_unreadable`, and `invalid_data` that names the line if the text is not UTF-8. */
export async function* decodeRowText(file: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let lines = 1;
  let isFirst = true;
  for await (const chunk of readable(file, bytes)) {
    if (isFirst && (startsWith(chunk, 0xff, 0xfe) || startsWith(chunk, 0xfe, 0xff))) {
      throw notUtf8(file, 1, 'it is UTF-16');
    }
    isFirst = false;
    let text: string;
    try {
      text = decoder.decode(chunk, { stream: true });
    } catch {
      throw notUtf8(file, lines + linesBeforeFault(chunk));
    }
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
    if (text !== '') yield text;
  }
  try {
    decoder.decode();
  } catch {
    throw notUtf8(file, lines, 'it ends in the middle of a character');
  }
}

async function* readable(file: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    throw fileFailure('file_unreadable', file, error);
  }
}

const startsWith = (chunk: Uint8Array, first: number, second: number): boolean =>
  chunk[0] === first && chunk[1] === second;

/** The first line may begin within a character, so it is at fault only if no other line is. */
function linesBeforeFault(chunk: Uint8Array): number {
  const newline = 0x0a;
  let lines = 0;
  for (let start = 0; ; lines++) {
    const end = chunk.indexOf(newline, start);
    try {
      if (lines > 0)
        new TextDecoder('utf-8', { fatal: true }).decode(chunk.subarray(start, end < 0 ? undefined : end));
    } catch {
      return lines;
    }
    if (end < 0) return 0;
    start = end + 1;
  }
}

function notUtf8(file: string, line: number, reason = 'this line has invalid bytes'): Failure {
  return new Failure('invalid_data', `The text is not UTF-8: ${reason}.`, {
    location: { file, line },
    hint: 'Save it as UTF-8 ("CSV UTF-8" in spreadsheets), or convert it: iconv -f WINDOWS-1252 -t UTF-8',
  });
}
