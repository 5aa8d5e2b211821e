/** The sizes of the contents of pages, in CSS pixels, as Chromium lays them out. */
import { toPageSize } from '#browser/paper/page-size-css';
import { millimetresPerPoint } from '#contract/length';
import type { PrintedDestinations } from '#pdf/document/printed-destinations';
import type { Paper } from '#template/model/page-settings';
import { cssPixels, pixelsPerPoint } from '../margin-boxes/css-pixels.ts';
import { pageMargins } from '../margin-boxes/page-margins.ts';
import { pageKeys, pageSide, pageStyle, type SelectedPage } from '../margin-boxes/page-style.ts';
import type { CssDeclaration, PageRule } from '../page-rule.ts';
import type { ResolvedPaged } from '../page-scripts/resolved-paged.ts';
import type { DocumentPages } from '../passes/page-facts.ts';

export interface PageSpaceInPixels {
  readonly width: number;
  readonly height: number;
  /** The margin above it. */
  readonly top: number;
  /** The declarations of its area of footnotes. */
  readonly area: readonly CssDeclaration[];
}

/**
 * Returns the first page of a document that was not printed yet. Undefined if pages may have several sizes, or names or sides that
 * only a print tells.
 */
export function presumedPages(
  { sides, names }: ResolvedPaged,
  rules: readonly PageRule[],
  paper: Paper,
): DocumentPages | undefined {
  const sizes = rules.filter(({ declarations }) => declarations.some(isSize));
  const isUniform = sizes.every(
    ({ selector: { name, pseudos, nths = [] } }) =>
      name === undefined && pseudos.length === 0 && nths.length === 0,
  );
  if (sides.length > 0 || names.length > 0 || (!isUniform && !paper.sizeGiven)) return undefined;
  const declared = paper.sizeGiven
    ? undefined
    : pageStyle(rules, pageBehind([], 0)).page.findLast(isSize)?.value;
  const size = declared === undefined ? paper : toPageSize(declared, paper);
  if (!size) return undefined;
  const page = {
    object: 0,
    width: size.width / millimetresPerPoint,
    height: size.height / millimetresPerPoint,
  };
  return { pages: [page], places: new Map(), links: new Map(), blanks: new Map() };
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

const pixelsPerMillimetre = 96 / 25.4;

/** No margin is like that. */
const unset = { top: -1, right: -1, bottom: -1, left: -1 } as const;

export class PageGeometry {
  readonly #pages: PrintedDestinations['pages'];
  readonly #options: GeometryOptions;
  readonly #keyOf: (page: SelectedPage) => string;
  readonly #known = new Map<string, PageSpaceInPixels>();

  constructor({ pages }: PrintedDestinations, options: GeometryOptions) {
    this.#pages = pages;
    this.#options = options;
    this.#keyOf = pageKeys(options.rules);
  }

  /** Pages behind the last one are like that. */
  at(page: number): PageSpaceInPixels {
    const { selected, rules, paper, correction } = this.#options;
    const { width = 0, height = 0 } = this.#pages[page] ?? this.#pages.at(-1) ?? {};
    const kind = selected[page] ?? pageBehind(selected, page);
    const key = JSON.stringify([this.#keyOf(kind), width, height]);
    const known = this.#known.get(key);
    if (known) return known;
    const { page: declarations, boxes } = pageStyle(rules, kind);
    const cssSize = paper.sizeGiven ? undefined : declarations.findLast(isSize)?.value;
    const lengthOf = (points: number) =>
      cssSize === undefined ? Math.round(points) * millimetresPerPoint : askedLength(points, cssSize);
    const size = { width: lengthOf(width), height: lengthOf(height) };
    const margins = pageMargins(declarations, size, paper);
    // Sides that neither the caller nor the document sets.
    const { top, right, bottom, left } = pageMargins(declarations, size, { ...paper, defaultMargins: unset });
    const own = { top, right, bottom, left };
    const marginOf = (side: keyof typeof own) => {
      const isCss = paper.margins[side] === undefined && own[side] !== `${unset[side]}mm`;
      const pixels = cssPixels(margins[side]);
      // In the settings they are whole points.
      return layoutUnits(isCss ? pixels : Math.round(pixels / pixelsPerPoint) * pixelsPerPoint);
    };
    const content = (length: number, ...sides: readonly (keyof typeof own)[]) => {
      const pixels = length * pixelsPerMillimetre;
      const whole = cssSize === undefined ? pixels : layoutUnits(pixels);
      return Math.ceil(sides.reduce((rest, side) => rest - marginOf(side), whole));
    };
    const space = {
      width: content(size.width, 'left', 'right'),
      height: content(size.height, 'top', 'bottom') + correction,
      top: marginOf('top'),
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

/** Millimetres: the length of the declared size that was printed with these points, or whole ones, which sizes with names have. */
function askedLength(points: number, size: string): number {
  const printed = points * millimetresPerPoint;
  const declared = size.split(/\s+/).map((length) => cssPixels(length) / pixelsPerMillimetre);
  const near = [...declared, Math.round(printed)].find((length) => Math.abs(printed - length) <= rounding);
  return near ?? printed;
}

/** Chromium calculates with these units of layout, and makes the contents of a page a whole number of pixels. */
const layoutUnits = (pixels: number): number => Math.floor(pixels * 64) / 64;

/** The size of a page, not its orientation alone. */
const isSize = ({ property, value }: CssDeclaration): boolean =>
  property === 'size' && !/^(?:auto|portrait|landscape|initial|unset)$/i.test(value.trim());
