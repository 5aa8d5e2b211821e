/**
 * Converts a template saved by pdfme's own Designer to a template of this project. pdfme fills editable fields by name;
 * here Twig fills them, and their displayed values become the sample data.
 */
import { isJsonObject, type Json, type JsonObject } from '#contract/json';
import { editorFonts } from '#template/pdfme/editor-fonts';
import { valueKind } from '#template/pdfme/element-types';

export interface FromPdfme {
  /** Without `basePdf` if that is a PDF. */
  readonly design: JsonObject;
  readonly data: JsonObject;
  readonly basePdf?: Uint8Array;
}

const fonts = editorFonts([]).names;

/** Throws an `Error` if the text is not a pdfme template. */
export function fromPdfme(text: string): FromPdfme {
  const template = parsed(text);
  const { schemas, basePdf, sampledata, columns: _, ...rest } = template;
  if (!Array.isArray(schemas)) throw new Error('The file is not a pdfme template: it has no "schemas".');
  const sample = Array.isArray(sampledata) && isJsonObject(sampledata[0]) ? sampledata[0] : {};
  const data: Record<string, Json> = Object.create(null);
  const pages = schemas.map((page: Json) =>
    getElements(page).map((element) => filledByTwig(element, sample, data)),
  );
  const design = withoutForeignFonts({ ...rest, schemas: pages }) as JsonObject;
  const shown = { ...data };
  if (typeof basePdf !== 'string') {
    return { design: { ...design, basePdf: withoutForeignFonts(basePdf ?? null) }, data: shown };
  }
  const [, encoded] = /^data:application\/pdf;base64,([\s\S]+)$/.exec(basePdf) ?? [];
  if (encoded === undefined) throw new Error('"basePdf" is neither a page size nor an embedded PDF.');
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  return { design, data: shown, basePdf: bytes };
}

function parsed(text: string): JsonObject {
  let value: Json = null;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new Error('The file is not JSON.');
  }
  if (!isJsonObject(value)) throw new Error('The file is not a pdfme template.');
  return value;
}

/** Also reads the old format, name → element. */
function getElements(page: Json): readonly JsonObject[] {
  if (Array.isArray(page)) return page.filter((each: Json) => isJsonObject(each)) as JsonObject[];
  if (!isJsonObject(page)) return [];
  return Object.entries(page).flatMap(([name, each]) => (isJsonObject(each) ? [{ ...each, name }] : []));
}

/** Words with another meaning in a Twig expression. */
const reserved = /^(?:and|or|not|in|is|if|else|as|for|true|false|none|null|loop|matches|b|_\w*)$/i;

function filledByTwig(element: JsonObject, sample: JsonObject, data: Record<string, Json>): JsonObject {
  const { name, type, readOnly, content } = element;
  const isField = typeof name === 'string' && /^[a-z_]\w*$/i.test(name) && !reserved.test(name);
  const value = isField && typeof sample[name] === 'string' ? sample[name] : content;
  if (readOnly === true || !isField || typeof value !== 'string') return element;
  switch (valueKind(String(type))) {
    case 'text':
      if (type === 'multiVariableText') return element;
      data[name] = value;
      return { ...element, content: `{{ ${name} }}` };
    case 'rows': {
      const rows = parseRows(value);
      const [first] = rows;
      if (!first) return element;
      data[name] = rows;
      const cells = Array.isArray(first) ? first.map((_, index) => `{{ row[${index}] }}`) : undefined;
      return { ...element, content: JSON.stringify([cells ?? '{{ row }}']), repeat: `row in ${name}` };
    }
    case 'code':
      data[name] = value;
      return { ...element, content: value, source: name };
    default:
      return element;
  }
}

function parseRows(content: string): readonly Json[] {
  try {
    const rows: Json = JSON.parse(content);
    return Array.isArray(rows) ? rows : [];
  } catch {
    return [];
  }
}

/** The file does not contain its fonts, so texts in an unknown one fall back to the default font. */
const withoutForeignFonts = (value: Json): Json =>
  JSON.parse(
    JSON.stringify(value, (key, each) => (key === 'fontName' && !fonts.has(each) ? undefined : each)),
  );
