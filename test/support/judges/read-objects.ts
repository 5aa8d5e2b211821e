/** What is in the objects of PDFs, as this program and as other readers find it. */
import { createHash } from 'node:crypto';
import { PdfName, PdfRef, PdfStream, PdfString, type PdfValue } from '../../../src/pdf/object.ts';
import { NameTable } from '../../../src/pdf/reading/name-table.ts';
import { ObjectParser, type ObjectParserHost } from '../../../src/pdf/reading/object-parser.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { askPython } from './ask-python.ts';

/** The values of objects as texts to compare, by "number generation". */
export type ObjectTexts = ReadonlyMap<string, string>;

interface Found {
  readonly syntax: string;
  readonly data?: string;
}

/** Every object that the trailer of a file leads to, as this program reads it. */
export function ownObjects(pdf: Uint8Array): ObjectTexts {
  const reader = new PdfReader(pdf);
  const texts = new Map<string, string>();
  const open = [...reader.trailer.entries()].flatMap(([key, value]) =>
    ['Root', 'Info'].includes(key) ? refsIn(value) : [],
  );
  for (const ref of open) {
    const key = `${ref.number} ${ref.generation}`;
    if (texts.has(key)) continue;
    const value = reader.resolve(ref);
    const data = value instanceof PdfStream ? reader.decode(value) : undefined;
    texts.set(key, textOf(value, data && createHash('sha256').update(data).digest('hex')));
    open.push(...refsIn(value));
  }
  return texts;
}

/** The same objects as other programs read them, by name of the program; undefined if it does not open the file. */
export async function othersObjects(
  python: string,
  files: readonly { readonly pdf: Uint8Array; readonly own: ObjectTexts }[],
): Promise<readonly Readonly<Record<string, ObjectTexts | undefined>>[]> {
  const answers = await askPython<Readonly<Record<string, readonly Found[] | null>>>({
    python,
    program: 'read-objects.py',
    pdfs: files.map(({ pdf }) => pdf),
    line(file, index) {
      const keys = [...(files[index]?.own.keys() ?? [])];
      return JSON.stringify({ file, refs: keys.map((key) => key.split(' ').map(Number)) });
    },
  });
  return answers.map((answer, index) => {
    const keys = [...(files[index]?.own.keys() ?? [])];
    const texts = (found: readonly Found[]) =>
      new Map(found.map(({ syntax, data }, i) => [keys[i] ?? '', textOf(parse(syntax), data)]));
    return Object.fromEntries(
      Object.entries(answer).map(([name, found]) => [name, found ? texts(found) : undefined]),
    );
  });
}

/** Only the syntax is read by our parser; which object has it was decided by the other program. */
function parse(syntax: string): PdfValue {
  return new ObjectParser(Buffer.from(`${syntax} `, 'latin1'), 0, host).value();
}

const owner = { description: 'another reader' };
const host: ObjectParserHost = {
  ref: (number, generation) => new PdfRef(number, generation, owner),
  container: () => {},
  names: new NameTable(),
};

/** How a stream is stored says nothing of what is in it. */
const storage: ReadonlySet<string> = new Set(['Length', 'Filter', 'DecodeParms']);

function textOf(value: PdfValue, data?: string): string {
  if (value instanceof PdfStream) return textOf(value.dict, data);
  if (value instanceof Map) {
    const entries = [...value].filter(([key, each]) => each !== null && !(data && storage.has(key)));
    const texts = entries.map(([key, each]) => `/${key} ${textOf(each)}`).sort();
    return `<<${texts.join(' ')}>>${data === undefined ? '' : ` stream ${data}`}`;
  }
  if (Array.isArray(value)) return `[${value.map((each) => textOf(each)).join(' ')}]`;
  if (value instanceof PdfName) return `/${value.value}`;
  if (value instanceof PdfString) return `<${Buffer.from(value.bytes, 'latin1').toString('hex')}>`;
  if (value instanceof PdfRef) return `${value.number} ${value.generation} R`;
  return String(typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value);
}

function refsIn(value: PdfValue): PdfRef[] {
  if (value instanceof PdfRef) return [value];
  if (value instanceof PdfStream) return refsIn(value.dict);
  if (value instanceof Map) return [...value.values()].flatMap(refsIn);
  return Array.isArray(value) ? value.flatMap(refsIn) : [];
}
