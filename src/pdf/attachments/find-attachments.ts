/** Finds the files inside a PDF (ISO 32000-2, 7.11): of the document, of annotations, and of any other object. */
import { nameTreeEntries } from '../document/name-tree.ts';
import { getPages } from '../document/page-tree.ts';
import { isDict, type PdfDict, PdfName, PdfStream, type PdfValue } from '../object.ts';
import { parsePdfDate } from '../pdf-date.ts';
import { PdfError } from '../pdf-error.ts';
import type { PdfReader } from '../reading/reader.ts';
import { decodeTextString } from '../text-string.ts';
import type { PdfAttachment } from './pdf-attachment.ts';

interface Specification {
  readonly dict: PdfDict;
  /** The name in the tree of the document's files. */
  readonly key?: string | undefined;
  readonly page?: number | undefined;
}

/**
 * Each file once, however often the PDF refers to it: first those of the document, then those of annotations by page, then
 * those of other objects (`AF`). Throws `malformed`, `too_large`.
 */
export function findAttachments(file: PdfReader): PdfAttachment[] {
  const found = new Map<PdfDict, Specification>();
  const add = (value: PdfValue | undefined, from: Omit<Specification, 'dict'>) => {
    const dict = file.resolve(value);
    if (isDict(dict) && !found.has(dict) && embeddedFile(file, dict)) found.set(dict, { dict, ...from });
  };
  const names = file.dict(file.catalog, 'Names');
  for (const [key, value] of nameTreeEntries(file, names?.get('EmbeddedFiles'))) add(value, { key });
  let number = 0;
  for (const { dict: page } of getPages(file)) {
    number += 1;
    for (const item of file.array(page, 'Annots') ?? []) {
      const annotation = file.resolve(item);
      if (isDict(annotation)) add(annotation.get('FS'), { page: number });
    }
  }
  for (const dict of dictionaries(file)) {
    if (dict.has('EF')) add(dict, {});
  }
  const contents = new Map<PdfStream, Contents>();
  return [...found.values()].map((specification) => describe(file, specification, contents));
}

/** Every dictionary that the document refers to, once. */
function* dictionaries(file: PdfReader): Generator<PdfDict> {
  const seen = new Set<PdfValue>();
  const waiting: PdfValue[] = [file.catalog];
  while (waiting.length > 0) {
    const value = file.resolve(waiting.pop());
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    const dict = value instanceof PdfStream ? value.dict : value;
    if (Array.isArray(dict)) for (const item of dict.toReversed()) waiting.push(item);
    if (!isDict(dict)) continue;
    if (!(value instanceof PdfStream)) yield dict;
    for (const item of [...dict.values()].toReversed()) waiting.push(item);
  }
}

/** The names of the same file for different systems, the best first. */
const systems = ['UF', 'F', 'Unix', 'DOS', 'Mac'];

function embeddedFile(file: PdfReader, specification: PdfDict): PdfStream | undefined {
  const files = file.dict(specification, 'EF');
  const streams = systems.map((system) => files && file.get(files, system));
  return streams.find((stream) => stream instanceof PdfStream);
}

type Contents = Pick<PdfAttachment, 'data' | 'problem'>;

function describe(
  file: PdfReader,
  { dict, key, page }: Specification,
  known: Map<PdfStream, Contents>,
): PdfAttachment {
  const stream = embeddedFile(file, dict) ?? new PdfStream(new Map(), new Uint8Array());
  const parameters = file.dict(stream.dict, 'Params') ?? new Map();
  const text = (from: PdfDict, name: string) => {
    const string = file.string(from, name);
    return string && decodeTextString(string);
  };
  const date = (name: string) => {
    const parsed = parsePdfDate(file.string(parameters, name)?.bytes ?? '');
    return parsed && Number.isNaN(parsed.getTime()) ? undefined : parsed;
  };
  // Many files may share one stream, which a small PDF can say without end.
  const contents = known.get(stream) ?? decode(file, stream);
  known.set(stream, contents);
  const subtype = file.get(stream.dict, 'Subtype');
  return {
    name: systems.map((system) => text(dict, system)).find((name) => name) ?? key ?? '',
    ...contents,
    type: subtype instanceof PdfName && subtype.value !== '' ? subtype.value : undefined,
    relationship: file.name(dict, 'AFRelationship'),
    description: text(dict, 'Desc'),
    created: date('CreationDate'),
    modified: date('ModDate'),
    page,
  };
}

function decode(file: PdfReader, stream: PdfStream): Contents {
  try {
    // A copy, which can leave the thread alone.
    return { data: Uint8Array.from(file.decode(stream)), problem: undefined };
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    return { data: undefined, problem: error.message };
  }
}
