/** Reads rows of CSV: the first line names the columns. */
import { CsvError, parse } from 'csv-parse';
import { Failure } from '#contract/errors';
import { type CsvCellOptions, cellReader, type ReadCell } from './csv-cells.ts';
import { type CsvColumns, csvColumns } from './csv-columns.ts';
import { peekText } from './peek-text.ts';
import { maxRowCharacters, type Row } from './row.ts';

export interface CsvOptions extends CsvCellOptions {
  /** Detected in the first line if none is given. */
  readonly delimiter?: string | undefined;
  /** Whether the text is that of a sheet of a workbook. */
  readonly isSheet?: boolean | undefined;
  /** Receives the header line as written. */
  readonly onHeader?: (raw: string) => void;
  /** Receives the number of rows whose cells are all empty, at the end of the file. They are no rows. */
  readonly onSkipped?: ((count: number, file: string) => void) | undefined;
}

/** Throws `invalid_data`: no header, or quotes that make the rest of the file unreadable. */
export async function* readCsvRows(
  file: string,
  text: AsyncIterable<string>,
  { delimiter, isSheet = false, onHeader, onSkipped, ...cellOptions }: CsvOptions = {},
): AsyncGenerator<Row> {
  const { head, all } = await peekText(
    text,
    (begun) => /[\r\n]/.test(begun.trimStart()) || begun.length >= maxRowCharacters,
  );
  const firstLine = head.trimStart().split(/[\r\n]/, 1)[0] ?? '';
  const separator = excelSeparator.exec(firstLine)?.[1];
  const wanted = delimiter ?? separator ?? sniffDelimiter(firstLine);
  let columns: CsvColumns | undefined;
  let readCell: ReadCell = (cell) => cell;
  let number = 0;
  let line = 1;
  let skipped = 0;
  try {
    for await (const { record, raw } of readRecords(all, wanted)) {
      const begin = line;
      line += raw.match(/\r\n|\n|\r/g)?.length ?? 0;
      if (record.length === 1 && record[0] === '') continue;
      // Spreadsheets write `;;;` for rows that once had a value.
      if (columns && record.every((cell) => cell.trim() === '')) {
        skipped++;
        continue;
      }
      const written = raw.replace(/[\r\n]+$/, '');
      if (!columns && begin === 1 && separator !== undefined && excelSeparator.test(written)) continue;
      if (!columns) {
        columns = csvColumns(file, record);
        readCell = cellReader(file, columns.paths, { ...cellOptions, delimiter: wanted });
        onHeader?.(written);
        continue;
      }
      const place = { number: ++number, line: begin, raw: written };
      const { length } = columns.paths;
      if (record.length !== length) {
        yield { ...place, failure: wrongCount(file, begin, length, record.length, isSheet) };
      } else {
        const data = columns.dataOf(record, (cell, column) =>
          readCell(cell, { column, line: begin, record }),
        );
        yield { ...place, data };
      }
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(file, line, error) : error;
  }
  if (!columns) {
    throw new Failure(
      'invalid_data',
      `${file} is empty: the first line of a CSV file must name the columns.`,
    );
  }
  if (skipped > 0) onSkipped?.(skipped, file);
}

interface CsvRecord {
  readonly record: readonly string[];
  readonly raw: string;
}

/** At an error the parser drops records that it has read but not delivered, so they are kept separately. */
async function* readRecords(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRecord> {
  let parsed: CsvRecord[] = [];
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: maxRowCharacters,
    raw: true,
    on_record: (record) => {
      // The type definitions omit the effect of `raw` on a record.
      parsed.push(record as unknown as CsvRecord);
      return null;
    },
  });
  // The callbacks of the writes receive the error too.
  parser.on('error', () => {});
  const parseMore = async (act: (done: (error?: Error | null) => void) => void) => {
    const fault = await new Promise<Error | null | undefined>(act);
    const records = parsed;
    parsed = [];
    return { records, fault };
  };
  for await (const piece of text) {
    const { records, fault } = await parseMore((done) => parser.write(piece, done));
    yield* records;
    if (fault) throw fault;
  }
  const { records, fault } = await parseMore((done) => parser.end(done));
  yield* records;
  if (fault) throw fault;
}

function wrongCount(file: string, line: number, expected: number, found: number, isSheet: boolean): Failure {
  const columns = `${expected} column${expected === 1 ? '' : 's'}`;
  return new Failure('invalid_data', `The header names ${columns}, but this row has ${found}.`, {
    location: { file, line },
    hint: isSheet
      ? 'The first row of the sheet that is not empty must name all columns: delete titles above that row, and cells beside the table.'
      : 'Put cells with the delimiter or a line break in double quotes. Set another delimiter with --delimiter.',
  });
}

function unreadable(file: string, line: number, error: CsvError): Failure {
  const reasons: Partial<Record<CsvError['code'], string>> = {
    CSV_QUOTE_NOT_CLOSED: 'A quote that begins in this row is never closed.',
    INVALID_OPENING_QUOTE: 'There is a quote in the middle of a cell.',
    CSV_INVALID_CLOSING_QUOTE: 'A cell continues after its closing quote.',
    CSV_MAX_RECORD_SIZE: `This row has more than ${maxRowCharacters / 1024 / 1024} MB; most likely a quote is never closed.`,
  };
  return new Failure('invalid_data', reasons[error.code] ?? error.message, {
    location: { file, line },
    hint: 'Put a cell that contains a quote in double quotes, and double the quote: "5"" pipe"',
    cause: error,
  });
}

/** The first line that says to Excel how cells are separated. */
const excelSeparator = /^"?sep=(.)"?$/i;

const delimiters = [',', ';', '\t', '|'];

/** Returns the delimiter that occurs most often outside of quotes; a comma if there is none. */
function sniffDelimiter(firstLine: string): string {
  const bare = firstLine.replace(/"(?:[^"]|"")*"?/g, '');
  const times = (delimiter: string) => bare.split(delimiter).length - 1;
  return delimiters.reduce((best, each) => (times(each) > times(best) ? each : best));
}
