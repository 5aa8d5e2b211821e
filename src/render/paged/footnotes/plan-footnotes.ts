/**
 * Decides on which page each footnote is, and where the text of that page ends. A page depends on earlier ones only: it takes as
 * many lines of the text as leave room for the notes that these lines call. Lengths are CSS pixels.
 */
import type { FlowBand, FootnoteAreaBox, MeasuredFlow } from '../page-scripts/footnotes/measured-flow.ts';

interface FootnoteSpace {
  readonly height: number;
  readonly area: FootnoteAreaBox;
}

/** The lines of a note, or of a part of it, on a page. */
interface PlacedNote {
  readonly note: number;
  readonly height: number;
  /** Whether it began on an earlier page. */
  readonly isContinued: boolean;
}

export interface PlannedPage {
  readonly isBlank: boolean;
  /** Where the page begins in the flow. */
  readonly start: number;
  /** Where its text ends, from the top of the page. Undefined for a page that needs no room for notes. */
  readonly textEnd: number | undefined;
  readonly notes: readonly PlacedNote[];
  /** The notes that its text calls. Those that have no room begin on a later page. */
  readonly calls: readonly number[];
  /** See `FlowBand`: the element that begins the next page, if only a break can end this one. */
  readonly breaker: number | undefined;
}

export interface FootnotePolicies {
  /** `footnote-policy`, by note. */
  readonly policies: readonly FootnotePolicy[];
  spaceOf(page: number): FootnoteSpace;
  /** Bands that a blank page comes before. */
  readonly afterBlank: ReadonlySet<number>;
  /** Bands that turned out to have no room on the page before. */
  readonly late: ReadonlySet<number>;
  /** The first page from which on the plan says where the text ends, also where no note needs room. */
  readonly pinnedFrom: number;
  /** Where pages turned out to begin in the flow, as long as they are planned as they were then. */
  readonly known:
    | { readonly plan: readonly PlannedPage[]; readonly starts: ReadonlyMap<number, number> }
    | undefined;
}

export type FootnotePolicy = 'auto' | 'line' | 'block';

/** A note is divided if it has this many lines, of which as many are on each page. */
const minLines = 4;
const minLinesOnPage = 2;

/** CSS pixels by which letters, of which a line is measured, may be above the middle of it. */
const rounding = 2;

/** CSS pixels: the browser rounds each length. */
const tolerance = 0.05;

/** Share of a line by which the text of a page may turn out longer than it was measured. */
const slack = 0.3;

/** CSS pixels: pictures and rows are higher than any line. */
const maxLine = 40;

/** More pages than these are in no document. */
const maxPages = 100_000;

export function planFootnotes(flow: MeasuredFlow, policies: FootnotePolicies): PlannedPage[] {
  const plan = new Plan(flow, policies);
  const pages: PlannedPage[] = [];
  const { known } = policies;
  let isKnown = known !== undefined;
  while (!plan.isDone && pages.length < maxPages) {
    const index = pages.length;
    isKnown &&= isEqual(pages[index - 1], known?.plan[index - 1]);
    pages.push(plan.page(index, isKnown ? known?.starts.get(index) : undefined));
  }
  return pages;
}

/** A note, or what is left of one. */
interface Remainder {
  readonly note: number;
  readonly height: number;
  readonly hasBegun: boolean;
}

/** The room for the notes of a line. */
interface NotesSpace {
  readonly free: number;
  /** The height of the area with all notes of the page, and whether the document says so. */
  readonly most: number;
  readonly isLimited: boolean;
  /** Whether nothing but the line is on the page. */
  readonly isFirst: boolean;
}

/** What the page that is being filled holds. */
interface Filled {
  readonly placed: readonly PlacedNote[];
  readonly used: number;
  readonly calls: readonly number[];
  /** What goes on on the next page, in order. */
  readonly rest: readonly Remainder[];
}

class Plan {
  readonly #flow: MeasuredFlow;
  readonly #policies: FootnotePolicies;
  readonly #byBand: ReadonlyMap<number, readonly number[]>;
  readonly #called = new Set<number>();
  #rest: readonly Remainder[] = [];
  #next = 0;
  #start = 0;
  /** The band that the last blank page comes before. */
  #lastBlank = -1;

  constructor(flow: MeasuredFlow, policies: FootnotePolicies) {
    this.#flow = flow;
    this.#policies = policies;
    this.#byBand = Map.groupBy(flow.notes.keys(), (note) => flow.notes[note]?.band ?? -1);
  }

  get isDone(): boolean {
    return this.#next >= this.#flow.bands.length && this.#rest.length === 0;
  }

