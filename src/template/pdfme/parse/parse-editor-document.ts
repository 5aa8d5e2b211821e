/** Parses `editor.json` and reports every fault that can be found without data. */

import { maxSideMm } from '#contract/api/page-format';
import { didYouMean } from '#contract/did-you-mean';
import { Failure } from '#contract/errors';
import { isJsonObject, type Json } from '#contract/json';
import { jsonPlace } from '../../json/json-places.ts';
import { parseJsonFile } from '../../json/parse-json-file.ts';
import type { Warning } from '../../model/check-result.ts';
import type { EditorDocument, EditorElement, PageBox } from '../../model/editor-document.ts';
import type { EditorFault } from './editor-fault.ts';
import { readElement } from './read-element.ts';

export interface ParsedDocument {
  /** Excludes invalid elements. */
  readonly document: EditorDocument;
  readonly faults: readonly Failure[];
  readonly warnings: readonly Warning[];
}

const topKeys = ['schemas', 'basePdf', 'pdfmeVersion'];
const pageKeys = ['width', 'height', 'padding', 'staticSchema'];

/** `fonts` are the names of the template's fonts. Throws `invalid_template` if the text is not a JSON object. */
export function parseEditorDocument(file: string, text: string, fonts: readonly string[]): ParsedDocument {
  const root = parseJsonFile('invalid_template', file, text);
  if (!isJsonObject(root)) throw new Failure('invalid_template', `${file} must hold a JSON object.`);
  const found: EditorFault[] = [];
  const fault = (path: readonly string[], message: string, hint?: string) =>
    found.push({ path, message, hint });
  unknownKeys(root, topKeys, [], '', found);

  const page = readPage(root.basePdf, found);
  const read = (value: Json, label: (name: string) => string, path: readonly string[], name?: string) => {
    const result = readElement(value, label, path, { fonts, page, name });
    found.push(...result.faults);
    return result.element;
  };
  const pages: EditorElement[][] = [];
  if (!Array.isArray(root.schemas))
    fault(['schemas'], '"schemas" must be an array with the elements of each page.');
  else if (root.schemas.length === 0) fault(['schemas'], '"schemas" has no page.');
  for (const [index, each] of (Array.isArray(root.schemas) ? root.schemas : []).entries()) {
    const path = ['schemas', String(index)];
    const label = (name: string) => `page ${index + 1}, field ${name}`;
    const elements: (EditorElement | undefined)[] = [];
    if (Array.isArray(each)) {
      elements.push(...each.map((element, at) => read(element, label, [...path, String(at)])));
    } else if (isJsonObject(each)) {
      // The format of early pdfme versions: name → element.
      elements.push(
        ...Object.entries(each).map(([name, element]) => read(element, label, [...path, name], name)),
      );
    } else fault(path, `Page ${index + 1} must be an array of elements.`);
    pages.push(elements.filter((element) => element !== undefined));
  }
  const staticSchema = isJsonObject(root.basePdf) ? root.basePdf.staticSchema : undefined;
  if (staticSchema !== undefined && !Array.isArray(staticSchema))
    fault(['basePdf', 'staticSchema'], '"staticSchema" must be an array of elements.');
  const statics = (Array.isArray(staticSchema) ? staticSchema : []).flatMap((element, at) => {
    const label = (name: string) => `static field ${name}`;
    return read(element, label, ['basePdf', 'staticSchema', String(at)]) ?? [];
  });
  for (const elements of [...pages, statics]) found.push(...duplicates(elements));

  const locate = (path: readonly string[]) => ({ file, text, ...jsonPlace(text, path) });
  const faults = found
    .filter(({ isWarning }) => !isWarning)
    .map(
      ({ path, message, hint }) => new Failure('invalid_template', message, { location: locate(path), hint }),
    );
  const warnings = found
    .filter(({ isWarning }) => isWarning)
    .map(({ path, message }) => ({ message, location: locate(path) }));
  return { document: { page, pages, statics }, faults, warnings };
}

const a4: PageBox = { width: 210, height: 297, padding: [20, 10, 20, 10] };
/** Millimetres: 14 400 points, which many readers treat as the maximum page size. */

function readPage(value: Json | undefined, found: EditorFault[]): PageBox {
  const fault = (path: readonly string[], message: string, hint?: string) =>
    found.push({ path: ['basePdf', ...path], message, hint });
  if (!isJsonObject(value)) {
    fault(
      [],
      '"basePdf" must be the size of the page: { "width": 210, "height": 297, "padding": [20, 10, 20, 10] }.',
      typeof value === 'string'
        ? 'The PDF to lay under the pages is a file of the folder: base.pdf.'
        : undefined,
    );
    return a4;
  }
  unknownKeys(value, pageKeys, ['basePdf'], 'basePdf: ', found);
  const side = (key: 'width' | 'height') => {
    const length = value[key];
    if (typeof length === 'number' && length > 0 && length <= maxSideMm) return length;
    fault([key], `basePdf: "${key}" must be a number of millimetres, above 0 and up to ${maxSideMm}.`);
    return a4[key];
  };
  const [width, height] = [side('width'), side('height')];
  const { padding } = value;
  const isPadding =
    Array.isArray(padding) &&
    padding.length === 4 &&
    padding.every((each) => typeof each === 'number' && each >= 0);
  if (!isPadding) {
    fault(['padding'], 'basePdf: "padding" must be four numbers of millimetres: top, right, bottom, left.');
    return { width, height, padding: [0, 0, 0, 0] };
  }
  const [top, right, bottom, left] = padding as [number, number, number, number];
  if (top + bottom > height - 5) {
    fault(['padding'], `basePdf: "padding" leaves no room on a page ${height} mm high.`);
    return { width, height, padding: [0, 0, 0, 0] };
  }
  return { width, height, padding: [top, right, bottom, left] };
}

/** Reports only likely typing errors, because pdfme may accept further keys. */
function unknownKeys(
  value: Readonly<Record<string, unknown>>,
  known: readonly string[],
  path: readonly string[],
  prefix: string,
  found: EditorFault[],
): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    const meant = didYouMean(key, known);
    if (meant) found.push({ path: [...path, key], message: `${prefix}"${key}" is unknown.${meant}` });
  }
}

function duplicates(elements: readonly EditorElement[]): EditorFault[] {
  const seen = new Set<string>();
  return elements.flatMap(({ style: { name }, label, path }) => {
    const isNew = !seen.has(name);
    seen.add(name);
    return isNew ? [] : [{ path, message: `${label}: another element of the page is called so too.` }];
  });
}
