/** The request for a render, the tools that it works with, and its result. */

import type { Browser, PageFindings } from '#browser/browser';
import type { AllowedHost } from '#browser/egress/allow-list';
import type { ScreenshotSettings } from '#browser/screenshot/take-screenshot';
import type { PageLoad } from '#contract/document/page-load';
import type { Metadata, StandardsSettings } from '#contract/documents';
import type { PageDefaults, PageSettings } from '#contract/page';
import type { Attachment, FileProtection } from '#pdf';
import type { DeferredStreams } from '#pdf/large-pdf/deferred-streams';
import type { PdfContent } from '#pdf/large-pdf/large-pdf';
import type { TemplateData } from '#runtime/data-text';
import type { Deadline } from '#runtime/deadline';
import type { Fill } from '#template/fill/fill';
import type { Lint } from '#template/lint/index';
import type { Stamp } from '#template/model/stamp';
import type { Template } from '#template/model/template';
import type { TemplateSources } from '#template/model/template-sources';
import type { EditorPool } from '#template/pdfme/editor-pool';
import type { SpooledRows } from '#template/rows/spool-rows';
import type { FilledDocument } from './filled-document.ts';
import type { LongDocumentTools, LongReport } from './long-documents/with-long-documents.ts';
import type { PdfWork } from './pdf-work.ts';

export interface RenderedRows {
  /** By the name of the variable that is the list. They replace what the data has under these names. */
  readonly lists: Readonly<Record<string, SpooledRows>>;
  /** The template is the caller's own: the time of the render limits it, and not the number of its steps. */
  readonly isTrusted: boolean;
}

export interface RenderRequest {
  readonly template: Template;
  readonly data: TemplateData;
  /** The data is the template's own: that nothing of it is read causes no warning. */
  readonly isSampleData?: boolean | undefined;
  /** Lists of the data that are read row by row. Only for HTML templates. */
  readonly rows?: RenderedRows | undefined;
  /** Overrides the template's own settings, key by key. Editor templates accept only the language. */
  readonly page?: PageSettings | undefined;
  /** Page size and margins if neither the caller nor the template, including its CSS, sets them. */
  readonly pageDefaults?: PageDefaults | undefined;
  /** Overrides the template's own settings, key by key. Undefined if the page is loaded and printed as usual. */
  readonly load?: PageLoad | undefined;
  /** What the screen shows of the page is captured in place of a print: see `RenderedDocument`. */
  readonly screenshot?: ScreenshotSettings | undefined;
  /** Base URL of relative links, overriding the template's own. They stay relative if neither is given. */
  readonly baseUrl?: string | undefined;
  /** Base URL if neither the caller nor the template sets one. */
  readonly defaultBaseUrl?: string | undefined;
  /** Overrides the template's own properties, key by key. Values may contain Twig. */
  readonly metadata?: Metadata | undefined;
  /** Undefined variables, failed assets, page errors and missing glyphs fail the render. */
  readonly strict?: boolean | undefined;
  /** Makes the same input produce the same bytes: every date in the PDF, and Twig's `now`, is this one. */
  readonly reproducible?: { readonly date: Date } | undefined;
  /** Hosts (`host` or `host:port`) that the page may reach although their address is not public. */
  readonly allowHosts?: readonly AllowedHost[] | undefined;
  /** If false, the PDF stays as Chromium wrote it, about twice as large. */
  readonly compact?: boolean | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
  /**
   * The pages of the finished document that are wanted, in their order: `1-3,7,9-`. Numbers printed on pages stay those of
   * the whole document. Default: all.
   */
  readonly pages?: string | undefined;
  /** Overrides the template's own, key by key. A document that does not conform fails. */
  readonly standards?: StandardsSettings | undefined;
  /** Standards that apply where neither the caller nor the template sets any. */
  readonly defaultStandards?: StandardsSettings | undefined;
  /** The XML of an e-invoice, in place of the template's `invoice.xml`. The PDF is then at least PDF/A-3b. */
  readonly eInvoice?: string | undefined;
  /** Encrypts the finished file: see `prepareProtection`. */
  readonly protection?: FileProtection | undefined;
  /** Over or under the chosen pages, in this order. */
  readonly stamps?: readonly Stamp[] | undefined;
  /** The password of the template's `base.pdf`, if that is encrypted. */
  readonly basePassword?: string | undefined;
  /**
   * No data was given. If filling prints nothing for every `{{ … }}` of the HTML, the braces are printed unchanged, with a
   * warning: pages of Vue and other frameworks have braces too.
   */
  readonly keepsUnfilledBraces?: boolean | undefined;
  /** See `PrintJob`. */
  readonly maxEmbeddedBytes?: number | undefined;
  readonly maxPdfBytes?: number | undefined;
  /** Also collects the fonts. */
  readonly report?: boolean;
  /**
   * Also reports what keeps the PDF from being accessible and only its author can change. With `strict`, such warnings
   * fail the render, unless this is `'warn'`; hints never do. Default: for PDF/UA, without the contrast of texts.
   */
  readonly lint?: boolean | 'warn' | undefined;
  /** Where the parts of the template come from, for the findings of the lint. */
  readonly sources?: TemplateSources | undefined;
  /**
   * Identifies the template and everything above except `data`, if the caller has a short key for them: a pool then
   * finds its compiled template without comparing the text.
   */
  readonly key?: string;
  /** Owner of the document, if one browser serves several: see `PrintJob.owner`. */
  readonly owner?: string;
}

