/** Reads one element of `editor.json`: validates and completes it, and separates its value from its style. */

import { didYouMean } from '#contract/did-you-mean';
import { isJsonObject, type Json, type JsonObject } from '#contract/json';
import type { EditorElement, ElementStyle, PageBox } from '../../model/editor-document.ts';
import { commonKeys, elementTypes, valueKind } from '../element-types.ts';
import { barcodeFault } from '../fill/barcode-fault.ts';
import { svgFault } from '../fill/svg-fault.ts';
import { readTableStyle } from '../read-table-style.ts';
import { checkStyle } from './check-style.ts';
import type { EditorFault, ReportFault } from './editor-fault.ts';
import { readRows, variablesInto } from './read-content.ts';
import { readFormField } from './read-form-field.ts';

interface Surroundings {
  readonly fonts: readonly string[];
  readonly page: PageBox;
  /** The name, if the file has it outside the element. */
  readonly name?: string | undefined;
}

export interface ElementResult {
  /** Undefined if the element is invalid. */
  readonly element: EditorElement | undefined;
  readonly faults: readonly EditorFault[];
}

/** Keys that are not part of the style: this project's own, and those that only the editor needs. */
const notStyle = new Set([
  'content',
  'readOnly',
  'required',
  'repeat',
  'source',
  'visible',
  'alt',
  'heading',
  'rowHeaders',
  'formField',
  'id',
  'variables',
]);

