import type { unclobberedDocument } from '#browser/page-scripts/unclobbered-document';
import type { countCounters } from '../count-counters.ts';
import type { PagedState } from '../find-paged-styles.ts';
import type { showBetween } from '../show-between.ts';

export interface FootnoteSetUp {
  /** Indexes of `findPagedStyles`. */
  readonly elements: readonly number[];
  /** Custom properties → the properties that they are values of, for calls and for markers. */
  readonly call: readonly (readonly [carried: string, property: string])[];
  readonly marker: readonly (readonly [carried: string, property: string])[];
  /** Inherited properties. */
  readonly inherited: readonly string[];
  readonly maxElements: number;
  /** How the names of the places of calls and markers begin. */
  readonly names: { readonly call: string; readonly marker: string };
  /** The scheme of links that tell their own place. */
  readonly placeScheme: string;
  /** The sheet of the room for notes. */
  readonly styles: string;
}

export interface FootnoteTexts {
  /** In document order: the values of `content` as they are written, empty for none, and the number of the note. */
  readonly notes: readonly {
    /** Its index of `findPagedStyles`. */
    readonly element: number;
    readonly call: string;
    readonly marker: string;
    readonly number: number;
    /** The names of the places of its links. */
    readonly marks: { readonly call: string; readonly note: string };
  }[];
  /** Whether the body cannot hold footnotes, because its children are not in one flow. */
  readonly isUnfit: boolean;
}

/** What the scripts for footnotes pass on from one to the next. */
export interface FootnoteElements {
  /**
   * Holds the room of the notes on each page, and the boxes around them, before the content of the body. It is a shadow tree, so that
   * selectors of the document find the elements that they are for.
   */
  readonly root: ShadowRoot;
  /** The children of the body before which the room of further pages may begin. */
  readonly anchors: Element[];
  readonly notes: {
    readonly note: HTMLElement;
    /** Before the call, on the line: the call itself is raised, and would begin on the page before the one of its line. */
    readonly place: HTMLElement;
    readonly call: HTMLElement;
    readonly marker: HTMLElement;
    /** Writes the texts of both, which are those of the links, too. */
    readonly label: (texts: { readonly call: string; readonly marker: string }) => void;
  }[];
  /** Where a page may have to end within a table or the like: see `measureFlow`. */
  readonly breakers: HTMLElement[];
  /** The elements that have such a break now, with the value and the priority of `break-before` in their `style`. */
  readonly broken: Map<HTMLElement, [value: string, priority: string]>;
}

/**
 * Puts a call before each footnote and a marker into it, which link to each other, and takes the note out of the flow. It stays
 * at its place in the document, where a screen reader reads it, unless an element around it is the one that positions would
 * refer to, or a heading, whose text is repeated elsewhere.
 */
