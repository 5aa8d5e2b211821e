/** The options of a document, and their validation: JavaScript callers get an error that names the option. */
import { z } from 'zod';
import {
  baseUrlSchema,
  expandMargins,
  formatSchema,
  headerFooterSchema,
  langSchema,
  lengthMarginsSchema,
  localeSchema,
  metadataSchema,
  orientationSchema,
  pagesSchema,
  pdfaSchema,
  pdfuaSchema,
  timeZoneSchema,
} from '#contract/api/page-schema';
import type { Protection } from '#contract/api/protection';
import { passwordSchema, permissionsSchema } from '#contract/api/protection-schema';
import { validateRequest } from '#contract/api/request-errors';
import { type CallKind, type LibraryOption, optionTable } from '#contract/document/option-table';
import { type HeaderRecord, type PageLoad, toRequestHeaders } from '#contract/document/page-load';
import {
  backgroundsSchema,
  basicAuthSchema,
  cookiesOption,
  failOnSchema,
  headersSchema,
  mediaFeaturesSchema,
  mediaSchema,
  preferCssPageSizeSchema,
  scaleSchema,
  userAgentSchema,
  viewportSchema,
  waitForOption,
} from '#contract/document/page-load-schema';
import { type Metadata, metadataKeys, type PdfaLevel, type Pdfua } from '#contract/documents';
import { Failure } from '#contract/errors';
import { hostPattern } from '#contract/host';
import type { PageVariants, PaperFormat, PaperName } from '#contract/page';
import type { Attachment } from '#pdf';
import type { SignPdfOptions } from './signing/sign-pdf.ts';

/** A number of millimetres, or a length with a unit: `'2cm'`, `'1in'`, `'36pt'`. */
export type Length = number | string;

/** `'auto'`: as high as the header or footer needs, and at least 10 mm. */
export interface SideMargins {
  readonly top?: Length | undefined;
  readonly right?: Length | undefined;
  readonly bottom?: Length | undefined;
  readonly left?: Length | undefined;
}

/** A stamp has either `html` or `pdf`. */
export interface StampOption {
  readonly html?: string | undefined;
  /** In the middle of the page and not enlarged. Its last page is on all further ones. */
  readonly pdf?: Uint8Array | undefined;
  /** Under the page, like a letterhead. Default: over it. */
  readonly under?: boolean | undefined;
  /** `2-`. Default: all. */
  readonly pages?: string | undefined;
}

