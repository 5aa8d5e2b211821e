/**
 * Finds where a printed PDF draws controls, by the markers around them, and takes out of its contents what fields draw: the
 * markers, and what is within the controls. Their boxes and borders stay on the page.
 */
import { listContents } from '#pdf/document/page-contents';
import { getPages, type Page } from '#pdf/document/page-tree';
import type { Box } from '#pdf/document/page-view';
import { isDict, isNamed, type PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from '#pdf/object';
import type { PdfReader } from '#pdf/reading/reader';
import type { ObjectEdits } from '#pdf/signing/object-edits';
import type { ParentTree } from '#pdf/tagging/parent-tree';
import { combined, inverted, type Matrix, mappedBox } from '#pdf/underlay/matrix';
import { compressBeside } from '#pdf/writing/compressed-stream';
import { numbersOf } from '../draw/numbers.ts';
import type { Control } from './control.ts';
import { controlOfColour, isMarkerOpacity } from './control-marker.ts';
import { boxOfPath, type Paint, type ScannedContent, scanContent } from './scan-content.ts';

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
  /** The border box, in the coordinates of the marker, and on the page. */
  readonly own: Box;
  readonly box: Box;
  readonly element: PdfRef | undefined;
}

/** A page or a form whose content is scanned. */
interface Owner {
  readonly content: string;
  /** With which all of it is drawn: from 0 to 1. */
  readonly opacity: number;
  readonly resources: PdfDict;
  /** `/StructParents` */
  readonly key: PdfValue | undefined;
  /** Puts the changed content into the update. */
  write(content: string): void;
}

