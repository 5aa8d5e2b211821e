/** Page settings in a request or a `template.json`. Separate from the constants, because zod is slow to load. */
import { z } from 'zod';
import { baseUrlExample, parseBaseUrl } from '../base-url.ts';
import { type MetadataKey, metadataKeys, pdfaLevels, pdfuaParts } from '../documents.ts';
import { languageTagExample, parseLanguageTag } from '../language/language-tag.ts';
import {
  localeExample,
  localeFault,
  parseLocale,
  parseTimeZone,
  timeZoneExample,
  timeZoneFault,
  timeZoneRule,
} from '../language/region.ts';
import { marginExamples, parseMargin, parseMargins } from '../length.ts';
import {
  autoMargin,
  defaultMargin,
  maxMarginMm,
  orientations,
  type PageVariant,
  pageVariants,
  paperNames,
} from '../page.ts';
import { propertyFault } from './one-line-text.ts';
import { paperFormatRule, parsePaperFormat } from './page-format.ts';
import { parsePageSelection } from './page-selection.ts';

/** Its JSON Schema lists the canonical spellings of names, which editors complete. */
export const formatSchema = z
  .string()
  .meta({
    id: 'PaperFormat',
    anyOf: [{ enum: paperNames }, { pattern: '^[0-9.]+[A-Za-z]{0,2}( ?[xX] ?[0-9.]+[A-Za-z]{1,2})?$' }],
    default: 'A4',
    description:
      'Paper size, case-insensitive: a name, width and height (`100mmx150mm`), or a width (`80mm`) for paper as high as its contents, on one page. Units: `mm`, `cm`, `in`, `pt`, `pc`, `px`, `q`.',
  })
  .transform((name, context) => {
    const format = parsePaperFormat(name);
    if (format) return format;
    context.addIssue({ code: 'custom', message: paperFormatRule });
    return z.NEVER;
  });

export const orientationSchema = z
  .enum(orientations, { error: `must be one of: ${orientations.join(', ')}` })
  .meta({ id: 'Orientation', default: 'portrait' });

/** Takes a tag in any case. */
export const langSchema = z
  .string()
  .meta({
    id: 'LanguageTag',
    description: `The language (BCP 47) of a document whose HTML has no \`lang\`, ${languageTagExample}.`,
  })
  .transform((text, context) => {
    const tag = parseLanguageTag(text);
    if (tag !== undefined) return tag;
    context.addIssue({ code: 'custom', message: `must be a language tag, ${languageTagExample}` });
    return z.NEVER;
  });

export const localeSchema = z
  .string({ error: localeFault })
  .meta({
    id: 'Locale',
    description: `How numbers, dates and times are written, ${localeExample}: by filters of Twig such as \`format_currency\` that name no locale, by scripts of the page, and in the date of headers and footers. Default: the language of the document for Twig and headers, else English.`,
  })
  .transform((text, context) => {
    const locale = parseLocale(text);
    if (locale !== undefined) return locale;
    context.addIssue({ code: 'custom', message: localeFault });
    return z.NEVER;
  });

export const timeZoneSchema = z
  .string({ error: timeZoneRule })
  .meta({
    id: 'TimeZone',
    description: `The time zone of dates and times, ${timeZoneExample}: in Twig, in scripts of the page, and in the date of headers and footers. A date without a time zone is then a local one. Default: UTC in Twig, else that of the machine that renders.`,
  })
  .transform((text, context) => {
    const zone = parseTimeZone(text);
    if (zone !== undefined) return zone;
    context.addIssue({ code: 'custom', message: timeZoneFault(text) });
    return z.NEVER;
  });

export const pdfaSchema = z.enum(pdfaLevels, { error: `must be one of: ${pdfaLevels.join(', ')}` }).meta({
  id: 'PdfaLevel',
  description:
    'Part and level of PDF/A. `2` allows only PDF/A files as attachments, `3` any file. `b` looks the same everywhere, `u` has all text in Unicode, `a` is tagged. `4` is PDF 2.0 and allows only PDF/A files, `4f` any file, of which it must have one, and `4e` any file and 3D models. A document that does not conform is not made.',
});

export const pagesSchema = z
  .string({ error: 'must be a string' })
  .refine((text) => parsePageSelection(text) !== undefined, {
    error: 'must be numbers and ranges of pages from 1 on, such as 1-3,7,9- or last',
  })
  .meta({
    id: 'PageSelection',
    description:
      'The pages that the PDF has, in this order: numbers and ranges from 1 on, such as `1-3,7,9-`. `9-` goes on to the last page, `-3` begins with the first, `9-7` goes backwards, `last` is the last page, `r2` the last but one, and `even` and `odd` choose, as in `1-9odd`. Printed page numbers are those of the whole document. Naming a page that the document does not have, or one twice, is an error. Default: all pages.',
  });

export const pdfuaSchema = z
  .union([z.boolean(), z.literal(pdfuaParts)], { error: 'must be true, false, 1 or 2' })
  .meta({
    id: 'Pdfua',
    description:
      'PDF/UA, for screen readers: `true` and `1` are PDF/UA-1, `2` is PDF/UA-2, which is PDF 2.0. A document that does not conform is not made.',
  });

