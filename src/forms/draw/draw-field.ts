/** Writes the value of a field, and the appearance of each of its places. */

import { inherited, leavesDrawing } from '#pdf/document/form-fields';
import { type PdfDict, PdfName, type PdfStream, type PdfValue } from '#pdf/object';
import { PdfError } from '#pdf/pdf-error';
import type { ObjectEdits } from '#pdf/signing/object-edits';
import { encodeText } from '#pdf/text-string';
import { isAppearance } from '#pdf/underlay/annotation-appearance';
import { compressedStream } from '#pdf/writing/compressed-stream';
import type { FieldSetting } from '../data/field-setting.ts';
import type { FormFonts, FoundFont } from '../fonts/form-fonts.ts';
import { widgetStates } from '../model/button-states.ts';
import { choiceOptions, textOf } from '../model/choice-options.ts';
import { isComb } from '../model/field-kind.ts';
import type { FieldObject, FieldWidget, ReadField } from '../model/read-fields.ts';
import { readTextStyle } from './default-appearance.ts';
import { drawList } from './draw-list.ts';
import { drawMark } from './draw-mark.ts';
import { drawCells, drawText } from './draw-text.ts';
import { readFrame, type WidgetFrame } from './widget-frame.ts';

export interface DrawContext {
  readonly edits: ObjectEdits;
  readonly fonts: FormFonts;
}

export interface DrawnField {
  /** Why the text cannot be drawn, as it reads on after the name of the field. Nothing is drawn then. */
  readonly problems: readonly string[];
  /** Whether a part of the text is outside of its place. */
  readonly isCut: boolean;
}

const drawn: DrawnField = { problems: [], isCut: false };

/** Throws `malformed` for a field that cannot be changed, `too_large`. */
export function drawField(context: DrawContext, field: ReadField, setting: FieldSetting): DrawnField {
  return setting.kind === 'button'
    ? drawButtons(context, field, setting.state)
    : drawTexts(context, field, setting);
}

/** Changes only the entries for the value. */
export function setValue({ edits }: DrawContext, field: ReadField, setting: FieldSetting): void {
  for (const object of field.objects) {
    const dict = editable(edits, object);
    // The formatted version of a text.
    dict.delete('RV');
    if (setting.kind === 'button') {
      dict.set('V', new PdfName(setting.state ?? 'Off'));
    } else if (setting.kind === 'text') {
      dict.set('V', encodeText(setting.text));
    } else {
      const values = setting.values.map(encodeText);
      const [only = encodeText('')] = values;
      // Readers show the value of a form that is reset in a field without one.
      if (values.length === 0 && !inherited(edits.file, field.chain, 'DV')) dict.delete('V');
      else dict.set('V', values.length > 1 ? values : only);
      if (field.kind === 'list' && setting.indexes.length > 0) dict.set('I', [...setting.indexes]);
      else dict.delete('I');
    }
  }
}

function editable(edits: ObjectEdits, { ref }: FieldObject): PdfDict {
  if (ref) return edits.dict(ref);
  throw new PdfError('malformed', 'A field of the form is not an indirect object.');
}

function drawTexts(
  { edits, fonts }: DrawContext,
  field: ReadField,
  setting: Exclude<FieldSetting, { kind: 'button' }>,
): DrawnField {
  const { file } = edits;
  let isCut = false;
  for (const widget of field.widgets) {
    const frame = readFrame(file, widget);
    if (!frame) continue;
    const style = readTextStyle(file, widget);
    const options =
      field.kind === 'list' ? choiceOptions(file, field.chain).map(({ label }) => label) : undefined;
    const text = setting.kind === 'text' ? setting.text : (setting.labels[0] ?? '');
    const shown = (options?.join('') ?? text).replaceAll('\t', ' ').normalize('NFC');
    const font = fonts.find(style.font, shown.replaceAll('\n', ''));
    if ('missing' in font) {
      const { missing, unknown } = font;
      const problems =
        unknown.length > 0
          ? unknown.map((each) => `no font has the character ${named(each)}`)
          : [`no font has all characters of the text: ${missing.map(named).join(', ')} beside the others`];
      return { problems, isCut: false };
    }
    const cells = cellsOf(context(file, field));
    let content = frame.draw();
    if (options) {
      const chosen = setting.kind === 'choice' ? setting.indexes : [];
      const top = inherited(file, widget.chain, 'TI');
      const labels = options.map((label) => label.replaceAll(/[\t\n\r]/g, ' ').normalize('NFC'));
      const list = drawList({ labels, chosen, top: typeof top === 'number' ? top : 0, style, font, frame });
      isCut ||= list.isCut;
      content += marked(list.content);
    } else {
      if (cells !== undefined) content += drawCells(frame, cells);
      const layout = field.kind === 'multiline' ? 'lines' : cells === undefined ? 'line' : { cells };
      const line = drawText({ text: shown, style, font, frame, layout });
      isCut ||= line.isCut && shown !== '';
      content += marked(shown === '' ? '' : line.content);
    }
    const stream = edits.update.add(appearance(frame, content, font));
    editable(edits, widget).set('AP', new Map([['N', stream]]));
  }
  return { problems: [], isCut };
}

