/** The first sheet of an Excel workbook (`.xlsx`) as the text of a CSV file, which then is read like any other. */
import { SaxesParser } from 'saxes';
import { Failure } from '#contract/errors';
import { dateParts, isoDate } from './serial-date.ts';
import { openZip, WorkbookFault } from './unzip.ts';

/** Bytes of the file. */
const maxFileBytes = 100 * 1024 * 1024;

/**
 * One line for each row of the sheet, so that lines have the numbers of its rows, and cells between commas: numbers with a
 * decimal point and 15 digits, or with the zeros of a format such as `00000`, dates as ISO 8601, `true` and `false`, and what formulas last gave.
 *
 * Throws `invalid_data` for a file that is no workbook or too large, and for a cell with an error such as `#REF!`
 * or a formula that no spreadsheet has calculated.
 */
export async function* readWorkbook(file: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxFileBytes) throw fault(file, `It has more than ${maxFileBytes / 1024 / 1024} MB.`);
    chunks.push(chunk);
  }
  try {
    yield* sheetLines(file, openZip(Buffer.concat(chunks)));
  } catch (error) {
    throw error instanceof WorkbookFault ? fault(file, error.message) : error;
  }
}

const fault = (file: string, message: string): Failure =>
  new Failure('invalid_data', `${file} cannot be read as a workbook. ${message}`, {
    hint: 'Save the sheet as CSV: "CSV UTF-8" in spreadsheets.',
  });

type ReadPart = (name: string) => string | undefined;
type Attributes = Readonly<Record<string, string>>;

interface Handlers {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Names have no prefix: some programs write `x:row`. */
function parse(xml: string, { open, text, close }: Handlers): void {
  const parser = new SaxesParser();
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('error', () => {
    throw new WorkbookFault('Its XML is not well-formed.');
  });
  if (open) parser.on('opentag', ({ name, attributes }) => open(local(name), attributes as Attributes));
  if (text) parser.on('text', text);
  if (close) parser.on('closetag', ({ name }) => close(local(name)));
  // Saxes keeps the text of one piece in memory again.
  for (let at = 0; at < xml.length; at += 65_536) parser.write(xml.slice(at, at + 65_536));
  parser.close();
}

/** `_x000D_` is a character that XML cannot hold. */
const unescaped = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

function readShared(part: ReadPart): readonly string[] {
  const texts: string[] = [];
  let text = '';
  let inText = false;
  let phonetic = 0;
  parse(part('xl/sharedStrings.xml') ?? '<sst/>', {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic++;
      inText = name === 't' && phonetic === 0;
    },
    text: (piece) => {
      if (inText) text += piece;
    },
    close(name) {
      inText = false;
      if (name === 'rPh') phonetic--;
      if (name === 'si') texts.push(unescaped(text));
    },
  });
  return texts;
}

interface CellStyle {
  /** The parts of a date that it shows. */
  readonly date: ReturnType<typeof dateParts>;
  /** Digits that it shows at least, as in postcodes. */
  readonly digits: number;
}

