/**
 * Makes fields of the controls of a printed document (ISO 32000-2, 12.7): their places and their looks are those on the page.
 */
import { deflateSync } from 'node:zlib';
import { isDict, type PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from '#pdf/object';
import { PdfReader } from '#pdf/reading/reader';
import { ObjectEdits } from '#pdf/signing/object-edits';
import { ParentTree } from '#pdf/tagging/parent-tree';
import { encodeText } from '#pdf/text-string';
import { mappedBox } from '#pdf/underlay/matrix';
import { IncrementalUpdate } from '#pdf/writing/incremental-update';
import { listNames } from '#runtime/list-names';
import { operands } from '../draw/numbers.ts';
import { standardFontDict } from '../fonts/standard-font-dict.ts';
import type { Control } from './control.ts';
import { fieldEntries, fontOf, standardFonts, stateNames, textEntries } from './field-entries.ts';
import { type ControlPlace, findDrawings } from './find-drawings.ts';
import { type NamedField, nameControls } from './name-controls.ts';
import { drawState } from './state-appearance.ts';

/** Print (ISO 32000-2, table 167). */
const widgetFlags = 4;

export interface PlacedControls {
  readonly pdf: Uint8Array;
  /** Sentences. */
  readonly warnings: readonly string[];
}

/** In a warning. */
const maxNames = 5;

/** Shorter drawings hardly shrink. */
const minBytesToCompress = 100;

/** For drawings of some hundred bytes: preparing to compress more takes longer than compressing them. */
const effort = { level: 3, windowBits: 12, memLevel: 6 };

const marks = { checkbox: '4', radio: 'l' } as const;

/**
 * Returns the bytes followed by an update, or the bytes themselves if no control is printed. `controls`: by the numbers of their
 * markers. A control that several pages show is one field; one that no page shows is named in `warnings`. Throws
 * `malformed`, `too_large`.
 *
 * @example
 * const { pdf, warnings } = await placeControls(printed.pdf, new Map(printed.controls));
 */
export async function placeControls(
  pdf: Uint8Array,
  controls: ReadonlyMap<number, Control>,
): Promise<PlacedControls> {
  const file = new PdfReader(pdf);
  const update = new IncrementalUpdate(file);
  const edits = new ObjectEdits(file, update);
  const rootRef = file.catalog.get('StructTreeRoot');
  const root = file.dict(file.catalog, 'StructTreeRoot');
  const tree = root && new ParentTree(file, root, update);
  const { places, written } = await findDrawings(controls, { edits, tree });
  const byControl = Map.groupBy(places, ({ control }) => control);
  const warnings = unprinted([...controls.values()], byControl);
  if (places.length === 0) return { pdf, warnings };
  const form = edits.child(edits.catalog, 'AcroForm');
  const writer = new FieldWriter(edits, { tree, placesOf: (control) => byControl.get(control) ?? [] });
  // In the order of their numbers, which is that of the document. Headers have a control for each page.
  const numbered = [...controls].sort(([a], [b]) => a - b).map(([, control]) => control);
  const printed = [...new Set(numbered)].filter((control) => byControl.has(control));
  for (const field of nameControls(printed)) writer.write(field);
  writer.finish(form);
  tree?.finish();
  if (root && rootRef instanceof PdfRef) update.replace(rootRef, root);
  await written;
  return { pdf: Buffer.concat([pdf, update.bytes(new Map())]), warnings };
}

/** A header that is filled for each page, or an element that runs there, has controls of the same name. */
function unprinted(controls: readonly Control[], printed: ReadonlyMap<Control, unknown>): string[] {
  const shown = new Set([...printed.keys()].map(({ name }) => name));
  const lost = controls.filter(
    (control) => !printed.has(control) && !(control.name !== '' && shown.has(control.name)),
  );
  if (lost.length === 0) return [];
  const names = [...new Set(lost.map(({ name, label, kind }) => name || label || kind))];
  return [
    `Controls that no page shows have no field: ${listNames(names, maxNames)}. They may be cut off, or drawn as a picture by a filter.`,
  ];
}

interface WriterOptions {
  readonly tree: ParentTree | undefined;
  placesOf(control: Control): readonly ControlPlace[];
}

class FieldWriter {
  readonly #edits: ObjectEdits;
  readonly #options: WriterOptions;
  /** The fields above others, by their whole names. */
  readonly #groups = new Map<string, { readonly ref: PdfRef; readonly kids: PdfValue[] }>();
  readonly #roots: PdfValue[] = [];
  /** The states that the page does not show, by their drawings: most buttons have the same. */
  readonly #imitated = new Map<string, PdfRef>();
  readonly #fonts = new Set(['Helv']);
  /** Their widgets are added at the end, in the order of the pages. */
  readonly #annotations = new Map<PdfRef, PdfValue[]>();

  constructor(edits: ObjectEdits, options: WriterOptions) {
    this.#edits = edits;
    this.#options = options;
  }

  write(field: NamedField): void {
    const { controls, name } = field;
    const states = stateNames(controls);
    const widgets = controls.flatMap((control, i) =>
      this.#options.placesOf(control).map((place) => ({ place, state: states[i] ?? 'on' })),
    );
    const [first] = widgets;
    if (!first) return;
    const isGroup = controls.length > 1 || widgets.length > 1;
    const { parent, own } = this.#group(name);
    const { control } = first.place;
    const label = (isGroup && control.kind === 'radio' ? control.groupLabel : '') || control.label || name;
    const entries: [string, PdfValue][] = [
      ['T', encodeText(own)],
      ['TU', encodeText(label)],
      ...fieldEntries(field, states).map(([key, value]): [string, PdfValue] => [key, value]),
      ...(parent ? [['Parent', parent.ref] as [string, PdfValue]] : []),
    ];
    const dict: PdfDict = new Map(entries);
    const ref = this.#edits.update.add(dict);
    (parent?.kids ?? this.#roots).push(ref);
    if (!isGroup) {
      this.#addWidget(ref, dict, first);
      return;
    }
    const kids = widgets.map((widget): PdfRef => {
      const { label: own = '' } = widget.place.control;
      const kid: PdfDict = new Map<string, PdfValue>([['Parent', ref]]);
      if (control.kind === 'radio' && own !== '') kid.set('TU', encodeText(own));
      const kidRef = this.#edits.update.add(kid);
      this.#addWidget(kidRef, kid, widget);
      return kidRef;
    });
    dict.set('Kids', kids);
  }

  /** Writes the lists of fields and annotations. */
  finish(form: PdfDict): void {
    this.#edits.list(form, 'Fields').push(...this.#roots);
    const resources = this.#edits.child(form, 'DR');
    const fonts = this.#edits.child(resources, 'Font');
    for (const name of this.#fonts) {
      if (!fonts.has(name))
        fonts.set(name, this.#edits.update.add(standardFontDict(standardFonts[name] ?? 'Helvetica')));
    }
    if (!form.has('DA')) form.set('DA', encodeText('/Helv 0 Tf 0 g'));
    for (const [page, widgets] of this.#annotations) {
      this.#edits.list(this.#edits.dict(page), 'Annots').push(...widgets);
    }
  }

  /** The field above one, which is made for the first of its fields. */
  #group(name: string): { parent: { ref: PdfRef; kids: PdfValue[] } | undefined; own: string } {
    const dot = name.lastIndexOf('.');
    if (dot < 0) return { parent: undefined, own: name };
    const above = name.slice(0, dot);
    let parent = this.#groups.get(above);
    if (!parent) {
      const { parent: outer, own } = this.#group(above);
      const kids: PdfValue[] = [];
      const ref = this.#edits.update.add(
        new Map<string, PdfValue>([
          ['T', encodeText(own)],
          ['Kids', kids],
          ...(outer ? [['Parent', outer.ref] as [string, PdfValue]] : []),
        ]),
      );
      (outer?.kids ?? this.#roots).push(ref);
      parent = { ref, kids };
      this.#groups.set(above, parent);
    }
    return { parent, own: name.slice(dot + 1) };
  }

  #addWidget(ref: PdfRef, dict: PdfDict, { place, state }: PlacedWidget): void {
    const { control, page, matrix, element } = place;
    const scale = Math.hypot(matrix[0], matrix[1]);
    const rect = rectOf(place);
    const traits: PdfDict = new Map();
    const turn = turnOf(place);
    if (turn !== 0) traits.set('R', turn);
    dict
      .set('Type', new PdfName('Annot'))
      .set('Subtype', new PdfName('Widget'))
      .set('Rect', [...rect])
      .set('F', widgetFlags)
      .set('P', page);
    if (control.kind === 'checkbox' || control.kind === 'radio') {
      traits.set('CA', encodeText(marks[control.kind]));
      dict
        .set('AS', new PdfName(control.isOn ? state : 'Off'))
        .set('AP', new Map([['N', this.#buttonStates(place, state)]]));
    } else {
      for (const [key, value] of textEntries(control, scale)) dict.set(key, value);
      this.#fonts.add(fontOf(control.look));
      dict.set('AP', new Map([['N', this.#drawn(place)]]));
    }
    if (traits.size > 0) dict.set('MK', traits);
    const widgets = this.#annotations.get(page) ?? [];
    this.#annotations.set(page, widgets);
    widgets.push(ref);
    const { tree } = this.#options;
    if (element && isDict(this.#edits.file.resolve(element))) tree?.join({ ref, dict }, page, element);
    else tree?.add({ ref, dict }, page, 'Form');
  }

  /** What the page draws there, in the coordinates of the page. */
  #drawn(place: ControlPlace): PdfRef {
    const { content = '', resources, opacity = 1 } = place.drawing ?? {};
    const { update } = this.#edits;
    const rect = rectOf(place);
    const form = toForm(Buffer.from(content, 'latin1'), rect, resources);
    if (opacity === 1) return update.add(form);
    form.dict.set('Group', group());
    const state: PdfDict = new Map([['ca', opacity]]);
    const faded: PdfDict = new Map<string, PdfValue>([
      ['ExtGState', new Map([['Faded', state]])],
      ['XObject', new Map([['Drawing', update.add(form)]])],
    ]);
    return update.add(toForm(Buffer.from('/Faded gs /Drawing Do'), rect, faded));
  }

  /** The state that the page shows looks as it does there. */
  #buttonStates(place: ControlPlace, state: string): PdfDict {
    const { control, box, matrix } = place;
    const add = (stream: PdfStream) => this.#edits.update.add(stream);
    const isRadio = control.kind === 'radio';
    const scale = Math.hypot(matrix[0], matrix[1]);
    const [width, height] = [(box[2] - box[0]) * scale, (box[3] - box[1]) * scale];
    const other = control.look.states?.[control.isOn ? 'off' : 'on'];
    const imitated = () => {
      const content = other ? drawState(other, { width, height, scale, isRadio }) : '';
      const key = `${operands(width, height)} ${content}`;
      const known = this.#imitated.get(key) ?? add(toForm(Buffer.from(content), [0, 0, width, height]));
      this.#imitated.set(key, known);
      return known;
    };
    const shown = this.#drawn(place);
    return new Map([
      [state, control.isOn ? shown : imitated()],
      ['Off', control.isOn ? imitated() : shown],
    ]);
  }
}

interface PlacedWidget {
  readonly place: ControlPlace;
  /** The name of the state in which a button is on. */
  readonly state: string;
}

/** Within the borders, which stay on the page. The place of a button includes them. */
function rectOf({ control, box, matrix }: ControlPlace): readonly number[] {
  const isButton = control.kind === 'checkbox' || control.kind === 'radio';
  const [top, right, bottom, left] = isButton ? [0, 0, 0, 0] : control.look.insets;
  // The page's own coordinates have their origin at the top.
  const inner = [box[0] + left, box[1] + top, box[2] - right, box[3] - bottom] as const;
  const isOpen = inner[2] > inner[0] && inner[3] > inner[1];
  return mappedBox(matrix, isOpen ? inner : box).map((side) => Math.round(side * 1000) / 1000);
}

/** Counterclockwise, in quarters of a turn. */
function turnOf({ matrix: [a, b] }: ControlPlace): number {
  const quarters = Math.round(Math.atan2(b, a) / (Math.PI / 2));
  return ((quarters + 4) % 4) * 90;
}

function toForm(content: Uint8Array, box: readonly number[], resources: PdfDict = new Map()): PdfStream {
  const dict: PdfDict = new Map<string, PdfValue>([
    ['Type', new PdfName('XObject')],
    ['Subtype', new PdfName('Form')],
    ['BBox', [...box]],
    ['Resources', resources],
  ]);
  if (content.length < minBytesToCompress) return new PdfStream(dict, content);
  return new PdfStream(dict.set('Filter', new PdfName('FlateDecode')), deflateSync(content, effort));
}

/** A transparency group (ISO 32000-2, 11.6.6). */
const group = (): PdfDict => new Map([['S', new PdfName('Transparency')]]);