export const formsSchema = z.boolean({ error: 'must be true or false' }).meta({
  description:
    'The controls of the HTML (`input`, `select`, `textarea`) are form fields of the PDF, which its readers fill in. Default: that of the template, else false.',
});

/** The base of relative links, in the user's own files and options. The result is normalized. */
export const baseUrlSchema = z.string({ error: 'must be text' }).transform((address, context) => {
  const url = parseBaseUrl(address);
  if (url !== undefined) return url;
  context.addIssue({ code: 'custom', message: `must be an address, ${baseUrlExample}` });
  return z.NEVER;
});

const margin = z
  .int({ error: ({ input }) => wholeMarginFault(input) })
  .min(0, { error: 'must be at least 0' })
  .max(maxMarginMm, { error: `must be at most ${maxMarginMm}` });

const auto = z.literal(autoMargin);

/** A margin that may be as high as its header or footer. */
const autoOrMargin = z.union([margin, auto], {
  error: ({ input }) => wholeMarginFault(input, ', or "auto"'),
});

/** Names what a length such as "1cm" is in millimetres, or where fractions of them can be given. */
function wholeMarginFault(input: unknown, others = ''): string {
  const rule = `must be a whole number of millimetres from 0 to ${maxMarginMm}${others}`;
  const millimetres = ['number', 'string'].includes(typeof input) ? parseMargin(String(input)) : undefined;
  if (millimetres === undefined) return rule;
  if (Number.isInteger(millimetres)) return `${rule}: ${millimetres}, without quotes or a unit`;
  return `${rule}; for fractions leave out the margins, and write @page { margin: ${millimetres}mm } in the CSS`;
}

/** Margins in a request to the API, which takes whole millimetres. */
export const marginsSchema = z
  .strictObject(
    {
      top: autoOrMargin.optional(),
      right: margin.optional(),
      bottom: autoOrMargin.optional(),
      left: margin.optional(),
    },
    { error: 'must be an object with top, right, bottom and left' },
  )
  .meta({
    id: 'Margins',
    description: `Whole millimetres. A side without a value has ${defaultMargin}. With \`auto\`, \`top\` and \`bottom\` are as high as the header or footer needs, and at least ${defaultMargin}.`,
  });

const lengthOr = <Keyword extends string>(...keywords: readonly Keyword[]) =>
  z.union([z.number(), z.string()], { error: 'must be a length' }).transform((value, context) => {
    const keyword = keywords.find((each) => each === value);
    if (keyword !== undefined) return keyword;
    // A string without a unit is more likely a mistake than millimetres.
    const isBare = typeof value === 'string' && /[\d.]$/.test(value.trim()) && Number(value) !== 0;
    const millimetres = isBare ? undefined : parseMargin(String(value));
    if (millimetres !== undefined) return millimetres;
    const others = keywords.map((each) => `, or "${each}"`).join('');
    const message = `must be a margin from 0 to ${maxMarginMm} mm: a number of millimetres such as 12.5, or "2cm", "1in", "36pt"${others}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const length = lengthOr<never>();
const autoOrLength = lengthOr(autoMargin);

/** Margins in the user's own files: numbers are millimetres, strings need a unit. The result is in millimetres. */
export const lengthMarginsSchema = z.strictObject(
  {
    top: autoOrLength.optional(),
    right: length.optional(),
    bottom: autoOrLength.optional(),
    left: length.optional(),
  },
  {
    error: `must be an object with top, right, bottom and left, or a string such as "1in 2cm": ${marginExamples}`,
  },
);

/**
 * Expands shorthand such as `"margins": "1in 2cm"` or `"margins": 12.5` to an object. Returns anything else unchanged.
 */
export function expandMargins(settings: unknown): unknown {
  if (typeof settings !== 'object' || settings === null || !('margins' in settings)) return settings;
  const { margins } = settings;
  if (typeof margins !== 'string' && typeof margins !== 'number') return settings;
  return { ...settings, margins: parseMargins(String(margins)) ?? margins };
}

/**
 * A header or footer: HTML with Twig for all pages, or an object with one for each kind of page.
 *
 * @example
 * headerFooterSchema(z.string()).parse({ default: 'Acme', first: '' });
 */
export const headerFooterSchema = <Text extends z.ZodType<string>>(text: Text) => {
  const kinds = [...pageVariants, 'named'].join(', ');
  const variants = z
    .strictObject(
      {
        ...(Object.fromEntries(pageVariants.map((variant) => [variant, text.optional()])) as Record<
          PageVariant,
          z.ZodOptional<Text>
        >),
        named: z.record(z.string(), text, { error: 'must be an object: name of a page → HTML' }).optional(),
      },
      { error: `must be text, or an object with ${kinds}` },
    )
    .meta({ id: 'PageVariants', description: 'HTML with Twig by kind of page.' });
  return z.union([text, variants], { error: `must be text, or an object with ${kinds}` });
};

/** The properties of a document by name, of text or Twig. `text` has the caller's words for what is no text. */
export const metadataSchema = (text: z.ZodString, params?: { readonly error: string }) => {
  const property = text
    .superRefine((value, context) => {
      const message = propertyFault(value);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .optional();
  return z.strictObject(
    Object.fromEntries(metadataKeys.map((key) => [key, property])) as Record<MetadataKey, typeof property>,
    params,
  );
};
