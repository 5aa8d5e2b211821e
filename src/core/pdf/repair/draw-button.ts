/** Draws check boxes and radio buttons that have no appearance: border, background and mark, as viewers draw them. */
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';

export type ButtonKind = 'check box' | 'radio button';

/** ZapfDingbats characters by which forms choose the mark (ISO 32000-2, table 192), with their widths in that font. */
const markWidths: Readonly<Record<string, number>> = { '4': 846, '8': 760, H: 816, l: 791, n: 761, u: 788 };

const defaultMarks: Readonly<Record<ButtonKind, string>> = { 'check box': '4', 'radio button': 'l' };

/** Height of a mark above the baseline, as a fraction of the font size. */
const markHeight = 0.7;

/** Mark size, as a fraction of the smaller side of the field. */
const markSize: Readonly<Record<ButtonKind, number>> = { 'check box': 0.8, 'radio button': 0.6 };

/** Handle length of a Bézier arc, as a fraction of the radius. Four arcs make a circle. */
const circle = 0.5523;

/**
 * Adds appearance streams for the field's current state and for "off", where it has none. The field holds the name of its
 * state.
 */
export function drawButton(document: PDFDocument, widget: PDFDict, kind: ButtonKind): void {
  const numbers = toNumbers(widget.lookup(PDFName.of('Rect')));
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers;
  const size = { width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
  const state = findState(widget, kind);
  const characteristics = widget.lookup(PDFName.of('MK'));
  const traits = characteristics instanceof PDFDict ? characteristics : undefined;
  const border = readBorder(widget);
  const frame = drawFrame(traits, border, size, kind);
  const { context } = document;
  const createAppearance = (content: string) =>
    context.register(
      context.flateStream(content, {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, size.width, size.height],
        Resources: { Font: { ZaDb: { Type: 'Font', Subtype: 'Type1', BaseFont: 'ZapfDingbats' } } },
      }),
    );
  const states = knownStates(widget) ?? context.obj({});
  const draw = (name: string, content: () => string) => {
    if (!isDrawnState(states, PDFName.of(name))) states.set(PDFName.of(name), createAppearance(content()));
  };
  draw('Off', () => frame);
  draw(state, () => frame + drawMark(traits, border, size, kind));
  widget.set(PDFName.of('AP'), context.obj({ N: states }));
  widget.set(PDFName.of('AS'), PDFName.of(state));
}

/** Whether viewers draw what a button has for a state: they do not without a box. */
export function isDrawnState(states: PDFDict, name: PDFName): boolean {
  const stream = states.lookup(name);
  return stream instanceof PDFStream && stream.dict.lookup(PDFName.of('BBox')) instanceof PDFArray;
}

function knownStates(widget: PDFDict): PDFDict | undefined {
  const appearances = widget.lookup(PDFName.of('AP'));
  const normal = appearances instanceof PDFDict ? appearances.lookup(PDFName.of('N')) : undefined;
  return normal instanceof PDFDict ? normal : undefined;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The value of a radio group does not identify a button that lacks its own state. */
function findState(widget: PDFDict, kind: ButtonKind): string {
  const own = widget.lookup(PDFName.of('AS'));
  if (own instanceof PDFName) return own.decodeText();
  if (kind === 'radio button') return 'Off';
  for (
    let field: PDFObject | undefined = widget, level = 0;
    field instanceof PDFDict && level < 32;
    level++
  ) {
    const value = field.lookup(PDFName.of('V'));
    if (value instanceof PDFName) return value.decodeText();
    field = field.lookup(PDFName.of('Parent'));
  }
  return 'Off';
}

/** Returns the border width. */
function readBorder(widget: PDFDict): number {
  const style = widget.lookup(PDFName.of('BS'));
  const width = style instanceof PDFDict ? style.lookup(PDFName.of('W')) : undefined;
  return width instanceof PDFNumber ? Math.max(width.asNumber(), 0) : 1;
}

function drawFrame(traits: PDFDict | undefined, border: number, size: Size, kind: ButtonKind): string {
  const ground = toColorOperator(traits, 'BG', false);
  const line = border > 0 ? toColorOperator(traits, 'BC', true) : '';
  if (ground === '' && line === '') return '';
  const shape = kind === 'check box' ? rectangle(size, border / 2) : ellipse(size, border / 2);
  const paint = ground === '' ? 'S' : line === '' ? 'f' : 'B';
  return `q ${ground}${line}${text(border)} w ${shape} ${paint} Q\n`;
}

function drawMark(traits: PDFDict | undefined, border: number, size: Size, kind: ButtonKind): string {
  const wanted = traits?.lookup(PDFName.of('CA'));
  const named = wanted instanceof PDFString || wanted instanceof PDFHexString ? wanted.decodeText() : '';
  const mark = named in markWidths ? named : defaultMarks[kind];
  const fontSize = Math.max(Math.min(size.width, size.height) - 2 * border, 1) * markSize[kind];
  const x = (size.width - ((markWidths[mark] ?? 0) / 1000) * fontSize) / 2;
  const y = (size.height - markHeight * fontSize) / 2;
  return `q BT 0 g /ZaDb ${text(fontSize)} Tf ${text(x)} ${text(y)} Td (${mark}) Tj ET Q\n`;
}

/** Returns the operator that sets the colour, or an empty string if there is none. */
function toColorOperator(traits: PDFDict | undefined, key: string, stroking: boolean): string {
  const numbers = toNumbers(traits?.lookup(PDFName.of(key)));
  const operator = ({ 1: 'g', 3: 'rg', 4: 'k' } as Readonly<Record<number, string>>)[numbers.length];
  if (operator === undefined) return '';
  return `${numbers.map(text).join(' ')} ${stroking ? operator.toUpperCase() : operator} `;
}

function rectangle({ width, height }: Size, inset: number): string {
  return `${text(inset)} ${text(inset)} ${text(width - 2 * inset)} ${text(height - 2 * inset)} re`;
}

function ellipse({ width, height }: Size, inset: number): string {
  const [cx, cy] = [width / 2, height / 2];
  const radius = Math.max(Math.min(cx, cy) - inset, 0);
  const handle = radius * circle;
  const arc = (...numbers: number[]) => `${numbers.map(text).join(' ')} c`;
  return [
    `${text(cx + radius)} ${text(cy)} m`,
    arc(cx + radius, cy + handle, cx + handle, cy + radius, cx, cy + radius),
    arc(cx - handle, cy + radius, cx - radius, cy + handle, cx - radius, cy),
    arc(cx - radius, cy - handle, cx - handle, cy - radius, cx, cy - radius),
    arc(cx + handle, cy - radius, cx + radius, cy - handle, cx + radius, cy),
  ].join(' ');
}

function toNumbers(value: PDFObject | undefined): number[] {
  if (!(value instanceof PDFArray)) return [];
  return value.asArray().flatMap((_, i) => {
    const item = value.lookup(i);
    return item instanceof PDFNumber ? [item.asNumber()] : [];
  });
}

/** Formats to a thousandth of a point, without exponents. */
function text(number: number): string {
  return String(Number(number.toFixed(3)));
}
