/** How indirect objects and streams are laid out: clauses 6.1.7 and 6.1.9. */
import { getName, isDict, type PdfDict, PdfStream, toList } from '#pdf/object';
import { isWhiteSpace } from '#pdf/reading/character-class';
import type { CheckedDocument, CheckedObject } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import type { Check, Rule } from '../rule.ts';

const lengthRule: Rule = { pdfa: ['6.1.7.1', 1], pdfa4: ['6.1.6.1', 1] };
const keywordRule: Rule = { pdfa: ['6.1.7.1', 2] };
const externalRule: Rule = {
  pdfa: ['6.1.7.1', 3],
  pdfa4: ['6.1.6.1', 2],
  remedy: 'Embed the data of the stream instead of naming a file that holds it.',
};
const filterRule: Rule = {
  pdfa: ['6.1.7.2', 1],
  pdfa4: ['6.1.6.2', 1],
  remedy: 'Compress the stream with FlateDecode.',
};
const spacingRule: Rule = { pdfa: ['6.1.9', 1], pdfa4: ['6.1.8', 1] };

const allowedFilters = new Set([
  'ASCIIHexDecode',
  'ASCII85Decode',
  'FlateDecode',
  'RunLengthDecode',
  'CCITTFaxDecode',
  'JBIG2Decode',
  'DCTDecode',
  'JPXDecode',
]);

function inspect(document: CheckedDocument, findings: FindingCollector): void {
  for (const object of document.objects) {
    const { value, number } = object;
    if (value instanceof PdfStream) {
      checkStreamKeys(value.dict, number, findings);
      checkFilters(document, value.dict, number, findings);
    }
    if (object.offset !== undefined) checkLayout(document, object, object.offset, findings);
  }
}

function checkStreamKeys(dict: PdfDict, object: number, findings: FindingCollector): void {
  const keys = ['F', 'FFilter', 'FDecodeParms'].filter((key) => dict.has(key));
  if (keys.length === 0) return;
  findings.add(externalRule, {
    message: `A stream keeps its data in another file (${keys.join(', ')}).`,
    object,
  });
}

function checkFilters(
  { file }: CheckedDocument,
  dict: PdfDict,
  object: number,
  findings: FindingCollector,
): void {
  const parameters = toList(file.get(dict, 'DecodeParms'));
  for (const [index, item] of toList(file.get(dict, 'Filter')).entries()) {
    const filter = getName(file.resolve(item)) ?? 'without a name';
    if (allowedFilters.has(filter)) continue;
    const its = file.resolve(parameters[index]);
    if (filter === 'Crypt' && isDict(its) && file.name(its, 'Name') === 'Identity') continue;
    findings.add(filterRule, { message: `A stream has the filter ${filter}.`, object });
  }
}

function checkLayout(
  { file }: CheckedDocument,
  object: CheckedObject,
  offset: number,
  findings: FindingCollector,
): void {
  const { bytes } = file;
  const { number, value } = object;
  const layout = readLayout(bytes, offset, value instanceof PdfStream ? value : undefined);
  if (!layout) return;
  if (!layout.isSpaced) {
    const message =
      'An object is not on lines of its own, or its numbers are not separated by single spaces.';
    findings.add(spacingRule, { message, object: number });
  }
  if (!(value instanceof PdfStream) || !layout.stream) return;
  const length = file.get(value.dict, 'Length');
  const { hasLineEnds } = layout.stream;
  const actual = actualLength(layout.stream, typeof length === 'number' ? length : 0);
  if (length !== actual) {
    const stated = typeof length === 'number' ? `${length}` : 'nothing';
    findings.add(lengthRule, {
      message: `The Length of a stream says ${stated}; it has ${actual} bytes.`,
      object: number,
    });
  }
  if (!hasLineEnds) {
    const message =
      'The keyword stream or endstream of a stream is not separated from the data by a line end.';
    findings.add(keywordRule, { message, object: number });
  }
}

interface StreamLayout {
  /** Bytes from the start of the data to the keyword `endstream`. */
  readonly extent: number;
  /** The last two bytes before the keyword. */
  readonly last: readonly [number | undefined, number | undefined];
  readonly hasLineEnds: boolean;
}

interface Layout {
  readonly isSpaced: boolean;
  readonly stream: StreamLayout | undefined;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

const isLineEnd = (byte: number | undefined) => byte === lineFeed || byte === carriageReturn;

/** The header `12 0 obj`, with any white space. */
const objectHeader = /^\s*(\d+)(\s+)(\d+)(\s+)obj/;

/** Longer than any header of an object. */
const maxHeaderLength = 64;

function readLayout(bytes: Buffer, offset: number, value: PdfStream | undefined): Layout | undefined {
  const header = objectHeader.exec(bytes.toString('latin1', offset, offset + maxHeaderLength));
  if (!header) return undefined;
  const [whole, number = '', first = '', , second = ''] = header;
  const start = offset + whole.length - whole.trimStart().length;
  const afterObj = offset + whole.length;
  let isSpaced =
    number !== '' &&
    first.length === 1 &&
    second.length === 1 &&
    isLineEnd(bytes[start - 1]) &&
    isLineEnd(bytes[afterObj]);
  let stream: StreamLayout | undefined;
  let from = afterObj;
  if (value) {
    const dataStart = value.data.byteOffset - bytes.byteOffset;
    const endstream = bytes.indexOf('endstream', dataStart + value.data.length, 'latin1');
    if (endstream < 0) return { isSpaced, stream };
    const hasLineEnds = startsOnNewLine(bytes, dataStart) && isLineEnd(bytes[endstream - 1]);
    stream = {
      extent: endstream - dataStart,
      last: [bytes[endstream - 2], bytes[endstream - 1]],
      hasLineEnds,
    };
    from = endstream + 'endstream'.length;
  }
  const end = findObjectEnd(bytes, from, value !== undefined);
  if (end >= 0) isSpaced &&= isLineEnd(bytes[end - 1]) && isLineEnd(bytes[end + 'endobj'.length]);
  return { isSpaced, stream };
}

/** The keyword `endobj`. After a stream only white space comes before it. */
function findObjectEnd(bytes: Buffer, from: number, isAfterStream: boolean): number {
  if (!isAfterStream) return bytes.indexOf('endobj', from, 'latin1');
  let end = from;
  while (isWhiteSpace(bytes[end])) end++;
  return bytes.toString('latin1', end, end + 'endobj'.length) === 'endobj' ? end : -1;
}

/** Whether the data follows `stream` and a line feed, with or without a carriage return before it. */
function startsOnNewLine(bytes: Buffer, dataStart: number): boolean {
  if (bytes[dataStart - 1] !== lineFeed) return false;
  const keywordEnd = bytes[dataStart - 2] === carriageReturn ? dataStart - 2 : dataStart - 1;
  return bytes.toString('latin1', keywordEnd - 'stream'.length, keywordEnd) === 'stream';
}

/**
 * The line end before the keyword is not part of the data. A carriage return before the line feed is, if the stream
 * would be longer than stated otherwise.
 */
function actualLength({ extent, last: [first, second] }: StreamLayout, stated: number): number {
  if (second === lineFeed) return extent - (first === carriageReturn && extent - stated > 1 ? 2 : 1);
  return second === carriageReturn ? extent - 1 : extent;
}

export const objectCheck: Check = {
  rules: [lengthRule, keywordRule, externalRule, filterRule, spacingRule],
  inspect,
};
