/**
 * Page settings and document properties from the command line. An invalid value is rejected with the list of valid
 * ones.
 */
import { readFile } from 'node:fs/promises';
import { propertyFault } from '#contract/api/one-line-text';
import { paperFormatRule, parsePaperFormat } from '#contract/api/page-format';
import { didYouMean } from '#contract/did-you-mean';
import { type Metadata, metadataKeys } from '#contract/documents';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import { languageTagExample, parseLanguageTag } from '#contract/language/language-tag';
import { marginExamples, parseMargin, parseMargins } from '#contract/length';
import { autoMargin, type MarginSettings, maxMarginMm, type PageSettings, paperNames } from '#contract/page';
import { decodeHtml } from '#template/load/decode-html';
import type { SourceFile } from '#template/model/template-sources';
import type { PageOptions } from '../render-options.ts';
import { readRegionOptions } from './region-options.ts';

export interface PageChoice {
  readonly page: Required<PageSettings>;
  /** The files of `--header` and `--footer`, for errors in them. */
  readonly sources: Readonly<Record<string, SourceFile>>;
}

export async function readPageOptions(options: PageOptions): Promise<PageChoice> {
  const margins = readMargins(options);
  const format = options.format === undefined ? undefined : parseFormat(options.format);
  const orientation = parseOrientation(options);
  const lang = options.lang === undefined ? undefined : parseLang(options.lang);
  const [header, footer] = await Promise.all([readPart(options.header), readPart(options.footer)]);
  return {
    page: {
      format,
      orientation,
      margins: Object.keys(margins).length > 0 ? margins : undefined,
      lang,
      ...readRegionOptions(options),
      header: header?.text,
      footer: footer?.text,
    },
    sources: { ...(header ? { header } : {}), ...(footer ? { footer } : {}) },
  };
}

/** Parses `--meta title=Invoice`; if a key is repeated, the last value wins. */
export function readMetaOptions(pairs: readonly string[] = []): Metadata {
  const metadata: Record<string, string> = {};
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const key = equals < 0 ? pair : pair.slice(0, equals);
    if (!metadataKeys.some((known) => known === key)) {
      throw new Failure('usage', `--meta "${key}" is unknown.${didYouMean(key, metadataKeys)}`, {
        hint: `Keys: ${metadataKeys.join(', ')}.`,
      });
    }
    if (equals < 0) {
      throw new Failure('usage', `--meta "${pair}" has no value.`, { hint: `Write: --meta ${key}="…"` });
    }
    const text = pair.slice(equals + 1);
    const fault = propertyFault(text);
    if (fault !== undefined) throw new Failure('usage', `--meta ${key} ${fault}.`);
    metadata[key] = text;
  }
  return metadata;
}

/** The values of `--meta` as sources, for errors in their Twig. */
export function metaSources(metadata: Metadata): Readonly<Record<string, SourceFile>> {
  const entries = Object.entries(metadata).map(([key, text = '']) => [
    `metadata.${key}`,
    { file: `--meta ${key}`, text },
  ]);
  return Object.fromEntries(entries);
}

function parseFormat(text: string) {
  const format = parsePaperFormat(text);
  if (format) return format;
  throw new Failure('usage', `--format "${text}" is unknown.${didYouMean(text, paperNames)}`, {
    hint: `It ${paperFormatRule}.`,
  });
}

/** Throws `usage` for what is no language tag. */
export function parseLang(text: string): string {
  const tag = parseLanguageTag(text);
  if (tag !== undefined) return tag;
  throw new Failure('usage', `--lang "${text}" is not a language tag.`, {
    hint: `Give a BCP 47 tag, ${languageTagExample}.`,
  });
}

function parseOrientation({ landscape, portrait }: PageOptions): PageSettings['orientation'] {
  if (landscape && portrait) throw new Failure('usage', '--landscape and --portrait are mutually exclusive.');
  if (portrait) return 'portrait';
  return landscape ? 'landscape' : undefined;
}

const sides = ['top', 'right', 'bottom', 'left'] as const;

/** The option of a single side overrides `--margin`. */
function readMargins(options: PageOptions) {
  const margins: { -readonly [side in keyof MarginSettings]: MarginSettings[side] } = {};
  if (options.margin !== undefined) {
    const all = parseMargins(options.margin);
    if (!all) throw notAMargin('--margin', options.margin, `${marginExamples}; or "1in 2cm", as in CSS`);
    Object.assign(margins, all);
  }
  const { marginTop, marginRight, marginBottom, marginLeft } = options;
  for (const [index, text] of [marginTop, marginRight, marginBottom, marginLeft].entries()) {
    const side = sides[index];
    if (!side || text === undefined) continue;
    const mayBeAuto = side === 'top' || side === 'bottom';
    if (mayBeAuto && text === autoMargin) {
      margins[side] = autoMargin;
      continue;
    }
    const length = parseMargin(text);
    const valid = mayBeAuto ? `${marginExamples}; or auto, as high as the header or footer` : marginExamples;
    if (length === undefined) throw notAMargin(`--margin-${side}`, text, valid);
    margins[side] = length;
  }
  return margins;
}

const notAMargin = (flag: string, text: string, valid: string): Failure =>
  new Failure('usage', `${flag} "${text}" is not a margin.`, {
    hint: `Margins are lengths from 0 to ${maxMarginMm} mm: ${valid}.`,
  });

async function readPart(file: string | undefined): Promise<SourceFile | undefined> {
  if (file === undefined) return undefined;
  const bytes = await readFile(file).catch((error) => {
    throw fileFailure('file_unreadable', file, error);
  });
  return { file, text: decodeHtml(bytes) };
}
