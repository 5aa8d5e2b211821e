/** Reads rows of NDJSON: one JSON object per line, or over several lines. Skips empty lines. */
import { Failure } from '#contract/errors';
import { parseRow } from './parse-row.ts';
import { peekText } from './peek-text.ts';
import { readJsonRows } from './read-json-rows.ts';
import { maxRowCharacters, type Row } from './row.ts';

/**
 * If the first object does not end where its line ends, objects may have any number of lines. Otherwise a line that is no
 * object is one row that cannot be read, and the others can.
 *
 * Throws `invalid_data` if a line is too long, or if an object of several lines does not end.
 */
export async function* readNdjsonRows(file: string, text: AsyncIterable<string>): AsyncGenerator<Row> {
  const { head, all } = await peekText(
    text,
    (begun) => begun.trimStart().includes('\n') || begun.length > maxRowCharacters,
  );
  if (!endsWithItsLine(head.trimStart().split('\n', 1)[0] ?? '')) {
    yield* readJsonRows(file, all);
    return;
  }
  let number = 0;
  let line = 0;
  for await (const content of linesOf(file, all)) {
    line++;
    const raw = content.trim();
    if (raw !== '') yield parseRow(file, ++number, line, raw);
  }
}

/** Whether an object that begins the line also ends it. True for anything but an object. */
function endsWithItsLine(line: string): boolean {
  if (!line.startsWith('{')) return true;
  let depth = 0;
  let inText = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at];
    if (inText && character === '\\') at++;
    else if (character === '"') inText = !inText;
    else if (inText) continue;
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0)
      return line.slice(at + 1).trim() === '';
  }
  return false;
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
