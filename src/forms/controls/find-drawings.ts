/**
 * Finds where a printed PDF draws controls, by the markers around them, and takes out of its contents what fields draw: the
 * markers, and what is within the controls. Their boxes and borders stay on the page.
 */
import { listContents } from '#pdf/document/page-contents';
import { getPages, type Page } from '#pdf/document/page-tree';
import type { Box } from '#pdf/document/page-view';
import { isDict, isNamed, type PdfDict, PdfRef, PdfStream, type PdfValue } from '#pdf/object';
import type { PdfReader } from '#pdf/reading/reader';
import type { ObjectEdits } from '#pdf/signing/object-edits';
import type { ParentTree } from '#pdf/tagging/parent-tree';
import { combined, type Matrix, mappedBox } from '#pdf/underlay/matrix';
import { compressedStream } from '#pdf/writing/compressed-stream';
import { numbersOf } from '../draw/numbers.ts';
import type { Control } from './control.ts';
import { controlOfColour, isMarkerOpacity } from './control-marker.ts';
import { type Paint, type ScannedContent, scanContent } from './scan-content.ts';

/** Where a page shows a control. */
export interface ControlPlace {
  readonly control: Control;
  readonly page: PdfRef;
  /** The border box, in the coordinates of `matrix`. */
  readonly box: Box;
  /** To the page. */
  readonly matrix: Matrix;
  /** Its element of the structure. */
  readonly element: PdfRef | undefined;
  /** What is drawn within it, in the coordinates of the page: operators and their resources. */
  readonly drawing: Drawing | undefined;
}

interface Drawing {
  readonly content: string;
  readonly resources: PdfDict;
  /** For all of it together: from 0 to 1. */
  readonly opacity: number;
}

interface FoundMarker {
  readonly paint: Paint;
  readonly control: Control;
  /** On the page. */
  readonly box: Box;
  readonly element: PdfRef | undefined;
}

/** A page or a form whose content is scanned. */
interface Owner {
  readonly content: Buffer;
  /** With which all of it is drawn: from 0 to 1. */
  readonly opacity: number;
  readonly resources: PdfDict;
  /** `/StructParents` */
  readonly key: PdfValue | undefined;
  write(content: Buffer): void;
}

interface SearchOptions {
  readonly edits: ObjectEdits;
  /** Undefined for a PDF without tags. */
  readonly tree: ParentTree | undefined;
}

/** Forms within forms. */
const maxDepth = 20;

/** Half the width of the marker, in CSS pixels: its line is within the border box. */
const halfLine = 0.5;

/** Points by which boxes that are the same may differ. */
const tolerance = 0.3;

/** In the order of the pages, with the changed contents in the update. Throws `malformed`, `too_large`. */
export function findDrawings(
  controls: ReadonlyMap<number, Control>,
  { edits, tree }: SearchOptions,
): ControlPlace[] {
  const search = new Search(controls, { edits, tree });
  for (const page of getPages(edits.file)) search.page(page);
  return search.places;
}

class Search {
  readonly places: ControlPlace[] = [];
  readonly #file: PdfReader;
  readonly #controls: ReadonlyMap<number, Control>;
  readonly #edits: ObjectEdits;
  readonly #tree: ParentTree | undefined;
  /** Whether resources lead to the graphics state of markers. */
  readonly #marked = new Map<PdfDict, boolean>();
  /** Forms whose content was changed. */
  readonly #written = new Set<PdfDict>();

  constructor(controls: ReadonlyMap<number, Control>, { edits, tree }: SearchOptions) {
    this.#file = edits.file;
    this.#controls = controls;
    this.#edits = edits;
    this.#tree = tree;
  }

  page(page: Page): void {
    const file = this.#file;
    const resources = file.resolve(page.inherited.get('Resources'));
    const { ref } = page;
    if (!ref || !isDict(resources) || !this.#mayHoldMarkers(resources, 0)) return;
    const streams = listContents(file, page);
    const parts = streams.flatMap((stream) => [decoded(file, file.resolve(stream)), lineEnd]);
    const [only] = streams;
    this.#search(
      {
        content: Buffer.concat(parts),
        opacity: 1,
        resources,
        key: page.dict.get('StructParents'),
        write: (content) => {
          const stream = compressedStream(content);
          const { update } = this.#edits;
          if (streams.length === 1 && only instanceof PdfRef) update.replace(only, stream);
          else this.#edits.dict(ref).set('Contents', update.add(stream));
        },
      },
      { page: ref, matrix: [1, 0, 0, 1, 0, 0], depth: 0 },
    );
  }

