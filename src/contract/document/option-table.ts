/**
 * Every option of a document, one row each, by its name in the library: who takes it, and under which names. Types, shapes and
 * the requests of renders are derived from it or do not compile without it; a test compares it with the commands, the API and
 * the documentation.
 */

/** The result of a call: a document of a template, one of HTML or Markdown, one for each row, or one of several. */
export type CallKind = 'render' | 'html' | 'batch' | 'merge';

export interface DocumentOption {
  /** `render`, `html` with `markdown` and `webPage`, `rows`, `mergePdfs`. */
  readonly library: readonly CallKind[];
  readonly flags?: readonly `--${string}`[];
  /** `generate`, `html`, `batch`, `merge`. */
  readonly commands?: readonly CallKind[];
  /** In `config`, or beside it. */
  readonly field?: string;
  /** The requests of the API. Its batches take the options of their documents. */
  readonly requests?: readonly CallKind[];
}

const single = ['render', 'html'] as const;
const documents = ['render', 'html', 'batch'] as const;
const every = ['render', 'html', 'batch', 'merge'] as const;
const posted = ['render', 'html', 'merge'] as const;
const html = ['html'] as const;

export const optionTable = {
  data: {
    library: documents,
    flags: ['--data', '--set'],
    commands: documents,
    field: 'data',
    requests: single,
  },
  format: { library: documents, flags: ['--format'], commands: single, field: 'format', requests: html },
  orientation: {
    library: documents,
    flags: ['--landscape', '--portrait'],
    commands: single,
    field: 'orientation',
    requests: html,
  },
  margins: {
    library: documents,
    flags: ['--margin', '--margin-top', '--margin-right', '--margin-bottom', '--margin-left'],
    commands: single,
    field: 'margins',
    requests: html,
  },
  lang: { library: documents, flags: ['--lang'], commands: single, field: 'lang', requests: html },
  locale: { library: documents, flags: ['--locale'], commands: every, field: 'locale', requests: posted },
  timeZone: {
    library: documents,
    flags: ['--time-zone'],
    commands: every,
    field: 'time_zone',
    requests: posted,
  },
  headers: { library: html, flags: ['--request-header'], commands: html, field: 'headers', requests: html },
  cookies: { library: html, flags: ['--cookie'], commands: html, field: 'cookies', requests: html },
  basicAuth: {
    library: html,
    flags: ['--basic-auth-file'],
    commands: html,
    field: 'basic_auth',
    requests: html,
  },
  userAgent: { library: html, flags: ['--user-agent'], commands: html, field: 'user_agent', requests: html },
  waitFor: {
    library: documents,
    flags: ['--wait-for', '--wait-for-expression', '--wait-for-delay', '--wait-for-network-idle'],
    commands: single,
    field: 'wait_for',
    requests: html,
  },
  media: { library: documents, flags: ['--media'], commands: single, field: 'media', requests: html },
  mediaFeatures: {
    library: documents,
    flags: ['--media-feature'],
    commands: single,
    field: 'media_features',
    requests: html,
  },
  viewport: {
    library: documents,
    flags: ['--viewport'],
    commands: single,
    field: 'viewport',
    requests: html,
  },
  scale: { library: documents, flags: ['--scale'], commands: single, field: 'scale', requests: html },
  preferCssPageSize: {
    library: documents,
    flags: ['--prefer-css-page-size'],
    commands: single,
    field: 'prefer_css_page_size',
    requests: html,
  },
  backgrounds: {
    library: documents,
    flags: ['--no-backgrounds'],
    commands: single,
    field: 'backgrounds',
    requests: html,
  },
  failOn: { library: documents, flags: ['--fail-on'], commands: single, field: 'fail_on', requests: html },
  header: { library: documents, flags: ['--header'], commands: single, field: 'header', requests: html },
  footer: { library: documents, flags: ['--footer'], commands: single, field: 'footer', requests: html },
  metadata: { library: every, flags: ['--meta'], commands: every, field: 'metadata', requests: posted },
  strict: { library: documents, flags: ['--strict', '--no-strict'], commands: every },
  lint: { library: documents, flags: ['--lint'], commands: every },
  baseUrl: { library: documents, flags: ['--base-url'], commands: every },
  allowHosts: { library: documents, flags: ['--allow-host'], commands: every },
  scripts: { library: documents, flags: ['--no-scripts'], commands: every },
  tags: { library: documents, flags: ['--no-tags'], commands: every },
  forms: { library: documents, flags: ['--forms'], commands: every, field: 'forms', requests: posted },
  compact: { library: every, flags: ['--no-compact'], commands: every },
  reproducible: { library: documents, flags: ['--reproducible'], commands: every },
  attachments: { library: documents, flags: ['--attach'], commands: single },
  pages: { library: every, flags: ['--pages'], commands: every, field: 'pages', requests: posted },
  pdfa: { library: every, flags: ['--pdfa'], commands: every, field: 'pdfa', requests: posted },
  pdfua: { library: every, flags: ['--pdfua'], commands: every, field: 'pdfua', requests: posted },
  eInvoice: {
    library: every,
    flags: ['--e-invoice'],
    commands: posted,
    field: 'e_invoice',
    requests: posted,
  },
  protection: {
    library: every,
    flags: ['--password-file', '--owner-password-file', '--permit'],
    commands: every,
    field: 'protection',
    requests: posted,
  },
  sign: {
    library: documents,
    flags: [
      '--sign',
      '--sign-identity',
      '--sign-certificate',
      '--sign-password-file',
      '--sign-field',
      '--sign-reason',
      '--sign-location',
      '--sign-name',
      '--sign-contact',
      '--certify',
      '--timestamp',
      '--ltv',
    ],
    commands: every,
    field: 'sign',
    requests: posted,
  },
  stamp: {
    library: every,
    flags: ['--stamp', '--under', '--stamp-pages'],
    commands: every,
    field: 'stamp',
    requests: posted,
  },
  basePassword: {
    library: documents,
    flags: ['--base-password-file'],
    commands: ['render', 'batch', 'merge'],
    field: 'base_password',
    requests: ['render', 'merge'],
  },
  file: { library: ['render', 'html', 'merge'] },
  timeoutMs: { library: documents, flags: ['--timeout'], commands: every },
  signal: { library: every },
} as const satisfies Record<string, DocumentOption>;

export type OptionName = keyof typeof optionTable;

/** The options that one of these kinds takes there. */
type OptionOf<Place extends 'library' | 'commands' | 'requests', Of extends CallKind> = {
  [Name in OptionName]: (typeof optionTable)[Name] extends {
    readonly [Key in Place]: readonly (infer Taken)[];
  }
    ? [Extract<Of, Taken>] extends [never]
      ? never
      : Name
    : never;
}[OptionName];

export type LibraryOption<Of extends CallKind> = OptionOf<'library', Of>;
export type CommandOption<Of extends CallKind> = OptionOf<'commands', Of>;
export type RequestOption<Of extends CallKind> = OptionOf<'requests', Of>;

/** The options that a merge applies to each of its documents; the others are for the merged file. */
export type OwnOption<Taken extends OptionName> = Exclude<Taken, LibraryOption<'merge'>>;
