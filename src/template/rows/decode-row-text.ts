/** Decodes the bytes of a file of rows, chunk by chunk: UTF-8 or UTF-16, or an encoding that is given. */
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';

/**
 * The text has no byte order mark. `given`: a label of the Encoding Standard, such as `windows-1252`. Throws `file_unreadable`, and `invalid_data` for a workbook of a spreadsheet, or that
 * names the line if the text is not what it should be.
 */
export async function* decodeRowText(
  file: string,
  bytes: AsyncIterable<Uint8Array>,
  given?: string,
): AsyncGenerator<string> {
  let encoding: string | undefined;
  let decoder = new TextDecoder(given ?? 'utf-8', { fatal: true });
  let lines = 1;
  for await (const chunk of readable(file, bytes)) {
    if (encoding === undefined && chunk.length > 0) {
      if (workbooks.some((start) => startsWith(chunk, ...start))) throw workbook(file);
      encoding = given ?? encodingOf(chunk);
      decoder = new TextDecoder(encoding, { fatal: true });
    }
    let text: string;
    try {
      text = decoder.decode(chunk, { stream: true });
    } catch {
      if (decoder.encoding !== 'utf-8') throw notEncoded(file, lines, decoder.encoding);
      throw notUtf8(file, lines + linesBeforeFault(chunk));
    }
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
    if (text !== '') yield text;
  }
  try {
    decoder.decode();
  } catch {
    if (decoder.encoding !== 'utf-8') throw notEncoded(file, lines, decoder.encoding);
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

const startsWith = (chunk: Uint8Array, ...bytes: readonly number[]): boolean =>
  bytes.every((byte, index) => chunk[index] === byte);

function encodingOf(chunk: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (startsWith(chunk, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(chunk, 0xfe, 0xff)) return 'utf-16be';
  // Rows begin with a letter, a quote or a bracket: without a byte order mark, a zero is its other half.
  if (chunk[1] === 0) return 'utf-16le';
  return chunk[0] === 0 ? 'utf-16be' : 'utf-8';
}

/** How `.xlsx` and `.ods`, which are ZIP files, begin, and `.xls`. */
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

const workbook = (file: string): Failure =>
  new Failure('invalid_data', `${file} is a workbook of Excel or LibreOffice, or another ZIP file.`, {
    hint: 'Save the sheet as CSV: "CSV UTF-8" in spreadsheets. Commands also read .xlsx, from a file whose name ends so.',
  });

const notEncoded = (file: string, line: number, encoding: string): Failure =>
  new Failure('invalid_data', `The text is not ${encoding.toUpperCase()} from here on.`, {
    location: { file, line },
    hint: 'Save it as UTF-8 ("CSV UTF-8" in spreadsheets).',
  });

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
    hint:
      'Save it as UTF-8 ("CSV UTF-8" in spreadsheets). Commands read what Excel saves as plain CSV in most of Europe and ' +
      'America with --encoding windows-1252.',
  });
}
