/** Converts page settings to a page size and margins in millimetres. */

import { toPaperSize } from '#contract/api/page-format';
import { Failure } from '#contract/errors';
import {
  autoMargin,
  type MarginSettings,
  type Margins,
  type PageDefaults,
  type PageSettings,
  paperSizes,
} from '#contract/page';
import { usualMargins } from './margin-precedence.ts';

/** All lengths are in millimetres. */
export interface Paper {
  readonly width: number;
  /** Until the contents are laid out, a usual one for paper that is as high as they are. */
  readonly height: number;
  /** Whether the page is as high as its contents: see `fitToContents`. Default: false. */
  readonly fitsContents?: boolean | undefined;
  /** Whether this size was requested explicitly. If not, CSS `@page { size }` takes precedence. */
  readonly sizeGiven: boolean;
  /** The margins that were requested explicitly. For the other sides CSS `@page { margin }` applies, or else 10 mm. */
  readonly margins: Margins;
  /** Replaces the default of 10 mm for sides that neither `margins` nor CSS sets. */
  readonly defaultMargins?: Margins | undefined;
}

const sides = ['top', 'right', 'bottom', 'left'] as const satisfies readonly (keyof Margins)[];

/** Merges the caller's settings over the template's, key by key. Each margin side is its own key. */
export function mergePageSettings(template: PageSettings, caller: PageSettings = {}): PageSettings {
  const given = Object.fromEntries(Object.entries(caller).filter(([, value]) => value !== undefined));
  return { ...template, ...given, margins: { ...template.margins, ...caller.margins } };
}

/**
 * A margin that is `auto` counts as one without a setting until its header is measured. `defaults` apply if neither `settings` nor CSS `@page` sets a value. Throws `invalid_option` if the margins leave no
 * printable area.
 */
export function resolvePaper(
  { format, orientation, margins: settings = {} }: PageSettings,
  defaults: PageDefaults = {},
): Paper {
  const margins = withoutAuto(settings);
  const chosen = format ?? defaults.format ?? 'A4';
  const [short, long] = toPaperSize(chosen);
  const fitsContents = long === undefined;
  if (fitsContents && orientation === 'landscape') {
    const message = `A page that is ${chosen} wide and as high as its contents cannot be in landscape.`;
    throw new Failure('invalid_option', message, {
      hint: `Leave out landscape, or give the height as well: ${chosen}x100mm.`,
      errors: { 'config.orientation': [message] },
    });
  }
  const isWide = !fitsContents && (orientation ?? defaults.orientation) === 'landscape';
  const [width, height] = isWide ? [long, short] : [short, long ?? paperSizes.A4[1]];
  const { margins: defaultMargins } = defaults;
  const usual = usualMargins({ margins, defaultMargins });
  const check = (names: readonly [keyof Margins, keyof Margins], length: number, what: string) => {
    const total = Math.round((usual[names[0]] + usual[names[1]]) * 100) / 100;
    if (total < length) return;
    const message = `The ${names[0]} and ${names[1]} margins (${total} mm) leave no room on a page that is ${length} mm ${what}.`;
    const given = names.filter((name) => margins[name] !== undefined);
    throw new Failure('invalid_option', message, {
      errors: Object.fromEntries(given.map((name) => [`config.margins.${name}`, [message]])),
    });
  };
  check(['left', 'right'], width, 'wide');
  if (!fitsContents) check(['top', 'bottom'], height, 'high');
  const asked = sides.flatMap((name) => (margins[name] === undefined ? [] : [[name, margins[name]]]));
  const sizeGiven = format !== undefined || orientation !== undefined;
  const fitted = fitsContents ? { fitsContents } : {};
  const paper = { width, height, sizeGiven, margins: Object.fromEntries(asked), ...fitted };
  return defaultMargins ? { ...paper, defaultMargins } : paper;
}

const withoutAuto = ({ top, bottom, ...margins }: MarginSettings): Margins => ({
  ...margins,
  top: top === autoMargin ? undefined : top,
  bottom: bottom === autoMargin ? undefined : bottom,
});

/** The header or footer of pages without one of their own. */
export const textForAllPages = (setting: PageSettings['header']): string | undefined =>
  typeof setting === 'string' ? setting : setting?.default;
