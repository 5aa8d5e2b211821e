/** Draws the fields that no appearance shows: viewers would draw them only as long as the form asks for it. */
import { leavesDrawing } from '#pdf/document/form-fields';
import { type PdfDict, PdfStream } from '#pdf/object';
import type { PdfReader } from '#pdf/reading/reader';
import { currentAppearance } from '#pdf/underlay/annotation-appearance';
import { currentSetting } from '../data/current-setting.ts';
import type { FieldSetting } from '../data/field-setting.ts';
import type { ReadField } from '../model/read-fields.ts';
import { type DrawContext, drawField } from './draw-field.ts';

export interface UndrawnField {
  readonly name: string;
  /** Why its value cannot be drawn, as it reads on after the name. */
  readonly problem: string;
  /** Whether something is drawn in each of its places all the same, such as an earlier value. */
  readonly hasAppearance: boolean;
}

/** Returns the fields that cannot be drawn, which stay as they are. Throws `malformed`, `too_large`. */
export function drawUndrawn(context: DrawContext, fields: readonly ReadField[]): UndrawnField[] {
  const { file } = context.edits;
  const undrawn: UndrawnField[] = [];
  for (const field of fields) {
    const setting = currentSetting(file, field);
    if (!setting || isDrawn(file, field, setting)) continue;
    const [problem] = drawField(context, field, setting).problems;
    if (problem === undefined) continue;
    const hasAppearance = field.widgets.every(({ dict }) => appearanceText(file, dict));
    undrawn.push({ name: field.name, problem, hasAppearance });
  }
  return undrawn;
}

/** Where the form leaves the drawing to viewers, an appearance may be older than the value. */
function isDrawn(file: PdfReader, { kind, widgets }: ReadField, setting: FieldSetting): boolean {
  const hasAll = widgets.every(({ dict }) => file.dict(dict, 'AP'));
  if (!leavesDrawing(file)) return hasAll;
  if (setting.kind === 'button') return widgets.every(({ dict }) => currentAppearance(file, dict));
  // A list shows all of its options, and marks those that are chosen.
  if (kind === 'list') return hasAll;
  const text = withoutSpace(setting.kind === 'text' ? setting.text : (setting.labels[0] ?? ''));
  return widgets.every(({ dict }) => withoutSpace(appearanceText(file, dict) ?? '\0') === text);
}

/** Undefined without an appearance. */
function appearanceText(file: PdfReader, widget: PdfDict): string | undefined {
  const form = currentAppearance(file, widget);
  const stream = form && file.resolve(form);
  return stream instanceof PdfStream ? shownText(file.decode(stream)) : undefined;
}

const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, '');

/** A string, or an array of strings and distances, before an operator that shows it. */
const showing = /(\((?:[^()\\]|\\[\s\S])*\)|<[\da-fA-F\s]*>|\[[^\]]*\])\s*(?:Tj|TJ|'|")/g;
const strings = /\(((?:[^()\\]|\\[\s\S])*)\)|<([\da-fA-F\s]*)>/g;

/**
 * Returns the text that an appearance stream shows. Each byte is a character of Latin-1: the text itself in fonts whose
 * encoding agrees with it, else only not empty.
 */
function shownText(bytes: Uint8Array): string {
  const content = Buffer.from(bytes).toString('latin1');
  let text = '';
  for (const [, operand = ''] of content.matchAll(showing)) {
    for (const [, literal, hex] of operand.matchAll(strings)) {
      text += hex === undefined ? unescaped(literal ?? '') : Buffer.from(hex, 'hex').toString('latin1');
    }
  }
  return text;
}

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function unescaped(literal: string): string {
  return literal.replace(/\\([0-7]{1,3}|\r?\n|[\s\S])/g, (_, escaped: string) => {
    if (/^[0-7]/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8) & 0xff);
    return controls[escaped] ?? (/^[\r\n]/.test(escaped) ? '' : escaped);
  });
}
