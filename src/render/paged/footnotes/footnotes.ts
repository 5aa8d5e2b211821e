/** Places the footnotes of a document: what is where is planned, printed, and compared with the plan. */
import type { PageToPrint } from '#browser/browser';
import { unclobberedDocument } from '#browser/page-scripts/unclobbered-document';
import type { PrintedDestinations } from '#pdf/document/printed-destinations';
import type { Paper } from '#template/model/page-settings';
import { pixelsPerPoint } from '../margin-boxes/css-pixels.ts';
import { declarationsText } from '../margin-boxes/css-text.ts';
import type { SelectedPage } from '../margin-boxes/page-style.ts';
import type { PageRule } from '../page-rule.ts';
import {
  arrangeFootnotes,
  type FootnoteArrangement,
  hideFootnotes,
  releaseFootnotes,
} from '../page-scripts/footnotes/arrange-footnotes.ts';
import { measureFlow } from '../page-scripts/footnotes/measure-flow.ts';
import type { FootnoteAreaBox, MeasuredFlow } from '../page-scripts/footnotes/measured-flow.ts';
import { showBetween } from '../page-scripts/show-between.ts';
import type { BlankPlaces } from '../passes/blank-pages.ts';
import { PageGeometry } from './page-geometry.ts';
import { type FootnotePolicy, type PlannedPage, planFootnotes } from './plan-footnotes.ts';

export interface FootnoteSource {
  /** In the order of the document. */
  readonly notes: readonly SourceNote[];
  /** Whether each page counts from 1. */
  readonly countsByPage: boolean;
}

interface SourceNote {
  readonly policy: FootnotePolicy;
  readonly number: number;
  /** The names of the places of the call and the note. */
  readonly marks: { readonly call: string; readonly note: string };
  /** The texts of the call and the marker of a note with this number. */
  textsOf(number: number): { readonly call: string; readonly marker: string };
}

interface FootnoteOptions {
  readonly source: FootnoteSource;
  readonly rules: readonly PageRule[];
  readonly paper: Paper;
}

/** CSS pixels by which a place may differ from the plan: Chromium rounds both. */
const tolerance = 2;

/** Each page has to look at all floats of a chain. */
const maxRoomsInChain = 8;

type Chain = Omit<FootnoteArrangement['chains'][number], 'rooms'> & {
  readonly rooms: { readonly top: number; readonly bottom: number }[];
};

interface ChainStart {
  /** An index of the anchors. */
  readonly anchor: number;
  /** From the top of the first page, as if all pages were one; and in the measured flow. */
  readonly top: number;
  readonly flowTop: number;
  /** Undefined for the beginning of the document. */
  readonly page: number | undefined;
}

export class Footnotes {
  readonly #page: PageToPrint;
  readonly #source: FootnoteSource;
  readonly #rules: readonly PageRule[];
  readonly #paper: Paper;
  #correction = 0;
  /** Where chains begin. */
  readonly #chainPages = new Set<number>();
  readonly #late = new Set<number>();
  #pinnedFrom = Number.POSITIVE_INFINITY;
  /** Whether a float of the document leaves no place for the room of notes. */
  #isBlocked = false;
  #isReleased = false;
  #geometry: PageGeometry | undefined;
  #flow: MeasuredFlow | undefined;
  #areaTexts: readonly string[] = [];
  #plan: readonly PlannedPage[] = [];
  #tops: readonly number[] = [];
  #known: { readonly plan: readonly PlannedPage[]; readonly starts: ReadonlyMap<number, number> } | undefined;

  constructor(page: PageToPrint, { source, rules, paper }: FootnoteOptions) {
    this.#page = page;
    this.#source = source;
    this.#rules = rules;
    this.#paper = paper;
  }