function readStyles(part: ReadPart): readonly CellStyle[] {
  const codes = new Map<string, string>();
  const styles: CellStyle[] = [];
  let inCells = false;
  parse(part('xl/styles.xml') ?? '<styleSheet/>', {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt') codes.set(numFmtId, formatCode);
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) {
        const code = codes.get(numFmtId);
        styles.push({ date: dateParts(Number(numFmtId), code), digits: zerosOf(code) });
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return styles;
}

/** The zeros of a format that has nothing else: `00000`, which is that of postcodes. */
const zerosOf = (code = ''): number => /^(?:\[[^\]]*\])?(0+)(?:;|$)/.exec(code)?.[1]?.length ?? 0;

function findSheet(part: ReadPart): { readonly xml: string; readonly is1904: boolean } {
  let id: string | undefined;
  let is1904 = false;
  parse(part('xl/workbook.xml') ?? '<workbook/>', {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return;
      id ??= Object.entries(attributes).find(([key]) => /:id$/.test(key))?.[1];
    },
  });
  let target: string | undefined;
  parse(part('xl/_rels/workbook.xml.rels') ?? '<Relationships/>', {
    open(_, { Id, Target }) {
      if (Id === id) target = Target;
    },
  });
  const xml =
    target === undefined ? undefined : part(target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  if (xml === undefined) throw new WorkbookFault('It has no sheet.');
  return { xml, is1904 };
}

/** From 0; -1 if the reference has no letters. */
const columnOf = (reference: string): number =>
  [...reference.replace(/[^A-Z]/g, '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** The most of a sheet. */
const [maxRows, maxColumns] = [1_048_576, 16_384];

function* sheetLines(file: string, part: ReadPart): Generator<string> {
  const { xml, is1904 } = findSheet(part);
  const shared = readShared(part);
  const styles = readStyles(part);
  const lines: string[] = [];
  let cells: string[] = [];
  let cell = { column: -1, type: 'n', style: 0, reference: '' };
  let value = '';
  let inValue = false;
  let isFormula = false;
  let row = 0;
  parse(xml, {
    open(name, { r = '', t = 'n', s = '0' }) {
      if (name === 'row') {
        const next = r === '' ? row + 1 : Number(r);
        if (!(next > row && next <= maxRows)) throw new WorkbookFault('Its rows are not in order.');
        while (++row < next) lines.push('');
        cells = [];
        cell = { column: -1, type: 'n', style: 0, reference: '' };
      } else if (name === 'c') {
        const column = r === '' ? cell.column + 1 : columnOf(r);
        if (!(column > cell.column && column < maxColumns))
          throw new WorkbookFault('Its cells are not in order.');
        cell = { column, type: t, style: Number(s), reference: r };
        value = '';
        isFormula = false;
      } else if (name === 'f') isFormula = true;
      inValue = name === 'v' || (name === 't' && cell.type === 'inlineStr');
    },
    text(piece) {
      if (inValue) value += piece;
    },
    close(name) {
      inValue = false;
      if (name === 'c' && isFormula && value === '' && cell.type !== 'str') throw uncalculated();
      if (name === 'c' && value !== '') {
        while (cells.length < cell.column) cells.push('');
        cells.push(textOf());
      } else if (name === 'row') lines.push(cells.map(quoted).join(','));
    },
  });
  // The header says how many cells a row has: a sheet does not store empty ones.
  const header = lines.findIndex((line) => line !== '');
  const width = header < 0 ? 0 : countCells(lines[header] ?? '');
  for (const line of lines) {
    const missing = line === '' ? 0 : Math.max(0, width - countCells(line));
    yield `${line}${','.repeat(missing)}\n`;
  }

  /** Programs that only write workbooks leave the values to the spreadsheet that opens them. */
  function uncalculated(): Failure {
    return new Failure('invalid_data', `The cell ${cell.reference} has a formula without a value.`, {
      location: { file, line: row },
      hint: 'Open the workbook in a spreadsheet and save it, which calculates it, or write the value in place of the formula.',
    });
  }

  function textOf(): string {
    const { type, style, reference } = cell;
    if (type === 's') return shared[Number(value)] ?? '';
    if (type === 'b') return value === '1' ? 'true' : 'false';
    if (type === 'e') {
      throw new Failure('invalid_data', `The cell ${reference} has an error: ${value}`, {
        location: { file, line: row },
        hint: 'Correct the formula, or replace it by its value.',
      });
    }
    if (type !== 'n') return unescaped(value);
    const number = Number(value);
    const { date, digits = 0 } = styles[style] ?? {};
    if (digits > 1 && Number.isInteger(number) && number >= 0) return String(number).padStart(digits, '0');
    // As a spreadsheet shows it: 0.1 + 0.2 is stored with 17 digits.
    return (date && isoDate(number, date, is1904)) ?? String(Number(number.toPrecision(15)));
  }
}

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const countCells = (line: string): number => line.replace(/"(?:[^"]|"")*"/g, '').split(',').length;
