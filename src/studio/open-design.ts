/**
 * Converts `editor.json` to a template that pdfme's Designer can show: pictures replace their paths, tables are
 * complete, elements of every page join those of the first, and texts are protected from being evaluated as
 * expressions.
 */
import { isJsonObject, type Json, type JsonObject } from '#contract/json';
import { type JsonNode, readJsonNodes } from '#template/json/json-nodes';
import { type EditorFonts, editorFonts } from '#template/pdfme/editor-fonts';
import { elementTypes, valueKind } from '#template/pdfme/element-types';
import { readTableStyle } from '#template/pdfme/read-table-style';
import { type DesignerTemplate, everyPageKey, originKey } from './designer-template.ts';
import type { PageSetting } from './page-setting.ts';
import { shownPicture } from './picture-file.ts';

/** Path below the template's folder → content. */
export type DesignFiles = ReadonlyMap<string, Uint8Array>;

export interface OpenDesign {
  readonly file: JsonNode;
  readonly shown: DesignerTemplate;
  /** Origin → the element in the file, and as shown. */
  readonly elements: ReadonlyMap<string, { readonly file: JsonNode; readonly shown: JsonObject }>;
  readonly files: DesignFiles;
  readonly page: PageSetting;
}

const a4: JsonObject = { width: 210, height: 297, padding: [20, 20, 20, 20] };

/** Throws a `SyntaxError` if the text is not JSON, and an `Error` if it is not an editor template. */
export function openDesign(text: string, files: DesignFiles): OpenDesign {
  JSON.parse(text.replace(/^\ufeff/, ''));
  const file = readJsonNodes(text);
  const root = file.value;
  if (!isJsonObject(root)) throw new Error('editor.json must hold a JSON object.');
  const basePdf = isJsonObject(root.basePdf) ? root.basePdf : a4;
  const size = { width: lengthOf(basePdf.width, 210), height: lengthOf(basePdf.height, 297) };
  const fonts = editorFonts([...files.keys()].filter((path) => path.startsWith('fonts/')));
  const elements = new Map<string, { file: JsonNode; shown: JsonObject }>();

  const show = (node: JsonNode, origin: string, more: JsonObject = {}): JsonObject[] => {
    if (!isJsonObject(node.value)) return [];
    const shown = {
      ...panelDefaults(node.value, fonts.standard),
      ...withKnownFonts(shownElement(node.value, size, files), fonts),
      ...more,
      [originKey]: origin,
    };
    elements.set(origin, { file: node, shown });
    return [shown];
  };
  const pages = (file.members?.get('schemas')?.items ?? []).map((page, index) =>
    page.items
      ? page.items.flatMap((node, at) => show(node, `${index}.${at}`))
      : // The old format: name → element.
        [...(page.members ?? [])].flatMap(([name, node]) => show(named(node, name), `${index}.${name}`)),
  );
  const statics = (file.members?.get('basePdf')?.members?.get('staticSchema')?.items ?? []).flatMap(
    (node, at) => show(node, `static.${at}`, { [everyPageKey]: true }),
  );
  const [first = [], ...others] = pages;
  return {
    file,
    elements,
    files,
    page: { ...size, padding: paddingOf(basePdf.padding) },
    // No padding: the Designer would keep elements out of the margins, where headers and footers belong.
    shown: { schemas: [[...first, ...statics], ...others], basePdf: { ...size, padding: [0, 0, 0, 0] } },
  };
}

const named = (node: JsonNode, name: string): JsonNode =>
  isJsonObject(node.value) ? readJsonNodes(JSON.stringify({ ...node.value, name }, null, 2)) : node;

/** Replaces unknown fonts, in which the Designer would draw nothing at all. */
function withKnownFonts(element: JsonObject, fonts: EditorFonts): JsonObject {
  const known = (fields: JsonObject): JsonObject =>
    typeof fields.fontName === 'string' && !fonts.names.has(fields.fontName)
      ? { ...fields, fontName: fonts.standard }
      : fields;
  const styles = ['headStyles', 'bodyStyles'].flatMap((key) => {
    const each = element[key];
    return isJsonObject(each) ? [[key, known(each)] as const] : [];
  });
  return { ...known(element), ...Object.fromEntries(styles) };
}

/**
 * The values that the Designer's panel fills in when an element is selected. Documents are drawn the same without them.
 */
function panelDefaults({ type }: JsonObject, fontName: string): JsonObject {
  const { keys = [] } = Object.hasOwn(elementTypes, String(type)) ? (elementTypes[String(type)] ?? {}) : {};
  const defaults: JsonObject = { fontName, overflow: 'visible', fontVariantFallback: 'synthetic' };
  return Object.fromEntries(Object.entries(defaults).filter(([key]) => keys.includes(key)));
}

function shownElement(
  element: JsonObject,
  page: { width: number; height: number },
  files: DesignFiles,
): JsonObject {
  const { type, content } = element;
  const text = typeof content === 'string' ? content : '';
  const width = lengthOf(element.width, 10);
  const height = lengthOf(element.height, 10);
  return {
    ...element,
    ...(type === 'table' ? tableStyle(element) : {}),
    content: valueKind(String(type)) === 'picture' ? shownPicture(String(type), text, files) : text,
    width,
    height,
    position: insidePage(element.position, { width, height }, page),
    // Otherwise the Designer would parse the content for expressions.
    readOnly: false,
  };
}

/** Moves elements inside the page as the Designer does, so that none seems to have been moved by the user. */
function insidePage(value: Json | undefined, box: Size, page: Size): JsonObject {
  const { x, y } = isJsonObject(value) ? value : {};
  const inside = (start: number, length: number, limit: number) =>
    start + length > limit ? Math.max(0, limit - length) : start;
  return {
    x: inside(lengthOf(x, 0), box.width, page.width),
    y: inside(lengthOf(y, 0), box.height, page.height),
  };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const paddingOf = (value: Json | undefined): readonly number[] =>
  Array.isArray(value) && value.length === 4 ? value.map((each: Json) => lengthOf(each, 0)) : [0, 0, 0, 0];

const lengthOf = (value: Json | undefined, usual: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : usual;

/** Completes the styles of a table. The Designer reads them without checking that they exist. */
function tableStyle(element: JsonObject): JsonObject {
  const head = Array.isArray(element.head) && element.head.length > 0 ? element.head.map(String) : ['Column'];
  return readTableStyle({ ...element, head }, () => {}, []) as JsonObject;
}