/** Options of one document. Page settings override those of the template, key by key. */
export interface DocumentOptions extends Omit<PageLoad, 'headers' | 'horizonMs' | 'acceptsStatus'> {
  /**
   * Values for the template, as `JSON.stringify` writes them: a `Date` is its ISO text, and a `bigint` keeps all its
   * digits. Default: none.
   *
   * @example { customer: { name: 'Ada' }, items: [{ name: 'Ink', price: 12.5 }] }
   */
  readonly data?: object | undefined;
  /**
   * `A0` to `A6`, `Letter`, `Legal`, `Tabloid`, `Ledger`, in any case; width and height; or a width, for paper as high as
   * its contents. Default: that of the template, else A4.
   *
   * @example '100mmx150mm'
   * @example '80mm'
   */
  readonly format?: PaperFormat | Lowercase<PaperName> | undefined;
  readonly orientation?: 'portrait' | 'landscape' | undefined;
  /**
   * One length for all sides, up to four as in CSS, or an object with sides. Default: 10 mm.
   *
   * @example '1in 2cm'
   * @example { top: 25, bottom: '2cm' }
   */
  readonly margins?: Length | SideMargins | undefined;
  /** The language (BCP 47) of a document whose HTML has no `lang`, and of its translations. */
  readonly lang?: string | undefined;
  /**
   * How numbers, dates and times are written: by Twig's filters such as `format_currency`, by scripts of the page, and in
   * the date of headers and footers. Default: that of the template, else the language of the document.
   *
   * @example 'de-AT'
   */
  readonly locale?: string | undefined;
  /**
   * The time zone of dates and times, for the same places. Default: that of the template, else UTC in Twig and that of
   * the machine elsewhere.
   *
   * @example 'Europe/Vienna'
   */
  readonly timeZone?: string | undefined;
  /**
   * Headers of requests, by name. A text is for the origin of the web page; one with its `origin` is for that, and needed for
   * HTML. No other server gets them.
   *
   * @example { 'X-Api-Key': key }
   * @example { Authorization: { value: `Bearer ${token}`, origin: 'https://images.example.com' } }
   */
  readonly headers?: HeaderRecord | undefined;
  /**
   * HTML with Twig that is printed at the top of each page, or for some pages only. The most special one wins: that of
   * the name of the page (`@page chapter`), of the first, the last, left or right pages, the default. An empty text is
   * none. Its Twig can also use `page`, such as `page.number`, `page.count` and `page.section`.
   *
   * @example { default: 'Acme, {{ page.section }}', first: '', named: { chapter: '<hr>' } }
   */
  readonly header?: string | PageVariants | undefined;
  /** Like `header`, for the bottom. `<span class="pageNumber">` and `class="totalPages"` show page numbers. */
  readonly footer?: string | PageVariants | undefined;
  /** Properties of the PDF. Values may contain Twig. */
  readonly metadata?: Metadata | undefined;
  /** Undefined variables, failed resources, script errors and missing characters fail the render. Default: false. */
  readonly strict?: boolean | undefined;
  /**
   * Adds to `warnings` what keeps the PDF from being accessible and only its author can change, with file and line: see
   * docs/accessibility.md. With `strict` these fail the render too, but hints do not. Default: false.
   */
  readonly lint?: boolean | undefined;
  /** Base of relative links, http or https. Default: that of the template, else links stay relative. */
  readonly baseUrl?: string | undefined;
  /** Hosts (`host` or `host:port`) that the page may reach although they are not public. Default: none. */
  readonly allowHosts?: readonly string[] | undefined;
  /** If false, no script of the document runs. Default: that of the template, else true. */
  readonly scripts?: boolean | undefined;
  /** If false, the PDF has no accessibility tags, which saves time and space. Default: that of the template, else true. */
  readonly tags?: boolean | undefined;
  /**
   * If true, the controls of the HTML (`input`, `select`, `textarea`) are form fields of the PDF, which its readers fill in.
   * Needs `tags`. Default: that of the template, else false.
   */
  readonly forms?: boolean | undefined;
  /** If false, the PDF stays as Chromium wrote it, about twice as large. Default: true. */
  readonly compact?: boolean | undefined;
  /** Makes the same input produce the same bytes: every date in the PDF, and Twig's and the scripts' now, is this one. */
  readonly reproducible?: Date | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
  /**
   * The pages that the PDF has, in this order. Page numbers that are printed stay those of the whole document. Default: all.
   *
   * @example '1-3,7,9-'
   */
  readonly pages?: string | undefined;
  /**
   * The part and level of PDF/A. A document that does not conform fails with `not_conforming`. Default: that of the
   * template.
   *
   * @example '3a'
   */
  readonly pdfa?: PdfaLevel | undefined;
  /**
   * PDF/UA, for screen readers: `true` or `1` for PDF/UA-1, `2` for PDF/UA-2. Default: that of the template.
   *
   * @example 2
   */
  readonly pdfua?: Pdfua | undefined;
  /**
   * The XML of an e-invoice, embedded as Factur-X (ZUGFeRD) or XRechnung in PDF/A-3. Default: the `invoice.xml` of the
   * template. XML that breaks its rules fails with `invalid_e_invoice`.
   */
  readonly eInvoice?: string | undefined;
  /**
   * Encrypts the PDF with AES-256. Cannot be combined with PDF/A, which e-invoices are too, nor with `reproducible`.
   *
   * @example { userPassword: 'to open it', ownerPassword: 'to change it', permissions: ['print'] }
   */
  readonly protection?: Protection | undefined;
  /**
   * Signs the finished PDF after PAdES, as `signPdf` does. Its key is read before anything is rendered. Cannot be combined
   * with `protection`, nor with `reproducible`.
   *
   * @example { key: await readFile('ada.p12'), password, reason: 'Approved' }
   */
  readonly sign?: SignPdfOptions | undefined;
  /**
   * Stamps over or under the chosen pages; those that come later are above. HTML may contain Twig, with the data and
   * `page.number` and `page.count`; it is printed for each page in its size, and its own CSS places it.
   *
   * @example { html: '<p style="position: absolute; right: 1cm; bottom: 1cm">{{ page.number }}</p>', pages: '2-' }
   * @example [{ pdf: letterhead, under: true }]
   */
  readonly stamp?: StampOption | readonly StampOption[] | undefined;
  /** The password of the template's `base.pdf`, if that is encrypted. */
  readonly basePassword?: string | undefined;
  /**
   * Path of a file that gets the PDF, complete or not at all; an existing one is replaced. Memory then has no more of it than
   * it needs, and `pdf` of the result is empty: for documents with hundreds of large pictures. Default: the PDF is returned.
   */
  readonly file?: string | undefined;
  /** Milliseconds for the whole document, waiting for a free page included. Default: that of the renderer. */
  readonly timeoutMs?: number | undefined;
  /** Ends the render; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

const text = z.string({ error: 'must be text' });
const flag = z.boolean({ error: 'must be true or false' });
const date = z.date({ error: 'must be a valid Date' });

const host = text.regex(hostPattern, {
  error: 'must be a host or host:port without http:// and without a path, such as localhost:3000',
});

const attachedFileSchema = z.strictObject(
  {
    name: text.min(1, { error: 'must not be empty' }),
    data: z.instanceof(Uint8Array, { error: 'must be a Uint8Array' }),
    type: text.optional(),
    description: text.optional(),
    relationship: z
      .enum(['Source', 'Data', 'Alternative', 'Supplement', 'Unspecified'], {
        error: 'must be Source, Data, Alternative, Supplement or Unspecified',
      })
      .optional(),
    modified: date.optional(),
  },
  { error: 'must be an object with name and data' },
);

const stampOption = z
  .strictObject({
    html: text.optional(),
    pdf: z.instanceof(Uint8Array, { error: 'must be a Uint8Array' }).optional(),
    under: flag.optional(),
    pages: pagesSchema.optional(),
  })
  .refine(({ html, pdf }) => (html === undefined) !== (pdf === undefined), {
    error: 'must have either html or pdf',
  });

/** Neither it nor what follows compiles while it, `DocumentOptions` and the table differ in an option. */
export const documentOptionsShape = {
  data: z
    .custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
      error: 'must be an object',
    })
    .optional(),
  format: formatSchema.optional(),
  orientation: orientationSchema.optional(),
  margins: lengthMarginsSchema.optional(),
  lang: langSchema.optional(),
  locale: localeSchema.optional(),
  timeZone: timeZoneSchema.optional(),
  headers: headersSchema.transform(toRequestHeaders).optional(),
  cookies: cookiesOption.optional(),
  basicAuth: basicAuthSchema.optional(),
  userAgent: userAgentSchema.optional(),
  waitFor: waitForOption.optional(),
  media: mediaSchema.optional(),
  mediaFeatures: mediaFeaturesSchema.optional(),
  viewport: viewportSchema.optional(),
  scale: scaleSchema.optional(),
  preferCssPageSize: preferCssPageSizeSchema.optional(),
  backgrounds: backgroundsSchema.optional(),
  failOn: failOnSchema.optional(),
  header: headerFooterSchema(text).optional(),
  footer: headerFooterSchema(text).optional(),
  metadata: metadataSchema(text, { error: `must be an object with ${metadataKeys.join(', ')}` }).optional(),
  strict: flag.optional(),
  lint: flag.optional(),
  baseUrl: baseUrlSchema.optional(),
  allowHosts: z.array(host, { error: 'must be an array of hosts' }).optional(),
  scripts: flag.optional(),
  tags: flag.optional(),
  forms: flag.optional(),
  compact: flag.optional(),
  reproducible: date.optional(),
  attachments: z.array(attachedFileSchema, { error: 'must be an array of files' }).optional(),
  pages: pagesSchema.optional(),
  pdfa: pdfaSchema.optional(),
  pdfua: pdfuaSchema.optional(),
  eInvoice: text.optional(),
  protection: z
    .strictObject(
      {
        userPassword: passwordSchema.optional(),
        ownerPassword: passwordSchema.optional(),
        permissions: permissionsSchema.optional(),
      },
      { error: 'must be an object with userPassword, ownerPassword and permissions' },
    )
    .optional(),
  // `openSigner` validates what is in it.
  sign: z
    .custom<SignPdfOptions>((value) => typeof value === 'object' && value !== null, {
      error: 'must be an object with key, as for signPdf',
    })
    .optional(),
  stamp: z
    .union([stampOption, z.array(stampOption)], {
      error: 'must be an object with html or pdf, or an array of them',
    })
    .optional(),
  basePassword: passwordSchema.optional(),
  file: text.min(1, { error: 'must not be empty' }).optional(),
  timeoutMs: z
    .number({ error: 'must be a number of milliseconds' })
    .positive({ error: 'must be above 0' })
    .optional(),
  signal: z.instanceof(AbortSignal, { error: 'must be an AbortSignal' }).optional(),
} satisfies Record<keyof DocumentOptions, z.ZodType>;

const optionNames = Object.keys(documentOptionsShape) as (keyof DocumentOptions)[];

/** The options that one kind of call takes, by the table. */
export function optionsShape<Of extends CallKind>(
  kind: Of,
): Pick<typeof documentOptionsShape, LibraryOption<Of>> {
  const taken = optionNames.filter((name) =>
    (optionTable[name].library as readonly CallKind[]).includes(kind),
  );
  const shape = Object.fromEntries(taken.map((name) => [name, documentOptionsShape[name]]));
  return shape as Pick<typeof documentOptionsShape, LibraryOption<Of>>;
}

/**
 * Returns the options with lengths in millimetres and canonical names. Throws `invalid_option`, whose `errors` has every
 * invalid option.
 */
export function readOptions<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  options: unknown,
): z.output<z.ZodObject<Shape>> {
  const result = validateRequest(schema, expandMargins(options));
  if ('value' in result) return result.value;
  const { message, errors } = result.faults;
  throw new Failure('invalid_option', message, { errors });
}