  /**
   * Puts the notes where they belong as far as is known. `destinations`: of the print before. `selected`: its pages. `blanks`: the
   * places of blank pages in the next one.
   */
  async arrange(
    destinations: PrintedDestinations,
    selected: readonly SelectedPage[],
    blanks: BlankPlaces,
  ): Promise<void> {
    const geometry = new PageGeometry(destinations, {
      rules: this.#rules,
      paper: this.#paper,
      selected,
      correction: this.#correction,
    });
    this.#geometry = geometry;
    if (this.#isReleased) return;
    const textOf = (index: number) => declarationsText(geometry.at(index).area);
    const texts = [...new Set(geometry.areas.map(declarationsText))];
    const isMeasured = this.#flow && texts.every((text) => this.#areaTexts.includes(text));
    if (!isMeasured) {
      this.#areaTexts = texts;
      this.#flow = await this.#page.call(measureFlow, [
        { getDocument: unclobberedDocument, showBetween },
        {
          width: geometry.at(0).width,
          areas: texts,
          texts: this.#source.notes.map(({ textsOf, number }) => textsOf(number)),
        },
      ]);
    }
    const flow = this.#flow as MeasuredFlow;
    const areaOf = (index: number): FootnoteAreaBox =>
      flow.areas[this.#areaTexts.indexOf(textOf(index))] ?? noArea;
    this.#plan = planFootnotes(flow, {
      policies: this.#source.notes.map(({ policy }) => policy),
      spaceOf: (index) => ({ height: geometry.at(index).height, area: areaOf(index) }),
      afterBlank: new Set([...blanks].map((side) => flow.sides[side] ?? -1)),
      late: this.#late,
      pinnedFrom: this.#pinnedFrom,
      known: this.#known,
    });
    const arrangement = this.#toArrangement(geometry, areaOf, textOf);
    if (this.#isBlocked) return await this.release();
    await this.#page.call(arrangeFootnotes, [{ getDocument: unclobberedDocument, showBetween }, arrangement]);
  }

  /** Called before each print. */
  async prepare(isDraft: boolean): Promise<void> {
    await this.#page.call(hideFootnotes, [unclobberedDocument, isDraft]);
  }

  /** Whether each call, and each note that was printed, is on the page that was planned. If not, the next plan knows more. */
  isSettled(destinations: PrintedDestinations): boolean {
    if (this.#isReleased) return true;
    const pageOf = this.#plannedPages();
    const starts = new Map<number, number>();
    const flow = this.#flow;
    const callPages = this.#plannedCalls();
    let isFirst = true;
    for (const [note, { marks }] of this.#source.notes.entries()) {
      const call = this.#placeOf(marks.call, destinations);
      const measured = flow?.notes[note];
      if (!call || !measured) continue;
      // What is raised above the page is cut off there.
      if (!starts.has(call.page) && call.y > 1) starts.set(call.page, measured.callTop - call.y);
      const placed = this.#placeOf(marks.note, destinations);
      const planned = callPages.get(note) ?? -1;
      const isOnPage = placed === undefined || placed.page === pageOf.get(note);
      const isMoved = placed && Math.abs(placed.y - (this.#tops[note] ?? 0)) > tolerance;
      if (call.page === planned && isOnPage && !isMoved) continue;
      // Notes behind the first such one that are a page late are so for a reason of their own: each page with
      // notes begins where it was planned.
      if (isFirst ? call.page > planned : call.page === planned + 1) this.#late.add(measured.band);
      if (call.page < planned) this.#pinnedFrom = Math.min(this.#pinnedFrom, call.page);
      isFirst = false;
    }
    // A chain is where it was calculated if its page begins there.
    for (const page of this.#chainPages) {
      const begun = starts.get(page);
      const planned = this.#plan[page]?.start ?? 0;
      if (begun !== undefined && Math.abs(begun - planned) > tolerance) isFirst = false;
    }
    const drift = this.#drift(destinations, pageOf);
    this.#correction += drift;
    this.#known = { plan: this.#plan, starts };
    if (drift !== 0) {
      // What was found out with pages of a wrong height does not hold.
      this.#late.clear();
      this.#pinnedFrom = Number.POSITIVE_INFINITY;
      this.#known = undefined;
    }
    return flow !== undefined && isFirst;
  }

  /**
   * Returns a function that says where the chain of the room of a page begins, if it is not that of the room before: as late as
   * possible, at a place in the text of a page, and behind the floats of the document that are above the room.
   */
  #chainStarts(
    geometry: PageGeometry,
  ): (page: number, top: number, before: Chain['rooms']) => Omit<Chain, 'rooms'> | undefined {
    const { anchors = [], bands = [], floats = [] } = this.#flow ?? {};
    const starts: ChainStart[] = [
      // A blank page before all is before the body.
      {
        anchor: 0,
        top: (anchors[0]?.top ?? 0) + (this.#plan[0]?.isBlank ? geometry.at(0).height : 0),
        flowTop: Number.NEGATIVE_INFINITY,
        page: undefined,
      },
    ];
    this.#chainPages.clear();
    const forced = new Set(
      bands.flatMap(({ before, start, top }) => (before === 'forced' ? (start ?? top) : [])),
    );
    let pageTop = 0;
    let at = 1;
    for (const [page, { start, calls }] of this.#plan.entries()) {
      const end = this.#plan[page + 1]?.start ?? Number.POSITIVE_INFINITY;
      // Calls tell where the page has begun, and a break that is forced is where it was planned.
      const isCertain = page === 0 || calls.length > 0 || forced.has(start);
      for (; at < anchors.length && (anchors[at]?.top ?? 0) <= end; at++) {
        const { top, band } = anchors[at] ?? { top: 0, band: 0 };
        const [above, below] = [bands[band - 1], bands[band]];
        if (!above || !below || above.top < start || !isCertain) continue;
        const isWithin = below.bottom < end && below.before === undefined;
        // What comes before a forced break is at the end of the page before it.
        const isAtEnd =
          below.before === 'forced' && (below.start ?? below.top) >= end && !this.#plan[page + 1]?.isBlank;
        if (isWithin || isAtEnd) starts.push({ anchor: at, top: pageTop + top - start, flowTop: top, page });
      }
      pageTop += geometry.at(page).height;
    }
    let used = -1;
    return (page, top, before) => {
      const end = this.#plan[page + 1]?.start ?? Number.POSITIVE_INFINITY;
      const isFree = (index: number): boolean => {
        const { flowTop } = starts[index] ?? { flowTop: Number.NEGATIVE_INFINITY };
        return !floats.some((float) => float >= flowTop && float < end);
      };
      if (used >= 0 && before.length < maxRoomsInChain && isFree(used)) return undefined;
      const latest = starts.findLastIndex((start) => start.top < top);
      let index = starts.findIndex((start) => start.page === starts[latest]?.page);
      while (index <= latest && (index <= used || !isFree(index))) index++;
      // No float is above one that comes before it in the document.
      const isBehind = used < 0 || (starts[index]?.top ?? 0) > (before.at(-1)?.bottom ?? 0);
      const start = index <= latest && isBehind ? starts[index] : undefined;
      if (!start) {
        if (!isFree(used)) this.#isBlocked = true;
        return undefined;
      }
      used = index;
      if (start.page !== undefined) this.#chainPages.add(start.page);
      return { anchor: start.anchor, top: start.top };
    };
  }

  /** A place in the content of a page, in CSS pixels. */
  #placeOf(
    name: string,
    { places, links }: PrintedDestinations,
  ): { readonly page: number; readonly y: number } | undefined {
    const link = links.get(name);
    const place = link ?? places.get(name);
    if (!place) return undefined;
    const above = link ? (this.#geometry?.at(link.page).top ?? 0) : 0;
    return { page: place.page, y: place.y * pixelsPerPoint - above };
  }

  /** CSS pixels by which each page is higher than was calculated, which the last note that is on its page tells best. */
  #drift(destinations: PrintedDestinations, pageOf: ReadonlyMap<number, number>): number {
    const { notes } = this.#source;
    for (let note = notes.length - 1; note >= 0; note--) {
      const placed = this.#placeOf(notes[note]?.marks.note ?? '', destinations);
      const planned = pageOf.get(note);
      if (!placed || !planned || placed.page !== planned) continue;
      return -Math.round((placed.y - (this.#tops[note] ?? 0)) / planned) || 0;
    }
    return 0;
  }

  /** Whether something in the text may be printed beside the room of the notes, where it can be cut off. */
  get isUnsafe(): boolean {
    return this.#flow?.bands.some(({ isIsolated }) => isIsolated === true) ?? false;
  }

  get isReleased(): boolean {
    return this.#isReleased;
  }

  /** Gives up: each note is printed in the text, after its call. */
  async release(): Promise<void> {
    this.#isReleased = true;
    await this.#page.call(releaseFootnotes, [{ getDocument: unclobberedDocument, showBetween }]);
  }

  /** Numbers of the notes that are neither on the page of their call nor, for want of room, on the one that was planned. */
  unsettled(destinations: PrintedDestinations): number[] {
    const [pageOf, callPages] = [this.#plannedPages(), this.#plannedCalls()];
    return this.#source.notes.flatMap(({ marks, number }, note) => {
      const [call, placed] = [marks.call, marks.note].map((name) => this.#placeOf(name, destinations));
      if (!call || call.page === placed?.page) return [];
      return call.page === callPages.get(note) && placed?.page === pageOf.get(note) ? [] : [number];
    });
  }

  /** The pages that notes begin on. */
  #plannedPages(): Map<number, number> {
    const begun = this.#plan.flatMap(({ notes }, page) =>
      notes.filter(({ isContinued }) => !isContinued).map(({ note }) => [note, page] as const),
    );
    return new Map(begun);
  }

  #plannedCalls(): Map<number, number> {
    return new Map(this.#plan.flatMap(({ calls }, page) => calls.map((note) => [note, page] as const)));
  }

  #toArrangement(
    geometry: PageGeometry,
    areaOf: (page: number) => FootnoteAreaBox,
    textOf: (page: number) => string,
  ): FootnoteArrangement {
    const chains: Chain[] = [];
    const next = this.#chainStarts(geometry);
    const areas: FootnoteArrangement['areas'][number][] = [];
    const parts = new Map<number, { top: number; height: number }[]>();
    const numbers = this.#source.notes.map(({ number }) => number);
    const tops: number[] = [];
    const breakers: number[] = [];
    let pageTop = 0;
    for (const [index, { textEnd, notes, calls, breaker }] of this.#plan.entries()) {
      const { height, width } = geometry.at(index);
      const area = areaOf(index);
      const bottom = pageTop + height;
      if (this.#source.countsByPage) for (const [i, note] of calls.entries()) numbers[note] = i + 1;
      if (breaker !== undefined) breakers.push(breaker);
      else if (textEnd !== undefined) {
        const room = { top: pageTop + textEnd, bottom };
        const start = next(index, room.top, chains.at(-1)?.rooms ?? []);
        if (start) chains.push({ ...start, rooms: [room] });
        else chains.at(-1)?.rooms.push(room);
      }
      const used = notes.reduce((sum, note) => sum + note.height, 0);
      if (notes.length > 0) {
        const own = width - area.left - area.right;
        const top = bottom - used - area.above - area.below;
        const style = textOf(index);
        // Nothing is drawn around the notes without one.
        if (style !== '') areas.push({ top, height: used, width: own, style });
        let at = top + area.above;
        for (const { note, height: part, isContinued } of notes) {
          const all = parts.get(note) ?? [];
          parts.set(note, all);
          all.push({ top: at, height: part });
          if (!isContinued) tops[note] = at - pageTop + (this.#flow?.notes[note]?.markerTop ?? 0);
          at += part;
        }
      }
      pageTop = bottom;
    }
    this.#tops = tops;
    const [first] = this.#flow?.areas ?? [];
    const left = first?.left ?? 0;
    const width = geometry.at(0).width - left - (first?.right ?? 0);
    return {
      chains,
      areas,
      breakers,
      notes: this.#source.notes.map(({ textsOf }, note) => ({
        ...textsOf(numbers[note] ?? note + 1),
        left,
        width,
        parts: parts.get(note) ?? [],
      })),
    };
  }
}

const noArea: FootnoteAreaBox = {
  above: 0,
  below: 0,
  left: 0,
  right: 0,
  maxHeight: undefined,
};
