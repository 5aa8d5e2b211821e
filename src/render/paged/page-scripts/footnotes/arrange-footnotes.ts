import type { unclobberedDocument } from '#browser/page-scripts/unclobbered-document';
import type { PagedState } from '../find-paged-styles.ts';
import type { showBetween } from '../show-between.ts';

/** CSS pixels. Places are from the top of the first page, as if all pages were one. */
export interface FootnoteArrangement {
  /** The room of the pages that have notes, and of those whose text ends early, in the order of the document. */
  readonly chains: readonly {
    /** An index of the anchors of `measureFlow`, and where it is. */
    readonly anchor: number;
    readonly top: number;
    /** Where the text of a page ends, and where the page does. */
    readonly rooms: readonly { readonly top: number; readonly bottom: number }[];
  }[];
  readonly areas: readonly {
    readonly top: number;
    readonly height: number;
    readonly width: number;
    readonly style: string;
  }[];
  readonly notes: readonly {
    readonly call: string;
    readonly marker: string;
    readonly left: number;
    readonly width: number;
    /** A note that continues on the next page has several. */
    readonly parts: readonly { readonly top: number; readonly height: number }[];
  }[];
  /** The elements before which a page ends: see `measureFlow`. */
  readonly breakers: readonly number[];
}

/**
 * Floats keep the room of the notes at the foot of each page free, and the notes are positioned there. A float without a width
 * holds the one below it at its place, so that text flows beside the former and not beside the latter.
 */
export function arrangeFootnotes(
  parts: { readonly getDocument: typeof unclobberedDocument; readonly showBetween: typeof showBetween },
  { chains, areas, notes, breakers }: FootnoteArrangement,
): void {
  const document = parts.getDocument();
  const state = (globalThis as PagedState).pdfapiPaged?.footnotes;
  if (!state) return;
  const { root } = state;
  const set = (element: HTMLElement, styles: Readonly<Record<string, string>>): void => {
    for (const [property, value] of Object.entries(styles))
      element.style.setProperty(property, value, 'important');
  };
  const roomOf = (height: number, width: string): HTMLElement[] => {
    if (height <= 0) return [];
    const box = document.createElement('pdfapi-room');
    set(box, { '--height': `${height}px`, '--width': width });
    return [box];
  };
  // A box that reaches the very end of a page may be moved to the next one. Chains begin up to two pixels from where they are calculated.
  const gap = 3;
  const noteGap = 0.5;
  // A page of a long document has to look at all boxes that begin together.
  const shown = chains.map(({ anchor, top, rooms }) => {
    let at = top;
    const boxes = rooms.flatMap((room) => {
      const made = [...roomOf(room.top - at, '0'), ...roomOf(room.bottom - room.top - gap, '100%')];
      at = room.bottom - gap;
      return made;
    });
    return [state.anchors[anchor - 1], boxes] as const;
  });
  parts.showBetween(root, document.body, new Map(shown));
  for (const { top: y, height, width, style } of areas) {
    const box = document.createElement('pdfapi-area');
    box.setAttribute('aria-hidden', 'true');
    box.style.cssText = style;
    set(box, { top: `${y}px`, height: `${height}px`, width: `${width}px` });
    root.append(box);
  }
  for (const [i, { call, marker, left, width, parts }] of notes.entries()) {
    const elements = state.notes[i];
    if (!elements) continue;
    const { note, label } = elements;
    label({ call, marker });
    for (const old of note.querySelectorAll(':scope > pdfapi-room')) old.remove();
    const [first, ...others] = parts;
    note.toggleAttribute('data-pdfapi-unplaced', !first);
    if (!first) continue;
    set(note, { top: `${first.top}px`, left: `${left}px`, width: `${width}px` });
    // What continues flows around the text of the page between.
    const content = note.firstChild;
    let end = first.top;
    let previous = first;
    for (const part of others) {
      const from = previous.top + previous.height + noteGap;
      const before = content instanceof Element ? content : null;
      for (const room of [...roomOf(from - end, '0'), ...roomOf(part.top - from, '100%')])
        note.insertBefore(room, before);
      end = part.top;
      previous = part;
    }
  }
  for (const [element, own] of state.broken) element.style.setProperty('break-before', ...own);
  state.broken.clear();
  for (const index of breakers) {
    const element = state.breakers[index];
    if (!element) continue;
    const { style } = element;
    state.broken.set(element, [
      style.getPropertyValue('break-before'),
      style.getPropertyPriority('break-before'),
    ]);
    style.setProperty('break-before', 'page', 'important');
  }
}

/** Takes back what `arrangeFootnotes` has done. The notes are printed in the text, after their calls. */
export function releaseFootnotes(parts: {
  readonly getDocument: typeof unclobberedDocument;
  readonly showBetween: typeof showBetween;
}): void {
  const document = parts.getDocument();
  const state = (globalThis as PagedState).pdfapiPaged?.footnotes;
  if (!state) return;
  parts.showBetween(state.root, document.body, new Map());
  for (const [element, own] of state.broken) element.style.setProperty('break-before', ...own);
  for (const { note, call } of state.notes) {
    for (const room of note.querySelectorAll(':scope > pdfapi-room')) room.remove();
    note.removeAttribute('data-pdfapi-footnote');
    note.removeAttribute('data-pdfapi-unplaced');
    for (const property of ['top', 'left', 'width']) note.style.removeProperty(property);
    call.after(note);
  }
}

/** Drafts are printed without notes. */
export function hideFootnotes(getDocument: typeof unclobberedDocument, areHidden: boolean): void {
  getDocument().documentElement.toggleAttribute('data-pdfapi-hides-footnotes', areHidden);
}
