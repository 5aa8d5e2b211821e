/** The sizes of the contents of pages, in CSS pixels, as Chromium lays them out. */
import type { PrintedDestinations } from '#pdf/document/printed-destinations';
import type { Paper } from '#template/model/page-settings';
import { cssPixels } from '../margin-boxes/css-pixels.ts';
import { pageMargins } from '../margin-boxes/page-margins.ts';
import { pageKeys, pageSide, pageStyle, type SelectedPage } from '../margin-boxes/page-style.ts';
import type { CssDeclaration, PageRule } from '../page-rule.ts';

export interface PageSpaceInPixels {
  readonly width: number;
  readonly height: number;
  /** The declarations of its area of footnotes. */
  readonly area: readonly CssDeclaration[];
}

interface GeometryOptions {
  readonly rules: readonly PageRule[];
  readonly paper: Paper;
  /** What page selectors ask for, of each page. */
  readonly selected: readonly SelectedPage[];
  /** CSS pixels that pages have turned out to be higher. */
  readonly correction: number;
}

/** Millimetres by which the printed size of a page differs from the one that was asked for: Chromium prints whole points. */
const rounding = 0.25;

const millimetresPerPoint = 25.4 / 72;
const pixelsPerMillimetre = 96 / 25.4;

export class PageGeometry {
  readonly #pages: PrintedDestinations['pages'];
  readonly #options: GeometryOptions;
  readonly #known = new Map<string, PageSpaceInPixels>();

  constructor({ pages }: PrintedDestinations, options: GeometryOptions) {
    this.#pages = pages;
    this.#options = options;
  }

  /** Pages behind the last one are like that. */
  at(page: number): PageSpaceInPixels {
    const { selected, rules, paper, correction } = this.#options;
    const { width = 0, height = 0 } = this.#pages[page] ?? this.#pages.at(-1) ?? {};
    const kind = selected[page] ?? pageBehind(selected, page);
    const key = JSON.stringify([pageKeys(rules)(kind), width, height]);
    const known = this.#known.get(key);
    if (known) return known;
    const size = { width: askedLength(width), height: askedLength(height) };
    const { page: declarations, boxes } = pageStyle(rules, kind);
    const { top, right, bottom, left } = pageMargins(declarations, size, paper);
    const content = (length: number, ...margins: readonly string[]) =>
      Math.ceil(
        margins.reduce((rest, margin) => rest - layoutUnits(cssPixels(margin)), length * pixelsPerMillimetre),
      );
    const space = {
      width: content(size.width, left, right),
      height: content(size.height, top, bottom) + correction,
      area: boxes.get('footnote') ?? [],
    };
    this.#known.set(key, space);
    return space;
  }

  /** The areas that pages of the document have. */
  get areas(): readonly (readonly CssDeclaration[])[] {
    const areas = this.#pages.map((_, page) => this.at(page).area);
    return areas.length > 0 ? areas : [this.at(0).area];
  }
}

/** A page like the last one. */
function pageBehind(selected: readonly SelectedPage[], page: number): SelectedPage {
  const last = selected.at(-1);
  const ahead = page + 1 - selected.length;
  return {
    name: last?.name ?? '',
    side: pageSide(page, selected[0]?.side === 'left'),
    isFirst: page === 0,
    isBlank: false,
    number: page + 1,
    numberInGroup: last && last.numberInGroup > 0 ? last.numberInGroup + ahead : 0,
  };
}

/** Millimetres: most sizes of pages have whole ones. */
function askedLength(points: number): number {
  const printed = points * millimetresPerPoint;
  const whole = Math.round(printed);
  return Math.abs(printed - whole) <= rounding ? whole : printed;
}

/** Chromium takes the margins off in its units of layout, and rounds what is left up to whole pixels. */
const layoutUnits = (pixels: number): number => Math.floor(pixels * 64) / 64;
