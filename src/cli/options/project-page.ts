/** Defaults of documents in `pdfapi.json`: format, orientation, margins, lang, locale, time_zone, strict, base_url, pdfa and pdfua. */

import { paperFormatRule, parsePaperFormat } from '#contract/api/page-format';
import { baseUrlExample, parseBaseUrl } from '#contract/base-url';
import { didYouMean } from '#contract/did-you-mean';
import { isPdfua, pdfaLevels, type StandardsSettings } from '#contract/documents';
import { Failure } from '#contract/errors';
import { languageTagExample, parseLanguageTag } from '#contract/language/language-tag';
import { localeFault, parseLocale, parseTimeZone, timeZoneFault } from '#contract/language/region';
import { marginExamples, parseMargin, parseMargins } from '#contract/length';
import { type Margins, orientations, type PageDefaults } from '#contract/page';

export const pageSettingNames = [
  'format',
  'orientation',
  'margins',
  'strict',
  'base_url',
  'lang',
  'locale',
  'time_zone',
  'pdfa',
  'pdfua',
] as const;
export type PageSettingName = (typeof pageSettingNames)[number];

/** The page settings of `pdfapi.json`. */
export interface ProjectPage {
  readonly page: PageDefaults;
  /** Undefined if the file does not set it. */
  readonly strict?: boolean | undefined;
  /** The base of relative links. */
  readonly baseUrl?: string | undefined;
  readonly standards: StandardsSettings;
  /** The page settings that are set, as `config list` shows them. */
  readonly shown: Readonly<Partial<Record<PageSettingName, string>>>;
}

/** Reads the page settings. Throws `usage` that names `path` and the setting. */
export function readProjectPage(path: string, settings: Readonly<Record<string, unknown>>): ProjectPage {
  const page: { -readonly [key in keyof PageDefaults]: PageDefaults[key] } = {};
  const shown: Partial<Record<PageSettingName, string>> = {};
  const { format, orientation, margins, lang, locale, time_zone, strict, base_url, pdfa, pdfua } = settings;
  const fail = (name: string, problem: string, hint?: string): never => {
    throw new Failure(
      'usage',
      `${path}: "${name}" ${problem.replace(/[^?]$/, '$&.')}`,
      hint === undefined ? {} : { hint },
    );
  };
  if (format !== undefined) {
    const known = typeof format === 'string' ? parsePaperFormat(format) : undefined;
    const paper = known ?? fail('format', paperFormatRule);
    page.format = paper;
    shown.format = paper;
  }
  if (orientation !== undefined) {
    const known = orientations.find((name) => name === orientation);
    const turned = known ?? fail('orientation', `must be one of: ${orientations.join(', ')}`);
    page.orientation = turned;
    shown.orientation = turned;
  }
  if (margins !== undefined) {
    page.margins = readMargins(margins, fail);
    shown.margins = typeof margins === 'string' ? margins : JSON.stringify(margins);
  }
  if (lang !== undefined) {
    const tag = typeof lang === 'string' ? parseLanguageTag(lang) : undefined;
    page.lang = tag ?? fail('lang', `must be a language tag, ${languageTagExample}`);
    shown.lang = page.lang;
  }
  if (locale !== undefined) {
    page.locale =
      (typeof locale === 'string' ? parseLocale(locale) : undefined) ?? fail('locale', localeFault);
    shown.locale = page.locale;
  }
  if (time_zone !== undefined) {
    const zone = typeof time_zone === 'string' ? parseTimeZone(time_zone) : undefined;
    page.timeZone = zone ?? fail('time_zone', timeZoneFault(String(time_zone)));
    shown.time_zone = page.timeZone;
  }
  if (strict !== undefined) {
    if (typeof strict !== 'boolean') fail('strict', 'must be true or false');
    shown.strict = String(strict);
  }
  let baseUrl: string | undefined;
  if (base_url !== undefined) {
    baseUrl = typeof base_url === 'string' ? parseBaseUrl(base_url) : undefined;
    shown.base_url = baseUrl ?? fail('base_url', `must be an address, ${baseUrlExample}`);
  }
  const level = typeof pdfa === 'string' ? pdfaLevels.find((each) => each === pdfa.toLowerCase()) : undefined;
  if (pdfa !== undefined) shown.pdfa = level ?? fail('pdfa', `must be one of: ${pdfaLevels.join(', ')}`);
  let accessible: StandardsSettings['pdfua'];
  if (pdfua !== undefined) {
    const known = isPdfua(pdfua) ? pdfua : fail('pdfua', 'must be true, false, 1 or 2');
    accessible = known || undefined;
    shown.pdfua = String(pdfua);
  }
  const standards = { pdfa: level, pdfua: accessible };
  return { page, baseUrl, strict: typeof strict === 'boolean' ? strict : undefined, standards, shown };
}

const sides = ['top', 'right', 'bottom', 'left'] as const;

function readMargins(
  margins: unknown,
  fail: (name: string, problem: string, hint?: string) => never,
): Margins {
  const valid = `Margins: ${marginExamples}; or for all sides "1in 2cm", as in CSS.`;
  if (typeof margins === 'string' || typeof margins === 'number') {
    return parseMargins(String(margins)) ?? fail('margins', 'is not a margin', valid);
  }
  if (typeof margins !== 'object' || margins === null || Array.isArray(margins)) {
    return fail('margins', 'must be an object with top, right, bottom and left, or a length', valid);
  }
  const read: { -readonly [side in keyof Margins]: Margins[side] } = {};
  for (const [key, length] of Object.entries(margins)) {
    const side = sides.find((name) => name === key);
    if (!side) return fail(`margins.${key}`, `is unknown.${didYouMean(key, sides)}`);
    const isLength = typeof length === 'string' || typeof length === 'number';
    read[side] =
      (isLength ? parseMargin(String(length)) : undefined) ??
      fail(`margins.${key}`, 'is not a margin', valid);
  }
  return read;
}