export function setUpFootnotes(
  parts: {
    readonly getDocument: typeof unclobberedDocument;
    readonly countCounters: typeof countCounters;
    readonly showBetween: typeof showBetween;
  },
  {
    elements: indexes,
    call: callProperties,
    marker: markerProperties,
    inherited,
    maxElements,
    names,
    placeScheme,
    styles,
  }: FootnoteSetUp,
): FootnoteTexts {
  const document = parts.getDocument();
  const state = (globalThis as PagedState).pdfapiPaged;
  const body = document.body as HTMLElement | null;
  if (!state || !body) return { notes: [], isUnfit: true };
  const isFit = /^(?:block|flow-root|list-item)$/.test(getComputedStyle(body).display) && !body.shadowRoot;
  if (!isFit) return { notes: [], isUnfit: true };
  // A document may have put a function of its own in place of it.
  const root = Element.prototype.attachShadow.call(body, { mode: 'open', slotAssignment: 'manual' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];
  // Until then, no element of the body has any style.
  parts.showBetween(root, body, new Map());
  // A counter that is made by the first call would end with the parent of that call.
  const { counterReset } = getComputedStyle(body);
  if (!/\bfootnote\b/.test(counterReset))
    body.style.counterReset = `${counterReset === 'none' ? '' : counterReset} footnote`;
  const texts: { call: string; marker: string }[] = [];
  const notes: FootnoteElements['notes'] = [];

  const setStyles = (
    element: HTMLElement,
    style: CSSStyleDeclaration,
    properties: FootnoteSetUp['call'],
  ): string => {
    let content = '';
    for (const [carried, property] of properties) {
      const value = style.getPropertyValue(carried).trim();
      if (value === '') continue;
      if (property === 'content') content = value;
      else element.style.setProperty(property, value, 'important');
    }
    return content;
  };
  const link = (kind: string): HTMLElement => {
    const anchor = document.createElement('a');
    anchor.setAttribute('href', placeScheme);
    anchor.setAttribute(`data-pdfapi-footnote-${kind}`, '');
    return anchor;
  };
  const write = (anchor: HTMLElement, text: string, [place, target]: readonly string[]): void => {
    if (anchor.textContent === text) return;
    anchor.textContent = text;
    // One that shows nothing leads to the other: see `measureFlow`.
    if (anchor.getAttribute('href')?.startsWith('#')) return;
    const encoded = encodeURIComponent(text.trim().toWellFormed()).replace(/[()]/g, (each) =>
      each === '(' ? '%28' : '%29',
    );
    anchor.setAttribute('href', `${placeScheme}${place}/${target}/${encoded}`);
  };
  /** Whether positions of elements within it refer to it. */
  const positions = (element: Element): boolean => {
    const { position, contain, containerType, willChange } = getComputedStyle(element);
    // As a computed value, a transform needs no layout.
    const map = Element.prototype.computedStyleMap.call(element);
    return (
      position !== 'static' ||
      ['transform', 'filter', 'perspective'].some((name) => map.get(name)?.toString() !== 'none') ||
      /\b(?:layout|paint|strict|content)\b/.test(contain) ||
      (containerType !== undefined && containerType !== 'normal') ||
      /\b(?:transform|filter|perspective)\b/.test(willChange)
    );
  };
  /** The last note that is behind an element. */
  const moved = new Map<Element, Element>();
  /** Puts the note behind the element, with the styles that it has inherited. */
  const moveOutOf = (outer: Element, note: HTMLElement): void => {
    const style = getComputedStyle(note);
    const values = inherited.map((property) => [property, style.getPropertyValue(property)] as const);
    let at = outer;
    const isPart = ({ parentElement: parent }: Element): boolean =>
      parent !== null && parent !== body && /table(?!-cell)|flex|grid/.test(getComputedStyle(parent).display);
    while (isPart(at) && at.parentElement) at = at.parentElement;
    (moved.get(at) ?? at).after(note);
    moved.set(at, note);
    for (const [property, value] of values) note.style.setProperty(property, value);
  };
  /** The place of the marker: at the beginning of the first line. */
  const firstLine = (note: HTMLElement): Element => {
    const maxDepth = 20;
    let at: Element = note;
    for (let depth = 0; depth < maxDepth; depth++) {
      let first: ChildNode | null = at.firstChild;
      while (first && !(first instanceof Element) && !/\S/.test(first.nodeValue ?? ''))
        first = first.nextSibling;
      if (!(first instanceof Element)) return at;
      if (/^(?:inline|contents|none|table|flex|grid)/.test(getComputedStyle(first).display)) return at;
      at = first;
    }
    return at;
  };

  const around = function* (element: Element): Generator<Element> {
    for (let at = element.parentElement; at; at = at.parentElement) yield at;
  };
  const all = new Set(indexes.map((index) => state.elements[index]));
  const found = indexes.flatMap((index) => {
    const element = state.elements[index];
    const isNote =
      element instanceof HTMLElement &&
      // Fields of a form hide its functions, if they have their names.
      !(element instanceof HTMLFormElement) &&
      body.contains(element) &&
      element !== body;
    // A note within a note stays in it.
    const isOuter = isNote && ![...around(element)].some((other) => all.has(other));
    return isOuter ? [{ index, note: element }] : [];
  });
  const outers = found.map(({ note }) => {
    let outer: Element | undefined;
    for (let at = note.parentElement; at && at !== body; at = at.parentElement)
      if (positions(at) || /^h[1-6]$/.test(at.localName)) outer = at;
    return outer;
  });
  // All styles are read before anything changes: each read after a change lays the document out again.
  const lines = found.map(({ note }) => firstLine(note));
  for (const [i, { note }] of found.entries()) {
    note.setAttribute('data-pdfapi-footnote', '');
    // The tag that comes of it becomes a `Note`: see `describeLinks`. A list has nothing but its items.
    if (!/^(?:li|dt|dd)$/.test(note.localName)) note.setAttribute('role', 'complementary');
    const [callId, markerId] = [`${names.call}${i}`, `${names.marker}${i}`];
    const call = link('call');
    const place = document.createElement('pdfapi-call');
    place.id = callId;
    place.style.setProperty('font-size', '1px', 'important');
    place.style.setProperty('line-height', '0', 'important');
    const marker = link('marker');
    marker.id = markerId;
    const style = getComputedStyle(note);
    texts.push({
      call: setStyles(call, style, callProperties),
      marker: setStyles(marker, style, markerProperties),
    });
    const label = (own: { readonly call: string; readonly marker: string }) => {
      write(call, own.call, [callId, markerId]);
      write(marker, own.marker, [markerId, callId]);
    };
    notes.push({ note, place, call, marker, label });
  }
  for (const [i, { note, place, call, marker }] of notes.entries()) {
    note.before(place, call);
    lines[i]?.prepend(marker);
    const outer = outers[i];
    if (outer) moveOutOf(outer, note);
  }
  parts.showBetween(root, body, new Map());
  state.footnotes = { root, anchors: [], notes, breakers: [], broken: new Map() };
  const wanted = new Set(notes.map(({ call }) => call));
  const counters = parts.countCounters(document, wanted, maxElements);
  return {
    notes: notes.map(({ place, call, marker }, i) => ({
      element: found[i]?.index ?? -1,
      marks: { call: place.id, note: marker.id },
      call: texts[i]?.call ?? '',
      marker: texts[i]?.marker ?? '',
      number: counters.get(call)?.get('footnote')?.at(-1) ?? i + 1,
    })),
    isUnfit: false,
  };
}
