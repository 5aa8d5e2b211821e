/**
 * Draws elements that are form fields, each with a marker around it, as the browser prints controls: `placeControls` makes fields of
 * them when the document is complete.
 */
import type * as PdfLib from '@pdfme/pdf-lib';
import { Failure } from '#contract/errors';
import type { Control, NumberedControls } from '#forms';
import { markerOutline, maxControls } from '#pdf/contents/control-marker';
import { applied, type Matrix } from '#pdf/underlay/matrix';
import type { EditorField, ElementStyle } from '../../model/editor-document.ts';
import type { Drawable } from '../draw/drawable.ts';
import { type FieldText, fieldBox, toControl } from './to-control.ts';

export interface FieldMarkersOptions {
  readonly pdfLib: typeof PdfLib;
  readonly pdf: PdfLib.PDFDocument;
  readonly mm2pt: (length: number) => number;
}

export type FieldDrawable = Drawable & { readonly field: EditorField };

interface FieldPage {
  readonly page: PdfLib.PDFPage;
  /** Whether the element is on every page. */
  readonly isStatic: boolean;
  /** Puts what is drawn next into the element of the field, or ends that. */
  mark(part: 'drawing' | 'marker' | 'end'): void;
}

const stateName = 'FieldMarker';

export const isField = (drawable: Drawable): drawable is FieldDrawable => drawable.field !== undefined;

export class FieldMarkers {
  readonly #options: FieldMarkersOptions;
  readonly #controls: [number, Control][] = [];
  /** Elements that are one field. */
  readonly #known = new Map<string, Control>();
  /** The group of each button that is on. */
  readonly #chosen = new Map<string, Control>();
  #state: PdfLib.PDFRef | undefined;

  constructor(options: FieldMarkersOptions) {
    this.#options = options;
  }

  get controls(): NumberedControls {
    return this.#controls;
  }

  /**
   * Throws `invalid_data`. `draw` draws an element, or its frame without its text, and returns the texts that it has drawn: those of
   * a date are not its value.
   */
  async draw(
    drawable: FieldDrawable,
    { page, isStatic, mark }: FieldPage,
    draw: (drawable: Drawable, part: 'frame' | 'all') => Promise<readonly string[]>,
  ): Promise<void> {
    const { style, value, field } = drawable;
    const { pushOperators } = this;
    const { matrix, width, height } = this.#placeOf(drawable, page.getHeight());
    const corners = [
      applied(matrix, [0, 0]),
      applied(matrix, [width, 0]),
      applied(matrix, [width, height]),
      applied(matrix, [0, height]),
    ];
    const isButton = field.kind === 'checkbox' || field.kind === 'radio';
    // Frames stay on the page. pdfme draws none without a text.
    const isFramed = Boolean(style.backgroundColor || style.borderColor) && !isButton;
    if (isFramed) await draw({ ...drawable, value: ' ', style: { ...style, type: 'text' } }, 'frame');
    mark('end');
    pushOperators(page, 'q');
    for (const [i, corner] of corners.entries()) pushOperators(page, i === 0 ? 'm' : 'l', corner);
    for (const operator of ['h', 'W', 'n']) pushOperators(page, operator);
    mark('drawing');
    const unframed = { ...drawable, style: { ...style, backgroundColor: '', borderColor: '' } };
    const texts = await draw(unframed, 'all');
    const whole = field.kind === 'date' ? texts.join(' ') : value.replaceAll(/\r\n?/g, '\n');
    const text = field.kind === 'text' ? whole : whole.trim();
    const number = this.#add(drawable, isButton ? undefined : { text, lines: texts.length }, isStatic);
    mark('marker');
    this.#drawMarker(page, number, { matrix, width, height });
    mark('end');
    pushOperators(page, 'Q');
  }

  #add(drawable: FieldDrawable, drawn: FieldText | undefined, isStatic: boolean): number {
    const { mm2pt } = this.#options;
    const { label, field } = drawable;
    const number = this.#controls.length + 1;
    if (number > maxControls) fail(label, `The document has more than ${maxControls} form fields.`);
    const control = toControl(drawable, drawn, { number, mm2pt });
    const { look: _, form: __, ...same } = control;
    const key = isStatic ? label : JSON.stringify(same);
    const known = this.#known.get(key) ?? control;
    this.#known.set(key, known);
    if (field.kind === 'radio' && known.isOn) {
      const chosen = this.#chosen.get(known.name) ?? known;
      this.#chosen.set(known.name, chosen);
      if (chosen !== known)
        fail(label, `another button of the group ${JSON.stringify(known.name)} is on as well.`);
    }
    this.#controls.push([number, known]);
    return number;
  }

  /** Its coordinates have their origin at the top left corner of the field. */
  #placeOf({ style, field }: FieldDrawable, pageHeight: number) {
    const { mm2pt } = this.#options;
    const box = fieldBox(field, style);
    const { x, y } = style.position;
    const middle = [mm2pt(x + style.width / 2), pageHeight - mm2pt(y + style.height / 2)] as const;
    const [right, up] = [mm2pt(box.left - style.width / 2), mm2pt(style.height / 2 - box.top)];
    const [cosine, sine] = turnOf(style);
    const matrix: Matrix = [
      cosine,
      sine,
      sine,
      -cosine,
      middle[0] + right * cosine - up * sine,
      middle[1] + right * sine + up * cosine,
    ];
    return { matrix, width: mm2pt(box.width), height: mm2pt(box.height) };
  }

  #drawMarker(
    page: PdfLib.PDFPage,
    number: number,
    { matrix, width, height }: { readonly matrix: Matrix; readonly width: number; readonly height: number },
  ): void {
    const { pushOperators } = this;
    const { pdf, pdfLib } = this.#options;
    this.#state ??= pdf.context.register(pdf.context.obj({ CA: markerOutline.opacity }));
    page.node.setExtGState(pdfLib.PDFName.of(stateName), this.#state);
    const half = markerOutline.width / 2;
    const colour = [number >> 16, (number >> 8) & 255, number & 255].map((part) => part / 255);
    pushOperators(page, 'q');
    pushOperators(page, 'cm', matrix);
    pushOperators(page, 'gs', `/${stateName}`);
    pushOperators(page, 'RG', colour);
    pushOperators(page, 'w', [markerOutline.width]);
    pushOperators(page, 're', [half, half, width - markerOutline.width, height - markerOutline.width]);
    pushOperators(page, 'S');
    pushOperators(page, 'Q');
  }

  readonly pushOperators = (
    page: PdfLib.PDFPage,
    name: string,
    operands: readonly number[] | string = [],
  ): void => {
    const args = typeof operands === 'string' ? [operands] : operands.map((each) => each.toFixed(5));
    page.pushOperators(this.#options.pdfLib.PDFOperator.of(name as PdfLib.PDFOperatorNames, args));
  };
}

/** The cosine and sine of the angle, counterclockwise. */
function turnOf({ rotate }: ElementStyle): readonly [number, number] {
  const angle = (-(typeof rotate === 'number' ? rotate : 0) * Math.PI) / 180;
  return [Math.cos(angle), Math.sin(angle)];
}

function fail(label: string, message: string): never {
  throw new Failure('invalid_data', `${label}: ${message}`, { errors: { [label]: [message] } });
}
