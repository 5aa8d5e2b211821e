/** Decides whether headers and footers are filled page by page, and which of them a page gets. */
import {
  autoMargin,
  type HeaderFooterSetting,
  type PageSettings,
  type PageVariant,
  type PageVariants,
  pageVariants,
} from '#contract/page';
import type { OverlayKind } from './overlay/overlay-document.ts';

/** Headers and footers that need to know the pages, or whose margin follows their height. */
export interface HeaderFooterPlan {
  /** Name of each part in errors (`header`, `footer-last`, `header-chapter`) → its HTML with Twig. */
  readonly parts: Readonly<Record<string, string>>;
  /** The parts whose Twig may read the variable `page`. */
  readonly perPage: ReadonlySet<string>;
  readonly variants: Readonly<Record<OverlayKind, PageVariants>>;
  /** The kinds whose margin has the height that they need. */
  readonly auto: readonly OverlayKind[];
}

/** The facts about a page that decide which variant it gets. */
export interface PagePlace {
  /** From 1. */
  readonly number: number;
  readonly count: number;
  readonly name: string;
}

export const overlayKinds = ['header', 'footer'] as const satisfies readonly OverlayKind[];

/** The margin that holds each. */
export const marginOfKind = { header: 'top', footer: 'bottom' } as const;

/**
 * Returns undefined for one text for all pages whose Twig does not read `page`, in a margin of a given height: it is filled
 * with the document.
 */
export function planHeaderFooter(
  { header, footer, margins = {} }: PageSettings,
  partials: Readonly<Record<string, string>>,
): HeaderFooterPlan | undefined {
  const variants = { header: toVariants(header), footer: toVariants(footer) };
  const parts = Object.fromEntries(overlayKinds.flatMap((kind) => listParts(kind, variants[kind])));
  const isPartialPerPage = Object.values(partials).some(readsPage);
  const perPage = Object.keys(parts).filter(
    (part) => readsPage(parts[part] ?? '') || (isPartialPerPage && loadsPartials(parts[part] ?? '')),
  );
  const auto = overlayKinds.filter((kind) => margins[marginOfKind[kind]] === autoMargin);
  const isPlain = Object.keys(parts).every((part) => part === 'header' || part === 'footer');
  if (isPlain && perPage.length === 0 && auto.length === 0) return undefined;
  return { parts, perPage: new Set(perPage), variants, auto };
}

/**
 * Lists the headers or footers of a setting by the names that errors give them.
 *
 * @example
 * listParts('header', { default: 'A', first: '', named: { chapter: 'B' } });
 * // [['header', 'A'], ['header-first', ''], ['header-chapter', 'B']]
 */
export function listParts(
  kind: OverlayKind,
  setting: HeaderFooterSetting | undefined,
): [part: string, source: string][] {
  const { named = {}, ...variants } = toVariants(setting);
  return [
    ...pageVariants.map((variant): [string, string | undefined] => [
      partName(kind, variant),
      variants[variant],
    ]),
    ...Object.entries(named).map(([name, source]): [string, string] => [namedPart(kind, name), source]),
  ].flatMap(([part, source]): [string, string][] => (source === undefined ? [] : [[part, source]]));
}

/**
 * Returns the part that a page gets, the most special one: by the name of the page, first, last, left or right, default.
 * So the only page of a document has the header of the first. Undefined if there is none.
 */
export function choosePart(
  kind: OverlayKind,
  { named = {}, ...variants }: PageVariants,
  { number, count, name }: PagePlace,
): string | undefined {
  if (name !== '' && Object.hasOwn(named, name)) return namedPart(kind, name);
  const fitting: readonly (readonly [PageVariant, boolean])[] = [
    ['first', number === 1],
    ['last', number === count],
    [sideOf(number), true],
    ['default', true],
  ];
  const found = fitting.find(([variant, fits]) => fits && variants[variant] !== undefined);
  return found && partName(kind, found[0]);
}

/** The first page is a right one (css-page 3). */
export const sideOf = (number: number): 'left' | 'right' => (number % 2 === 1 ? 'right' : 'left');

const toVariants = (setting: HeaderFooterSetting | undefined): PageVariants =>
  typeof setting === 'string' ? { default: setting } : (setting ?? {});

const partName = (kind: OverlayKind, variant: PageVariant): string =>
  variant === 'default' ? kind : `${kind}-${variant}`;

/** A page that is named like a variant, which only a request can name, must not be taken for it. */
const namedPart = (kind: OverlayKind, name: string): string =>
  pageVariants.some((variant) => variant === name) ? `${kind}-named-${name}` : `${kind}-${name}`;

/** A false alarm costs time only. */
export const readsPage = (source: string): boolean =>
  /\{[{%][^{}%]{0,2000}\bpage\b|\bpage\.(?:number|count|sections?|first|last|side|name)\b/.test(source);

const loadsPartials = (source: string): boolean =>
  /\b(?:include|embed|extends|import|from|use|source)\b/.test(source) && source.includes('{');
