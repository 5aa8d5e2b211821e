/** Reads rows of NDJSON: one JSON object per line. Skips empty lines. */
import { Failure } from '#contract/errors';
import { parseRow } from './parse-row.ts';
import { maxRowCharacters, type Row } from './row.ts';

/** Throws `invalid_data` if a line is too long. */
export async function* readNdjsonRows(file: string, text: AsyncIterable<string>): AsyncGenerator<Row> {
  let number = 0;
  let line = 0;
  for await (const content of linesOf(file, text)) {
    line++;
    const raw = content.trim();
    if (raw !== '') yield parseRow(file, ++number, line, raw);
  }
}

async function* linesOf(file: string, text: AsyncIterable<string>): AsyncGenerator<string> {
  let line = 0;
  let begun: string[] = [];
  let length = 0;
  for await (const chunk of text) {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      begun.push(chunk.slice(start, end));
      line++;
      yield begun.join('');
      begun = [];
      length = 0;
      start = end + 1;
    }
    begun.push(chunk.slice(start));
    length += chunk.length - start;
    if (length > maxRowCharacters) throw tooLong(file, line + 1);
  }
  if (length > 0) yield begun.join('');
}

function tooLong(file: string, line: number): Failure {
  return new Failure(
    'invalid_data',
    `This line has more than ${maxRowCharacters / 1024 / 1024} million characters.`,
    {
      location: { file, line },
      hint: 'NDJSON has one object per line. For rows of another format: --rows-format csv or json',
    },
  );
}
