/**
 * Finds where a printed PDF draws controls, by the markers around them, and takes out of its contents what fields draw: the
 * markers, and what is within the controls. Their boxes and borders stay on the page.
 */
import { isMarkerState } from '#pdf/contents/control-marker';
import { listContents } from '#pdf/document/page-contents';
import { getPages, type Page } from '#pdf/document/page-tree';
import type { Box } from '#pdf/document/page-view';
import { isDict, isNamed, type PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from '#pdf/object';
import type { PdfReader } from '#pdf/reading/reader';
import type { ObjectEdits } from '#pdf/signing/object-edits';
import type { ParentTree } from '#pdf/tagging/parent-tree';
import { combined, type Matrix } from '#pdf/underlay/matrix';
import { compressBeside } from '#pdf/writing/compressed-stream';
import { numbersOf } from '../draw/numbers.ts';
import type { Control } from './control.ts';
import { ControlParts } from './control-parts.ts';
import { type Drawing, toDrawing } from './drawing.ts';
import { type FoundMarker, findMarkers } from './find-markers.ts';
import { type ContentRange, type Paint, type ScannedContent, scanContent } from './scan-content.ts';

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

interface FoundMarkers {
  readonly markers: readonly FoundMarker[];
  readonly page: PdfRef;
  elementOf(markedId: number): PdfRef | undefined;
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

/**
 * In the order of the pages. The changed contents are in the update when `written` resolves. Throws `malformed`, `too_large`.
 */
export async function findDrawings(
  controls: ReadonlyMap<number, Control>,
  { edits, tree }: SearchOptions,
): Promise<{ readonly places: readonly ControlPlace[]; readonly written: Promise<unknown> }> {
  const search = new Search(controls, { edits, tree });
  for (const page of getPages(edits.file)) await search.page(page);
  return { places: search.places, written: search.written };
}

class Search {
  readonly places: ControlPlace[] = [];
  /** Until the changed contents of the last page that had some are in the update. */
  written: Promise<unknown> = Promise.resolve();
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
    // The page before was compressed while this one was searched.
    await this.written;
    this.written = Promise.all(changed);
    this.written.catch(() => {});
  }

  #search(owner: Owner, { page, matrix, depth, compress }: SearchPlace): void {
    const scan = scanContent(owner.content, matrix);
    const elementOf = (markedId: number) => this.#tree?.elementOf(owner.key, markedId);
    const { content, resources } = owner;
    const file = this.#file;
    const controls = this.#controls;
    const markers = findMarkers(scan, { file, controls, content, resources, elementOf });
    if (markers.length > 0) this.#take(owner, scan, { markers, page, elementOf });
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
      const state = this.#file.dict(states, drawn.graphicsState?.name ?? '');
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

  #take(owner: Owner, { paints, marks }: ScannedContent, { markers, page, elementOf }: FoundMarkers): void {
    const file = this.#file;
    const parts = new ControlParts({ file, content: owner.content, markers, elementOf });
    const edits: Edit[] = markers.map(({ paint: { start, end } }) => ({ start, end, text: '' }));
    edits.push(...unsetMarkers(paints, markers));
    const within = new Map<FoundMarker, Paint[]>();
    const outlines = new Set(markers.map(({ paint }) => paint.start));
    for (const paint of paints) {
      if (outlines.has(paint.start)) continue;
      const marker = parts.takenBy(paint);
      const { start, end, markedId } = paint;
      if (!marker) {
        // An artifact of its own, because the marked content saves and restores graphics states that began outside of it.
        if (markedId === undefined || !parts.holds(markedId)) continue;
        edits.push({ start, end: start, text: '/Artifact BMC\n' }, { start: end, end, text: '\nEMC' });
        continue;
      }
      edits.push({ start, end, text: '' });
      const own = within.get(marker);
      if (own) own.push(paint);
      else within.set(marker, [paint]);
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
      const drawing = control.isPassword
        ? undefined
        : toDrawing({ file, ...owner }, within.get(marker) ?? [], paint);
      this.places.push({ control, page, element, box, matrix: paint.matrix, drawing });
    }
  }

  #mayHoldMarkers(resources: PdfDict, depth: number): boolean {
    const known = this.#marked.get(resources);
    if (known !== undefined) return known;
    this.#marked.set(resources, false);
    const file = this.#file;
    const states = [...(file.dict(resources, 'ExtGState')?.values() ?? [])];
    const isMarked = states.some((value) => {
      const state = file.resolve(value);
      return isDict(state) && isMarkerState(file, state);
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

interface Edit extends ContentRange {
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

/**
 * Takes out the operators that set the state of markers alone. Chromium does not set the opacity of lines for areas, and poppler
 * draws shadings with that of lines.
 */
function unsetMarkers(paints: readonly Paint[], markers: readonly FoundMarker[]): Edit[] {
  const outlines = new Set(markers.map(({ paint }) => paint.start));
  const setters = new Set(markers.map(({ paint }) => paint.graphicsState));
  for (const { start, graphicsState } of paints) if (!outlines.has(start)) setters.delete(graphicsState);
  return [...setters].flatMap((setter) =>
    setter ? [{ start: setter.start, end: setter.end, text: '' }] : [],
  );
}
