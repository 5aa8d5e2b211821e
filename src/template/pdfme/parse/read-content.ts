/** Reads element `content` that is more than text: rows of a table or list, values of variables. */
import { isJsonObject, type Json, type JsonObject } from '#contract/json';
import type { ReportFault } from './editor-fault.ts';

/** The rows of a table or a list. A list has one cell per row. */
export function readRows(
  type: string,
  content: string,
  head: unknown,
  fault: ReportFault,
): readonly (readonly string[])[] {
  let value: Json = [];
  try {
    value = content.trim() === '' ? [] : JSON.parse(content);
  } catch {
    if (type === 'list') return content.split(/\r\n|\r|\n/).map((line) => [line]);
    fault('content', '"content" must be the rows of the table as JSON: [["first cell", "second cell"]].');
    return [];
  }
  if (type === 'list' && Array.isArray(value)) return value.map((item) => [String(item)]);
  const columns = Array.isArray(head) ? head.length : 0;
  if (!Array.isArray(value) || !value.every(Array.isArray)) {
    fault('content', '"content" must be rows of cells as JSON: [["first cell", "second cell"]].');
    return [];
  }
  const wrong = value.findIndex((row) => Array.isArray(row) && row.length !== columns);
  if (wrong >= 0) {
    const cells = (value[wrong] as Json[]).length;
    fault('content', `row ${wrong + 1} has ${cells} cells, and "head" has ${columns} columns.`);
    return [];
  }
  return value.map((row) => (row as Json[]).map((cell) => (cell === null ? '' : String(cell))));
}

/** Replaces each `{name}` in `text` by its value in `content`, and returns one text with Twig. */
export function variablesInto(
  element: JsonObject,
  text: string,
  content: string,
  fault: ReportFault,
): string {
  let values: Json = {};
  try {
    values = content.trim() === '' ? {} : JSON.parse(content);
  } catch {
    // pdfme stores the final text in `content`.
    if (element.readOnly === true) return content;
    fault('content', '"content" must be the values of the variables as JSON: {"name": "value"}.');
  }
  const known = isJsonObject(values) ? values : {};
  const isMarkdown = element.textFormat === 'inline-markdown';
  return text.replace(/(?<!\{)\{([^{}%#\s]+)\}(?!\})/g, (_, name: string) => {
    const value = Object.hasOwn(known, name) ? String(known[name] ?? '') : '';
    // A value has no style of its own. The output of Twig is escaped when it is printed.
    return isMarkdown && !/\{[{%#]/.test(value) ? value.replace(/[\\*~`[\]()]/g, '\\$&') : value;
  });
}