export function readElement(
  value: Json,
  label: (name: string) => string,
  path: readonly string[],
  around: Surroundings,
): ElementResult {
  const faults: EditorFault[] = [];
  if (!isJsonObject(value)) {
    return {
      element: undefined,
      faults: [{ path, message: `${label('?')}: an element must be an object.` }],
    };
  }
  const name = around.name ?? value.name;
  const known = typeof name === 'string' && name !== '' ? name : undefined;
  const own = label(known ?? '?');
  const fault = (key: string, message: string, hint?: string) =>
    faults.push({ path: [...path, key], message: `${own}: ${message}`, hint });
  if (known === undefined) fault('name', '"name" must be text.');

  const { type } = value;
  const types = Object.keys(elementTypes);
  if (typeof type !== 'string' || !Object.hasOwn(elementTypes, type)) {
    const meant = typeof type === 'string' ? didYouMean(type, types) : '';
    fault(
      'type',
      `there is no element of type ${JSON.stringify(type ?? null)}.${meant}`,
      `Types: ${types.join(', ')}.`,
    );
    return { element: undefined, faults };
  }
  const field = readFormField(value, type, known, fault);
  const knownKeys = [...commonKeys, ...(elementTypes[type]?.keys ?? []), ...(field ? ['alt'] : [])];
  for (const key of Object.keys(value)) {
    if (knownKeys.includes(key) || key === 'id') continue;
    if (['repeat', 'source', 'alt', 'heading', 'rowHeaders', 'formField'].includes(key)) {
      fault(key, `"${key}" does nothing for the type ${type}.`);
      continue;
    }
    const meant = didYouMean(key, knownKeys);
    if (meant) fault(key, `"${key}" is unknown.${meant}`);
  }
  const sizes = readSizes(value, fault);
  checkStyle(value, around.fonts, fault);
  for (const key of ['content', 'repeat', 'source', 'visible', 'alt'] as const) {
    if (value[key] !== undefined && value[key] !== null && typeof value[key] !== 'string') {
      fault(key, `"${key}" must be text.`);
    }
  }
  const { heading, rowHeaders } = value;
  const isLevel = typeof heading === 'number' && [1, 2, 3, 4, 5, 6].includes(heading);
  if (heading !== undefined && heading !== null && !isLevel)
    fault('heading', '"heading" must be the level of a heading, from 1 to 6.');
  if (rowHeaders !== undefined && rowHeaders !== null && typeof rowHeaders !== 'boolean')
    fault('rowHeaders', '"rowHeaders" must be true or false.');
  const text = (key: string) => (typeof value[key] === 'string' ? (value[key] as string) : undefined);
  const expression = (key: 'repeat' | 'source' | 'visible') => {
    const source = text(key)?.trim();
    return source || undefined;
  };
  if (text('repeat')?.trim() && !/^\w+(?:\s*,\s*\w+)?\s+in\s+\S/.test(text('repeat')?.trim() ?? '')) {
    fault('repeat', `"repeat" must be a name and a list, such as item in items.`);
  }
  const table = type === 'table' ? readTableStyle(value, fault, around.fonts) : {};
  const rows = valueKind(type) === 'rows' ? readRows(type, text('content') ?? '', table.head, fault) : [];
  if (expression('repeat') && rows.length === 0 && !faults.some(({ isWarning }) => !isWarning)) {
    fault('repeat', '"repeat" prints the first row for each, and "content" has none.');
  }
  let content = text('content') ?? '';
  if (type === 'multiVariableText') content = variablesInto(value, text('text') ?? '', content, fault);
  if (path[0] === 'basePdf')
    content = content.replace(/(?<!\{)\{(currentPage|totalPages)\}(?!\})/g, pageNumber);
  if (expression('source') === undefined) checkSample(type, content, fault);
  if (
    value.readOnly === true &&
    valueKind(type) === 'text' &&
    /(?<!\{)\{[^{}%#\s][^{}]*\}(?!\})/.test(content)
  ) {
    const message = `${own}: {…} is printed as it stands; values of the data are written {{ … }}.`;
    faults.push({ path: [...path, 'content'], message, isWarning: true });
  }
  if (sizes && (sizes.position.x >= around.page.width || sizes.position.y >= around.page.height)) {
    faults.push({
      path: [...path, 'position'],
      message: `${own}: it stands outside of the page.`,
      isWarning: true,
    });
  }
  if (!sizes || known === undefined || faults.some(({ isWarning }) => !isWarning)) {
    return { element: undefined, faults };
  }
  const kept = Object.entries(value).filter(
    ([key, each]) => !notStyle.has(key) && !key.startsWith('__') && each !== null,
  );
  const style: ElementStyle = {
    ...Object.fromEntries(kept),
    ...table,
    ...sizes,
    name: known,
    type: type === 'multiVariableText' || type === 'select' ? 'text' : type,
  };
  const element: EditorElement = {
    style,
    content,
    rows,
    repeat: expression('repeat'),
    source: expression('source'),
    visible: expression('visible'),
    required: value.required === true,
    field,
    alt: text('alt'),
    heading: isLevel ? heading : undefined,
    rowHeaders: rowHeaders === true,
    label: own,
    path,
  };
  return { element, faults };
}

function readSizes(
  value: JsonObject,
  fault: ReportFault,
): Pick<ElementStyle, 'position' | 'width' | 'height'> | undefined {
  const { position, width, height } = value;
  const isLength = (each: Json | undefined): each is number =>
    typeof each === 'number' && each >= 0 && each <= 10_000;
  if (!isLength(width)) fault('width', '"width" must be a number of millimetres.');
  if (!isLength(height)) fault('height', '"height" must be a number of millimetres.');
  const place = isJsonObject(position) ? position : {};
  const { x, y } = place;
  const isPlace = (each: Json | undefined): each is number =>
    typeof each === 'number' && Math.abs(each) <= 10_000;
  if (!isPlace(x) || !isPlace(y)) fault('position', '"position" must be { "x": …, "y": … } in millimetres.');
  return isLength(width) && isLength(height) && isPlace(x) && isPlace(y)
    ? { position: { x, y }, width, height }
    : undefined;
}

/** Replaces the page number variables of pdfme's own templates. */
const pageNumber = (_: string, name: string): string =>
  name === 'currentPage' ? '{{ page }}' : '{{ pages }}';

/** Checks content that needs no data. */
function checkSample(type: string, content: string, fault: ReportFault): void {
  if (content === '') return;
  const kind = valueKind(type);
  if (kind === 'code' && !/\{[{%#]/.test(content)) {
    const wrong = barcodeFault(type, content.trim());
    if (wrong) fault('content', `the code ${wrong}.`);
  }
  if (type === 'svg' && content.trim().startsWith('<')) {
    const wrong = svgFault(content);
    if (wrong) fault('content', `the SVG ${wrong}.`);
  }
  if (kind === 'flag' && !/\{[{%#]/.test(content) && !['true', 'false'].includes(content.trim())) {
    fault('content', '"content" must be true or false.');
  }
}