  #search(
    owner: Owner,
    { page, matrix, depth }: { readonly page: PdfRef; readonly matrix: Matrix; readonly depth: number },
  ): void {
    const scan = scanContent(this.#file, owner.content, matrix);
    const markers = this.#findMarkers(owner, scan);
    if (markers.length > 0) this.#take(owner, scan, { markers, page });
    const forms = this.#file.dict(owner.resources, 'XObject');
    if (!forms || depth >= maxDepth) return;
    const states = this.#file.dict(owner.resources, 'ExtGState') ?? new Map();
    for (const drawn of scan.drawn) {
      const ref = forms.get(drawn.name) ?? null;
      const form = this.#file.resolve(ref);
      if (!(form instanceof PdfStream) || !isNamed(this.#file.get(form.dict, 'Subtype'), 'Form')) continue;
      const { dict } = form;
      const resources = this.#file.dict(dict, 'Resources');
      if (!resources || !this.#mayHoldMarkers(resources, 0)) continue;
      const own = numbersOf(this.#file, dict, 'Matrix');
      const state = this.#file.dict(states, drawn.graphicsState);
      const inner: Owner = {
        content: Buffer.from(decoded(this.#file, form)),
        opacity: owner.opacity * ((state && this.#file.number(state, 'ca')) ?? 1),
        resources,
        key: dict.get('StructParents'),
        write: (content) => {
          // A form that several pages draw is changed once.
          if (!(ref instanceof PdfRef) || this.#written.has(dict)) return;
          this.#written.add(dict);
          const changed = new Map(dict).set(
            'Filter',
            compressedStream(new Uint8Array()).dict.get('Filter') ?? null,
          );
          changed.delete('DecodeParms');
          this.#edits.update.replace(ref, new PdfStream(changed, compressedStream(content).data));
        },
      };
      const placed = own.length === 6 ? combined(own as unknown as Matrix, drawn.matrix) : drawn.matrix;
      this.#search(inner, { page, matrix: placed, depth: depth + 1 });
    }
  }

  #findMarkers({ resources, key }: Owner, { paints }: ScannedContent): FoundMarker[] {
    const file = this.#file;
    const states = file.dict(resources, 'ExtGState') ?? new Map();
    const found: FoundMarker[] = [];
    for (const paint of paints) {
      if (paint.operator !== 'S' || !paint.box) continue;
      const state = file.dict(states, paint.graphicsState);
      if (!state || !isMarkerOpacity(file.number(state, 'CA'))) continue;
      const control = this.#controls.get(controlOfColour(paint.strokeColour));
      if (!control) continue;
      const [left, bottom, right, top] = paint.box;
      const box: Box = [left - halfLine, bottom - halfLine, right + halfLine, top + halfLine];
      const element = paint.markedId === undefined ? undefined : this.#tree?.elementOf(key, paint.markedId);
      found.push({ paint: { ...paint, box }, control, box: mappedBox(paint.matrix, box), element });
    }
    return found;
  }

  #take(
    owner: Owner,
    { paints, marks }: ScannedContent,
    { markers, page }: { readonly markers: readonly FoundMarker[]; readonly page: PdfRef },
  ): void {
    const parts = new ControlParts(this.#file, markers, (id) => this.#tree?.elementOf(owner.key, id));
    const edits: Edit[] = markers.map(({ paint: { start, end } }) => ({ start, end, text: '' }));
    const within = new Map<FoundMarker, Paint[]>();
    const outlines = new Set(markers.map(({ paint }) => paint.start));
    for (const paint of paints) {
      if (outlines.has(paint.start)) continue;
      const part = parts.of(paint);
      if (!part || !isTaken(part.marker.control, part.isInner)) continue;
      edits.push({ start: paint.start, end: paint.end, text: '' });
      const own = within.get(part.marker);
      if (own) own.push(paint);
      else within.set(part.marker, [paint]);
    }
    const released = new Set<number>();
    for (const { id, start, end } of marks) {
      if (!parts.holds(id)) continue;
      edits.push({ start, end, text: '/Artifact BMC' });
      released.add(id);
    }
    this.#tree?.release(owner.key, released);
    owner.write(edited(owner.content, edits));
    for (const marker of markers) {
      const { control, element, paint } = marker;
      const drawing = control.isPassword ? undefined : this.#toDrawing(owner, within.get(marker) ?? []);
      this.places.push({
        control,
        page,
        element,
        box: paint.box ?? marker.box,
        matrix: paint.matrix,
        drawing,
      });
    }
  }

  #toDrawing({ content, resources, opacity }: Owner, paints: readonly Paint[]): Drawing | undefined {
    if (paints.length === 0) return undefined;
    const text = paints
      .map(({ start, end, state, matrix, clip }) => {
        const [left, bottom, right, top] = clip ?? [0, 0, 0, 0];
        const limit = clip ? `${numbers([left, bottom, right - left, top - bottom])} re W n ` : '';
        return `q ${limit}${numbers(matrix)} cm ${state}\n${content.toString('latin1', start, end)}\nQ\n`;
      })
      .join('');
    return { content: text, resources: usedResources(this.#file, resources, text), opacity };
  }

  #mayHoldMarkers(resources: PdfDict, depth: number): boolean {
    const known = this.#marked.get(resources);
    if (known !== undefined) return known;
    this.#marked.set(resources, false);
    const file = this.#file;
    const states = [...(file.dict(resources, 'ExtGState')?.values() ?? [])];
    const isMarked = states.some((value) => {
      const state = file.resolve(value);
      return isDict(state) && isMarkerOpacity(file.number(state, 'CA'));
    });
    const forms = [...(file.dict(resources, 'XObject')?.values() ?? [])];
    const mayHold =
      isMarked ||
      (depth < maxDepth &&
        forms.some((value) => {
          const form = file.resolve(value);
          const inner = form instanceof PdfStream ? file.dict(form.dict, 'Resources') : undefined;
          return inner !== undefined && this.#mayHoldMarkers(inner, depth + 1);
        }));
    this.#marked.set(resources, mayHold);
    return mayHold;
  }
}

const lineEnd = Buffer.from('\n');

const decoded = (file: PdfReader, stream: PdfValue): Uint8Array =>
  stream instanceof PdfStream ? file.decode(stream) : new Uint8Array();

/** A field draws the mark of a button that is on, and whatever else is within a control. */
const isTaken = ({ kind, isOn }: Control, isInner: boolean): boolean =>
  kind === 'checkbox' || kind === 'radio' ? isOn : isInner;

/** To which control what is drawn belongs. */
class ControlParts {
  readonly #file: PdfReader;
  readonly #markers: readonly FoundMarker[];
  readonly #elementOf: (markedId: number) => PdfRef | undefined;
  readonly #byElement: ReadonlyMap<PdfRef, FoundMarker>;
  readonly #known = new Map<number, { marker: FoundMarker; isInner: boolean } | undefined>();

  constructor(
    file: PdfReader,
    markers: readonly FoundMarker[],
    elementOf: (markedId: number) => PdfRef | undefined,
  ) {
    this.#file = file;
    this.#markers = markers;
    this.#elementOf = elementOf;
    this.#byElement = new Map(
      markers.flatMap((marker) => (marker.element ? [[marker.element, marker]] : [])),
    );
  }

  of({
    markedId,
    clip,
    operator,
  }: Paint): { readonly marker: FoundMarker; readonly isInner: boolean } | undefined {
    if (markedId !== undefined) return this.#ofMarked(markedId);
    if (!clip) return undefined;
    // Placeholders, and all that frames and headers draw, belong to no element.
    const marker = this.#markers.find(({ box }) => contains(box, clip));
    return marker && { marker, isInner: operator === 'ET' || !contains(clip, marker.box) };
  }

  holds(markedId: number): boolean {
    return this.#ofMarked(markedId) !== undefined;
  }

  #ofMarked(markedId: number): { marker: FoundMarker; isInner: boolean } | undefined {
    if (this.#known.has(markedId)) return this.#known.get(markedId);
    let element: PdfValue | undefined = this.#elementOf(markedId);
    let found: { marker: FoundMarker; isInner: boolean } | undefined;
    for (let depth = 0; element instanceof PdfRef && depth < maxDepth && !found; depth++) {
      const marker = this.#byElement.get(element);
      if (marker) found = { marker, isInner: depth > 0 };
      const dict: PdfValue = this.#file.resolve(element);
      element = isDict(dict) ? dict.get('P') : undefined;
    }
    this.#known.set(markedId, found);
    return found;
  }
}

const contains = (outer: Box, inner: Box): boolean =>
  outer[0] <= inner[0] + tolerance &&
  outer[1] <= inner[1] + tolerance &&
  outer[2] >= inner[2] - tolerance &&
  outer[3] >= inner[3] - tolerance;

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function edited(content: Buffer, edits: readonly Edit[]): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(content.subarray(at, start), Buffer.from(text));
    at = end;
  }
  return Buffer.concat([...parts, content.subarray(at)]);
}

/** The resources that operators name. */
function usedResources(file: PdfReader, resources: PdfDict, text: string): PdfDict {
  const names = new Set([...text.matchAll(/\/([^\s/<>[\]()]+)/g)].map(([, name]) => name));
  const used: PdfDict = new Map();
  for (const kind of ['Font', 'ExtGState', 'XObject', 'Pattern', 'Shading', 'ColorSpace', 'Properties']) {
    const known = file.dict(resources, kind);
    const own = [...(known ?? [])].filter(([name]) => names.has(name));
    if (own.length > 0) used.set(kind, new Map(own));
  }
  return used;
}

/** To a ten thousandth: text of several thousand units is scaled by some. */
const numbers = (values: readonly number[]): string =>
  values.map((value) => String(Number(value.toFixed(4)))).join(' ');