function named(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return /\p{C}|\p{Z}/u.test(character) ? `U+${code}` : `${JSON.stringify(character)} (U+${code})`;
}

/** Marks the content that viewers replace when the value changes (ISO 32000-2, 12.7.4.3). */
const marked = (content: string): string => `/Tx BMC\n${content}EMC\n`;

const context = (file: ObjectEdits['file'], field: ReadField) => ({ file, field });

function cellsOf({ file, field }: ReturnType<typeof context>): number | undefined {
  const limit = inherited(file, field.chain, 'MaxLen');
  const cells = typeof limit === 'number' ? Math.trunc(limit) : undefined;
  return isComb(field, cells) ? Math.min(cells, maxCells) : undefined;
}

/** More cells are not visible. */
const maxCells = 1_000;

function appearance(frame: WidgetFrame, content: string, font?: FoundFont): PdfStream {
  const fonts: PdfDict = new Map(font ? [[font.name, font.font.resource]] : []);
  return compressedStream(Buffer.from(content, 'latin1'), [
    ['Type', new PdfName('XObject')],
    ['Subtype', new PdfName('Form')],
    ['BBox', [0, 0, frame.width, frame.height]],
    ['Matrix', [...frame.matrix]],
    ['Resources', new Map<string, PdfValue>(font ? [['Font', fonts]] : [])],
  ]);
}

function drawButtons(context: DrawContext, field: ReadField, state: string | undefined): DrawnField {
  const { edits } = context;
  const states = widgetStates(edits.file, field);
  for (const [index, widget] of field.widgets.entries()) {
    const own = states[index];
    const isOn = state !== undefined && own === state;
    const dict = editable(edits, widget);
    dict.set('AS', new PdfName(isOn ? own : 'Off'));
    const known = edits.file.dict(widget.dict, 'AP');
    const normal = known && edits.file.dict(known, 'N');
    const isDrawn = (name: string) => isAppearance(edits.file, normal?.get(name));
    // A button without an appearance for "off" shows nothing, unless viewers are asked to draw it.
    const isOnDrawn = own === undefined || isDrawn(own);
    const needsOff = own === undefined ? !normal : leavesDrawing(edits.file);
    if (isOnDrawn && (isDrawn('Off') || !needsOff)) continue;
    const frame = readFrame(edits.file, widget);
    if (frame)
      dict.set('AP', new Map([['N', drawStates(context, field, { widget, frame, state: own, normal })]]));
  }
  return drawn;
}

interface ButtonRequest {
  readonly widget: FieldWidget;
  readonly frame: WidgetFrame;
  /** The state in which the button is on. Undefined if the file has none for it. */
  readonly state: string | undefined;
  /** The appearances that the file has. */
  readonly normal: PdfDict | undefined;
}

function drawStates(
  { edits }: DrawContext,
  field: ReadField,
  { widget, frame, state, normal }: ButtonRequest,
): PdfDict {
  const { file } = edits;
  const isRadio = field.kind === 'radio';
  const traits = file.dict(widget.dict, 'MK');
  const mark = (traits && textOf(file, file.get(traits, 'CA'))) ?? '';
  const border = frame.draw(isRadio ? 'ellipse' : 'rectangle');
  const { colour } = readTextStyle(file, widget);
  const orDrawn = (name: string, content: () => string): PdfValue => {
    const known = normal?.get(name);
    return known !== undefined && isAppearance(file, known)
      ? known
      : edits.update.add(appearance(frame, content()));
  };
  const states: PdfDict = new Map();
  if (state !== undefined) {
    const on = () => border + drawMark(frame, mark, { colour, isRadio });
    states.set(state, orDrawn(state, on));
  }
  return states.set(
    'Off',
    orDrawn('Off', () => border),
  );
}