interface SearchPlace {
  readonly page: PdfRef;
  /** From the content to the page. */
  readonly matrix: Matrix;
  readonly depth: number;
  compress(content: string, done: (data: Uint8Array) => void): void;
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
export async function findDrawings(
  controls: ReadonlyMap<number, Control>,
  { edits, tree }: SearchOptions,
): Promise<ControlPlace[]> {
  const search = new Search(controls, { edits, tree });
  for (const page of getPages(edits.file)) await search.page(page);
  await search.finish();
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
  /** The changed contents of the last page that had some. */
  #compressing: Promise<unknown> | undefined;

  constructor(controls: ReadonlyMap<number, Control>, { edits, tree }: SearchOptions) {
    this.#file = edits.file;
    this.#controls = controls;
    this.#edits = edits;
    this.#tree = tree;
  }

  async page(page: Page): Promise<void> {
    const file = this.#file;
    const resources = file.resolve(page.inherited.get('Resources'));
    const { ref } = page;
    if (!ref || !isDict(resources) || !this.#mayHoldMarkers(resources, 0)) return;
    const streams = listContents(file, page);
    const changed: Promise<void>[] = [];
    const compress = (content: string, done: (data: Uint8Array) => void) =>
      changed.push(compressBeside(Buffer.from(content, 'latin1')).then(done));
    const [only] = streams;
    this.#search(
      {
        content: streams
          .map((stream) => `${oneOperatorALine(decoded(file, file.resolve(stream)))}\n`)
          .join(''),
        opacity: 1,
        resources,
        key: page.dict.get('StructParents'),
        write: (content) => {
          const { update } = this.#edits;
          const isOnly = streams.length === 1 && only instanceof PdfRef;
          const place = isOnly ? only : update.add(null);
          if (!isOnly) this.#edits.dict(ref).set('Contents', place);
          compress(content, (data) => update.replace(place, new PdfStream(withFilter(new Map()), data)));
        },
      },
      { page: ref, matrix: [1, 0, 0, 1, 0, 0], depth: 0, compress },
    );
    // While the next page is searched.
    await this.#compressing;
    this.#compressing = Promise.all(changed);
  }

  async finish(): Promise<void> {
    await this.#compressing;
  }

  #search(owner: Owner, { page, matrix, depth, compress }: SearchPlace): void {
    const scan = scanContent(owner.content, matrix);
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
      const state = this.#file.dict(states, graphicsStateOf(drawn.settings));
      const inner: Owner = {
        content: decoded(this.#file, form),
        opacity: owner.opacity * ((state && this.#file.number(state, 'ca')) ?? 1),
        resources,
        key: dict.get('StructParents'),
        write: (content) => {
          // A form that several pages draw is changed once.
          if (!(ref instanceof PdfRef) || this.#written.has(dict)) return;
          this.#written.add(dict);
          const { update } = this.#edits;
          compress(content, (data) => update.replace(ref, new PdfStream(withFilter(dict), data)));
        },
      };
      const placed = own.length === 6 ? combined(own as unknown as Matrix, drawn.matrix) : drawn.matrix;
      this.#search(inner, { page, matrix: placed, depth: depth + 1, compress });
    }
  }

  #findMarkers({ content, resources, key }: Owner, { paints }: ScannedContent): FoundMarker[] {
    const file = this.#file;
    const states = file.dict(resources, 'ExtGState') ?? new Map();
    const found: FoundMarker[] = [];
    for (const paint of paints) {
      if (paint.operator !== 'S') continue;
      const state = file.dict(states, graphicsStateOf(paint.settings));
      if (!state || !isMarkerOpacity(file.number(state, 'CA'))) continue;
      const control = this.#controls.get(controlOfColour(strokeColourOf(paint.settings)));
      const line = boxOfPath(content.slice(paint.start, paint.end));
      if (!control || !line) continue;
      const [left, bottom, right, top] = line;
      const box: Box = [left - halfLine, bottom - halfLine, right + halfLine, top + halfLine];
      const element = paint.markedId === undefined ? undefined : this.#tree?.elementOf(key, paint.markedId);
      found.push({ paint, control, own: box, box: mappedBox(paint.matrix, box), element });
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
      const { start, end, markedId } = paint;
      if (!part || !isTaken(part.marker.control, part.isInner)) {
        // An artifact of its own, because the marked content saves and restores graphics states that began outside of it.
        if (!part || markedId === undefined) continue;
        edits.push({ start, end: start, text: '/Artifact BMC\n' }, { start: end, end, text: '\nEMC' });
        continue;
      }
      edits.push({ start, end, text: '' });
      const own = within.get(part.marker);
      if (own) own.push(paint);
      else within.set(part.marker, [paint]);
    }
    const released = new Set<number>();
    for (const { id, operators } of marks) {
      if (!parts.holds(id)) continue;
      for (const { start, end } of operators) edits.push({ start, end, text: '' });
      released.add(id);
    }
    this.#tree?.release(owner.key, released);
    owner.write(edited(owner.content, edits));
    for (const marker of markers) {
      const { control, element, own: box, paint } = marker;
      const drawing = control.isPassword ? undefined : this.#toDrawing(owner, within.get(marker) ?? []);
      this.places.push({ control, page, element, box, matrix: paint.matrix, drawing });
    }
  }

  #toDrawing({ content, resources, opacity }: Owner, paints: readonly Paint[]): Drawing | undefined {
    if (paints.length === 0) return undefined;
    const text = paints
      .map(({ start, end, settings, matrix, clip, paths }) => {
        const [left, bottom, right, top] = clip ?? [0, 0, 0, 0];
        const limit = clip ? `${numbers([left, bottom, right - left, top - bottom])} re W n ` : '';
        const shapes = paths.map((path) => {
          const back = inverted(path.matrix);
          return back ? `${numbers(path.matrix)} cm ${path.text} ${numbers(back)} cm ` : '';
        });
        return `q ${limit}${shapes.join('')}${numbers(matrix)} cm\n${[...settings.values()].join('\n')}\n${content.slice(start, end)}\nQ\n`;
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

const decoded = (file: PdfReader, stream: PdfValue): string =>
  stream instanceof PdfStream ? Buffer.from(file.decode(stream)).toString('latin1') : '';

/** As Chromium writes them; `layOverPages` does not. */
const oneOperatorALine = (content: string): string =>
  content.replaceAll(/^(\/Artifact .*B[DM]C) q (.* cm) (\/\S+ Do) Q EMC$/gm, '$1\nq\n$2\n$3\nQ\nEMC');

function withFilter(dict: PdfDict): PdfDict {
  const compressed: PdfDict = new Map(dict).set('Filter', new PdfName('FlateDecode'));
  compressed.delete('DecodeParms');
  return compressed;
}

/** The operands of the last operator `RG`. */
function strokeColourOf(settings: Paint['settings']): string {
  const last = [...settings.values()].findLast((text) => text.includes('RG'));
  return /(\S+ \S+ \S+) RG/.exec(last ?? '')?.[1] ?? '';
}

/** The name of the last graphics state, in the resources. */
function graphicsStateOf(settings: Paint['settings']): string {
  const last = [...settings.keys()].findLast((key) => key.endsWith(' gs'));
  return last?.slice(1, -3) ?? '';
}

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

function edited(content: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(content.slice(at, start), text);
    at = end;
  }
  return parts.join('') + content.slice(at);
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
