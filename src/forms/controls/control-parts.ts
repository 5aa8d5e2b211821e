/** To which control what a page draws belongs: by its element of the structure, or by the rectangle that clips it. */
import type { Box } from '#pdf/document/page-view';
import { isDict, PdfRef, type PdfValue } from '#pdf/object';
import type { PdfReader } from '#pdf/reading/reader';
import { applied } from '#pdf/underlay/matrix';
import type { FoundMarker } from './find-markers.ts';
import type { Paint } from './scan-content.ts';

interface ControlPart {
  readonly marker: FoundMarker;
  /** Whether it is within the control, and not its box. */
  readonly isInner: boolean;
}

interface PartsOptions {
  readonly file: PdfReader;
  readonly content: string;
  readonly markers: readonly FoundMarker[];
  /** The element of marked content. */
  elementOf(markedId: number): PdfRef | undefined;
}

/** Elements within the element of a control. */
const maxDepth = 20;

/** Points by which boxes that are the same may differ. */
const tolerance = 0.3;

export class ControlParts {
  readonly #file: PdfReader;
  readonly #content: string;
  readonly #markers: readonly FoundMarker[];
  readonly #elementOf: (markedId: number) => PdfRef | undefined;
  readonly #byElement: ReadonlyMap<PdfRef, FoundMarker>;
  readonly #known = new Map<number, ControlPart | undefined>();

  constructor({ file, content, markers, elementOf }: PartsOptions) {
    this.#file = file;
    this.#content = content;
    this.#markers = markers;
    this.#elementOf = elementOf;
    this.#byElement = new Map(
      markers.flatMap((marker) => (marker.element ? [[marker.element, marker]] : [])),
    );
  }

  /** What the field of a control draws in place of the page: the mark of a button that is on, and what is within others. */
  takenBy(paint: Paint): FoundMarker | undefined {
    const part = this.#of(paint);
    if (!part) return undefined;
    const { marker, isInner } = part;
    const { kind, isOn } = marker.control;
    const isTaken = kind === 'checkbox' || kind === 'radio' ? isOn : isInner;
    // The shadow of the next control is drawn before its element begins.
    return isTaken && this.#isWithin(paint, marker.box) ? marker : undefined;
  }

  #of({ markedId, clip, operator }: Paint): ControlPart | undefined {
    if (markedId !== undefined) return this.#ofMarked(markedId);
    if (!clip) return undefined;
    // Placeholders, and all that frames and headers draw, belong to no element.
    const marker = this.#markers.find(({ box }) => contains(box, clip));
    return marker && { marker, isInner: operator === 'ET' || !contains(clip, marker.box) };
  }

  /** Whether a path begins within a box. Nothing else of a control is drawn outside of it. */
  #isWithin({ operator, markedId, start, matrix }: Paint, box: Box): boolean {
    if (markedId === undefined || ['ET', 'Do', 'sh'].includes(operator)) return true;
    const line = this.#content.slice(start, this.#content.indexOf('\n', start));
    const [x = 0, y = 0] = line.split(' ', 2).map(Number);
    const [across, up] = applied(matrix, [x, y]);
    return contains(box, [across, up, across, up]);
  }

  /** Whether marked content belongs to the element of a control. */
  holds(markedId: number): boolean {
    return this.#ofMarked(markedId) !== undefined;
  }

  #ofMarked(markedId: number): ControlPart | undefined {
    if (this.#known.has(markedId)) return this.#known.get(markedId);
    let element: PdfValue | undefined = this.#elementOf(markedId);
    let found: ControlPart | undefined;
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