/** Prints a filled document when its turn comes. `isLong`: with the lowest priority. */
export type Schedule = (
  filled: FilledDocument,
  print: (isLong: boolean) => Promise<RenderedContent>,
) => Promise<RenderedContent>;

export interface RenderTools {
  /** Not needed for editor templates. */
  readonly browser?: Browser | undefined;
  readonly deadline: Deadline;
  readonly work: PdfWork;
  /**
   * Gets the data of large pictures of several documents that are merged. The PDFs have no place for it until `toLargePdf`
   * makes some in the merged file. The caller closes it.
   */
  readonly deferred?: DeferredStreams | undefined;
  /** A pool's function if templates are untrusted; defaults to filling in this thread. */
  readonly fill?: Fill | undefined;
  /** A pool's function if the HTML is untrusted; defaults to doing so in this thread. */
  readonly lint?: Lint | undefined;
  /** For rendering more than one editor template; defaults to a thread for one document. */
  readonly editor?: EditorPool | undefined;
  /** Decides when the filled document is printed; defaults to immediately. */
  readonly schedule?: Schedule | undefined;
  /** Prints a long table, list or text in parts. Default: every document is printed whole. */
  readonly longDocuments?: LongDocumentTools | undefined;
  /** See `PrintJob.isLong`. */
  readonly isLong?: boolean | undefined;
}

export interface RenderedDocument<Pdf extends PdfContent = Uint8Array> {
  /** The image, if the request asks for a screenshot. */
  readonly pdf: Pdf;
  readonly report: RenderReport;
}

/** The caller closes the PDF after its last use if it is a `LargePdf`, or passes it to `toBytes`. */
export type RenderedContent = RenderedDocument<PdfContent>;

/** The content of `--report`. Times are in milliseconds. */
export interface RenderReport extends PageFindings, LongReport {
  readonly pages: number;
  readonly bytes: number;
  /** Pixels of a screenshot, which has no pages. */
  readonly screenshot?: { readonly width: number; readonly height: number } | undefined;
  readonly timings: {
    /** Includes compiling, and waiting for a thread of a pool. */
    readonly fill: number;
    readonly browser: number;
    readonly load: number;
    readonly print: number;
    readonly finish: number;
    readonly total: number;
  };
}