  page(index: number, knownStart: number | undefined): PlannedPage {
    const { bands } = this.#flow;
    if (this.#policies.afterBlank.has(this.#next) && this.#lastBlank !== this.#next) {
      this.#lastBlank = this.#next;
      return {
        isBlank: true,
        start: this.#start,
        textEnd: undefined,
        notes: [],
        calls: [],
        breaker: undefined,
      };
    }
    const { height, area } = this.#policies.spaceOf(index);
    const insets = area.above + area.below;
    const most = Math.min(area.maxHeight ?? Number.POSITIVE_INFINITY, height - insets);
    const isLimited = area.maxHeight !== undefined;
    const start = knownStart ?? this.#start;
    const first = this.#next;
    let filled = this.#continued(height - insets, most);
    /** What the page held before each band. */
    const steps: Filled[] = [];
    let end = first;
    let isFull = false;
    for (; end < bands.length && !isFull; end++) {
      const band = bands[end] as FlowBand;
      if (end > first && (band.before === 'forced' || this.#policies.late.has(end))) break;
      // A page may hold nothing but a note from the page before; else it has at least a line of the text.
      const isFirst = end === first && filled.placed.length === 0;
      const called = (this.#byBand.get(end) ?? []).filter(
        (note) => !this.#called.has(note) && (this.#flow.notes[note]?.top ?? 0) < start + height,
      );
      const hasNotes = filled.placed.length + called.length > 0;
      const free = height - (band.bottom - start) - (hasNotes ? insets + rounding : 0);
      const hasRoom = isFirst || free >= filled.used + tolerance;
      const more = hasRoom ? this.#withNotes(filled, called, { free, most, isLimited, isFirst }) : undefined;
      if (!more) {
        // Without notes, the line would have room.
        isFull = hasNotes && band.bottom - start <= height + rounding;
        if (isFull) end = this.#startOfMoved(called, first, end);
        break;
      }
      steps.push(filled);
      filled = more;
      // What follows a note that goes on has no room, unless the area could not be higher.
      isFull = !isLimited && filled.rest.some(({ hasBegun }) => hasBegun);
    }
    let stop = this.#lastBreak(first, end, false);
    const hasNotes = filled.placed.length > 0;
    const isIsolated = bands.slice(first, stop + 1).some(({ isIsolated }) => isIsolated);
    if (isIsolated && (hasNotes || isFull)) stop = this.#lastBreak(first, stop, true);
    filled = (stop < end ? steps[stop - first] : undefined) ?? filled;
    for (const note of filled.calls) this.#called.add(note);
    this.#rest = filled.rest;

    const last = bands[stop - 1];
    const following = bands[stop];
    const endsEarly = following !== undefined && following.before !== 'forced';
    const bottom = stop > first && last ? last.bottom - start : 0;
    if (stop === first + 1 && bottom > height + 1) {
      // What is higher than a page goes on on the next one.
      this.#start = start + height;
    } else {
      this.#next = stop;
      this.#start = following?.start ?? following?.top ?? start;
    }
    const needsRoom =
      filled.placed.length > 0 || (endsEarly && (isFull || index >= this.#policies.pinnedFrom));
    const roomTop = filled.placed.length > 0 ? height - insets - filled.used : height;
    const line = following ? Math.min(following.bottom - following.top, maxLine) : 0;
    const textEnd = endsEarly ? Math.min(roomTop, bottom + slack * line) : roomTop;
    const isBroken =
      needsRoom && endsEarly && (isIsolated || following.needsBreaker) && following.breaker !== undefined;
    if (isBroken && this.#next === stop) this.#start = following.startAfterBreak ?? following.top;
    return {
      isBlank: false,
      start,
      textEnd: needsRoom && !isIsolated ? Math.max(textEnd, 0) : undefined,
      notes: filled.placed,
      calls: filled.calls,
      breaker: isBroken ? following.breaker : undefined,
    };
  }

  /** The band that a page ends before if the notes of the band `end` have no room on it. */
  #startOfMoved(called: readonly number[], first: number, end: number): number {
    const starts = called
      .filter((note) => this.#policies.policies[note] === 'block')
      .map((note) => this.#flow.notes[note]?.blockBand ?? end);
    const start = Math.min(end, ...starts);
    return start > first ? start : end;
  }

  /** The last band before `end` before which a page may end; `end` itself if there is none. */
  #lastBreak(first: number, end: number, needsBreaker: boolean): number {
    const { bands } = this.#flow;
    let stop = end;
    const isWrong = (band: FlowBand | undefined) =>
      band !== undefined &&
      (band.before === 'never' || (needsBreaker && band.before !== 'forced' && band.breaker === undefined));
    while (stop > first && isWrong(bands[stop])) stop--;
    return stop === first ? end : stop;
  }

  /** The page with what is left of notes from the page before. */
  #continued(height: number, most: number): Filled {
    if (this.#rest.length === 0) return { placed: [], used: 0, calls: [], rest: [] };
    const { bands } = this.#flow;
    const next = bands[this.#next];
    let last = this.#next;
    while (bands[last + 1]?.before === 'never') last++;
    // The lines of the text that stay together have room, if there are any.
    const space = Math.min(most, height - (next ? (bands[last] ?? next).bottom - next.top : 0));
    const placed: PlacedNote[] = [];
    const rest: Remainder[] = [];
    let used = 0;
    for (const each of this.#rest) {
      const isFirst = placed.length === 0;
      let part = 0;
      if (rest.length === 0) {
        part = this.#partOf(each, space - used, minLinesOnPage) || this.#partOf(each, space - used, 1);
        // Something has to be placed on each page.
        if (part === 0 && isFirst) part = this.#partOf(each, height, 1) || Math.min(each.height, height);
      }
      const left = each.height - part;
      if (part > 0) placed.push({ note: each.note, height: part, isContinued: each.hasBegun });
      if (left > tolerance) rest.push({ note: each.note, height: left, hasBegun: each.hasBegun || part > 0 });
      used += part;
    }
    return { placed, used, calls: [], rest };
  }

  /** Undefined if the notes have no room, and the text that calls them has to go to the next page. */
  #withNotes(
    filled: Filled,
    called: readonly number[],
    { free, most, isLimited, isFirst }: NotesSpace,
  ): Filled | undefined {
    if (called.length === 0) return filled;
    // Notes are in their order.
    if (filled.rest.length > 0 && !isFirst) return undefined;
    const own = called.reduce((sum, note) => sum + (this.#flow.notes[note]?.height ?? 0), 0);
    // An area without notes takes one, whatever its height.
    const single = filled.placed.length === 0 ? this.#leastOf(called[0] ?? -1) : 0;
    const room = Math.min(free, Math.max(most, single + 2 * tolerance)) - filled.used;
    let divided = this.#divide(called, room, isFirst ? 'all' : 'last');
    // Where the area of another page would not have room for them either, they wait: a note before its call would be worse.
    if (!divided && (isFirst || (isLimited && own > most - tolerance)))
      divided = this.#divide(called, room, 'waiting');
    const isNoneBegun = divided?.rest.filter(({ hasBegun }) => !hasBegun).length === called.length;
    if (!divided || (isNoneBegun && !isFirst)) return undefined;
    return {
      placed: [...filled.placed, ...divided.placed],
      used: filled.used + divided.used,
      calls: [...filled.calls, ...called],
      rest: [...filled.rest, ...divided.rest],
    };
  }

  /**
   * Divides the notes of a line so that they have room. `last`: all begin on its page, and the last one may go on on the next one.
   * `all`: so may others. `waiting`: they may begin there, too, and then always have room. Undefined if they have none.
   */
  #divide(
    called: readonly number[],
    room: number,
    which: 'last' | 'all' | 'waiting',
  ): Pick<Filled, 'placed' | 'used' | 'rest'> | undefined {
    const parts = called.map((note) => this.#flow.notes[note]?.height ?? 0);
    let used = parts.reduce((sum, height) => sum + height, 0);
    const rest: Remainder[] = [];
    // As few as possible go on, and as little of them.
    for (let i = called.length - 1; i >= 0 && used > room - tolerance; i--) {
      const [note, height] = [called[i] as number, parts[i] ?? 0];
      const isWhole = this.#policies.policies[note] !== 'auto' || rest.length > 0;
      if (which === 'last' && isWhole) continue;
      const least = which === 'last' ? minLinesOnPage : 1;
      let part = this.#partOf({ note, height }, height - (used - room), least);
      if (part === 0 && which === 'all') part = this.#firstLineOf(note);
      if ((part === 0 && which !== 'waiting') || part >= height) continue;
      rest.unshift({ note, height: height - part, hasBegun: part > 0 });
      parts[i] = part;
      used -= height - part;
    }
    if (used > room - tolerance && which !== 'waiting') return undefined;
    const waiting = new Set(rest.filter(({ hasBegun }) => !hasBegun).map(({ note }) => note));
    const placed = called.flatMap((note, i) =>
      waiting.has(note) ? [] : [{ note, height: parts[i] ?? 0, isContinued: false }],
    );
    return { placed, used, rest };
  }

  /** The height of the first line of a note that has more. */
  #firstLineOf(note: number): number {
    const { lines = [] } = this.#flow.notes[note] ?? {};
    return lines.length > 1 ? (lines[0] ?? 0) : 0;
  }

  /** The height of the lines of a note that are on one page. */
  #leastOf(note: number): number {
    const { lines = [], height = 0 } = this.#flow.notes[note] ?? {};
    return lines.length < minLines ? height : (lines[minLinesOnPage - 1] ?? height);
  }

  /** How much of a note has room: whole lines. 0 if too few lines of it would be on a page. */
  #partOf({ note, height }: Omit<Remainder, 'hasBegun'>, space: number, least: number): number {
    if (height <= space - tolerance) return height;
    const { lines = [], height: whole = 0 } = this.#flow.notes[note] ?? {};
    const from = whole - height;
    const left = lines.filter((end) => end > from + tolerance);
    if (left.length < Math.min(minLines, 2 * least)) return 0;
    const fitting = left.slice(0, left.length - least).filter((end) => end - from <= space - tolerance);
    return fitting.length < least ? 0 : (fitting.at(-1) ?? from) - from;
  }
}

const isEqual = (a: PlannedPage | undefined, b: PlannedPage | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.textEnd === b.textEnd &&
    a.breaker === b.breaker &&
    a.calls.length === b.calls.length &&
    a.notes.length === b.notes.length &&
    a.notes.every(({ note, height }, i) => note === b.notes[i]?.note && height === b.notes[i].height));
