/** Splits JSON rows while they arrive, without parsing the whole: the items of an array, or objects one after the other. */
import { Failure } from '#contract/errors';
import { maxRowCharacters } from './row.ts';

export interface JsonItem {
  readonly text: string;
  /** Where it begins, from 1. */
  readonly line: number;
}

const code = (character: string): number => character.charCodeAt(0);
const quote = code('"');
const backslash = code('\\');
const comma = code(',');
const newline = code('\n');
const open = [code('['), code('{')];
const close = [code(']'), code('}')];
const space = [code(' '), code('\t'), code('\r'), newline];

/**
 * Only quotes and brackets are examined; the parser of the items finds invalid JSON.
 *
 * Throws `invalid_data` if the text is neither an array nor objects, or does not end.
 */
export async function* splitJsonRows(file: string, text: AsyncIterable<string>): AsyncGenerator<JsonItem> {
  let state = 'before' as 'before' | 'item' | 'after' | 'objects';
  let line = 1;
  let depth = 0;
  let inText = false;
  let escaped = false;
  /** State of the current item: its text from earlier chunks, and whether it has anything but whitespace. */
  let begun: string[] = [];
  let begunLength = 0;
  let itemLine = 0;
  let items = 0;
  const fail = (message: string, hint?: string) =>
    new Failure('invalid_data', message, { location: { file, line }, hint });

  for await (const chunk of text) {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const character = chunk.charCodeAt(at);
      if (character === newline) line++;
      if (inText) {
        if (escaped) escaped = false;
        else if (character === backslash) escaped = true;
        else if (character === quote) inText = false;
        continue;
      }
      if (space.includes(character)) continue;
      if (state === 'before') {
        if (character === open[0]) {
          state = 'item';
          start = at + 1;
          continue;
        }
        if (character !== open[1])
          throw fail('The rows must be a JSON array, or objects one after the other.');
        state = 'objects';
      }
      if (state === 'objects') {
        if (depth === 0) {
          if (character !== open[1]) {
            throw fail(
              'There is something between two objects that is no object.',
              'Objects follow each other with nothing but space between them. With commas, they need [ and ] around them.',
            );
          }
          start = at;
          itemLine = line;
        }
        if (character === quote) inText = true;
        else if (open.includes(character)) depth++;
        else if (close.includes(character) && --depth === 0) {
          begun.push(chunk.slice(start, at + 1));
          yield { text: begun.join(''), line: itemLine };
          begun = [];
          begunLength = 0;
        }
        continue;
      }
      if (state === 'after') throw fail('There is text after the end of the array.');
      const ends = depth === 0 && (character === comma || character === close[0]);
      if (!ends) {
        if (itemLine === 0) itemLine = line;
        if (character === quote) inText = true;
        else if (open.includes(character)) depth++;
        else if (close.includes(character)) {
          if (depth === 0) throw fail('This bracket has no opening bracket.');
          depth--;
        }
        continue;
      }
      if (itemLine > 0) {
        begun.push(chunk.slice(start, at));
        items++;
        yield { text: begun.join('').trim(), line: itemLine };
      } else if (character === comma || items > 0) throw fail('Unexpected comma.');
      begun = [];
      begunLength = 0;
      itemLine = 0;
      start = at + 1;
      if (character !== comma) state = 'after';
    }
    if (state !== 'item' && !(state === 'objects' && depth > 0)) continue;
    begun.push(chunk.slice(start));
    begunLength += chunk.length - start;
    if (begunLength > maxRowCharacters) {
      line = itemLine || line;
      throw fail(`This row has more than ${maxRowCharacters / 1024 / 1024} million characters.`);
    }
  }
  if (state === 'before') throw fail('There is no JSON here.', 'An empty list of rows is []');
  if (state === 'item') throw fail('The array is never closed: the end of the file is missing.');
  if (state === 'objects' && depth > 0) {
    line = itemLine;
    throw fail('The object that begins here is never closed: the end of it is missing.');
  }
}
