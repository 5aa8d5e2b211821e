/** The browser's interface to the rest of the core: it prints documents. */

import type { PageLoad } from '#contract/document/page-load';
import type { SourceLocation } from '#contract/errors';
import type { PageMargins } from '#contract/page';
import type { NumberedControls } from '#forms';
import type { DeferredStreams } from '#pdf/large-pdf/deferred-streams';
import type { Deadline } from '#runtime/deadline';
import type { LintFinding } from '#template/lint/index';
import type { LowContrast } from '#template/lint/low-contrast';
import type { Paper } from '#template/model/page-settings';
import type { Assets } from '#template/model/template';
import type { DeadLink } from './content/dead-links.ts';
import type { DrawingPage } from './drawing/drawing-page.ts';
import type { AllowedHost } from './egress/allow-list.ts';
import type { ContentHeight, PageFields } from './overlay/page-fields.ts';
import type { WebPage } from './page/web-page.ts';
import type { DocumentLinks } from './print/document-links.ts';
import type { Unfinished } from './print/fast-forward.ts';
import type { Region } from './region.ts';
import type { Screenshot, ScreenshotSettings } from './screenshot/take-screenshot.ts';

export interface Browser {
  /** Prints one document. No name, cookie, file or script of it remains for the next one. */
  print(job: PrintJob, deadline: Deadline): Promise<PrintedDocument>;
  /**
   * Opens a page without network that draws PDFs, and closes it after `work`, which is called again if another document
   * ends the browser. The deadline is for the page to open; each step of the work has its own.
   */
  draw<Result>(
    job: DrawingJob,
    work: (page: DrawingPage) => Promise<Result>,
    deadline: Deadline,
  ): Promise<Result>;
  /** Whether it prints a second document of the same caller at the same time, without keeping others waiting. */
  readonly printsBeside?: boolean | undefined;
  /** Resolves once the process runs. */
  ready(): Promise<BrowserFacts>;
  /** Ends the process and everything it started. Safe to call twice. */
  close(): Promise<void>;
}

export interface BrowserFacts {
  readonly path: string;
  /** For example `HeadlessChrome/153.0.7900.2`. */
  readonly version: string;
  readonly sandbox: boolean;
  readonly pid: number;
}

export interface DrawingJob {
  /** The owner of the PDFs. Default: none, as with `PrintJob.owner`. */
  readonly owner?: string | undefined;
  /** See `PrintJob.isLong`. */
  readonly isLong?: boolean | undefined;
}

/** A document after filling: it contains no Twig. */
export interface PrintJob {
  /**
   * The document's owner. A server reuses pages for documents of the same owner. A document without an owner shares
   * nothing.
   */
  readonly owner?: string | undefined;
  readonly html: string;
  /** Printed instead of `html`, which is then empty. */
  readonly webPage?: WebPage | undefined;
  /** How it is loaded and printed in another way than usual. It then has a browser context of its own. */
  readonly load?: PageLoad | undefined;
  /** What the screen shows is captured in place of a print, and is `image` of the result. */
  readonly screenshot?: ScreenshotSettings | undefined;
  /** CSS in addition to its own, which takes precedence. */
  readonly styles?: string | undefined;
  readonly paper: Paper;
  /** BCP 47. Applies to a document that does not declare a language. */
  readonly lang?: string | undefined;
  readonly assets: Assets;
  /**
   * The date of a reproducible document: what its scripts see as now, in UTC unless `region` has a time zone, whenever and
   * wherever it is printed. Random numbers are then the same ones too.
   */
  readonly date?: Date | undefined;
  /** The locale and time zone of its scripts. Default: English, and the time zone of the machine. */
  readonly region?: Region | undefined;
  /** Whether it is a part of a document, whose links may lead to others. */
  readonly isPart?: boolean | undefined;
  /** If false, scripts are disabled even if the document has some. */
  readonly scripts: boolean;
  /** Whether the PDF gets accessibility tags. */
  readonly tags: boolean;
  /** If controls become form fields: the number before that of the first one. Markers for `placeControls` are printed then. */
  readonly controls?: { readonly after: number } | undefined;
  /** Hosts (`host` or `host:port`) that may be reached although their addresses are not public. */
  readonly allowHosts: readonly AllowedHost[];
  /** Whether it is known to take seconds. It then prints with the lowest priority, if it shares its browser. */
  readonly isLong?: boolean | undefined;
  /** Whether to report which fonts drew the text, which costs a pass over the text. */
  readonly listFonts: boolean;
  /** Whether to measure the contrast of the text, which costs a pass over all elements. */
  readonly measureContrast?: boolean | undefined;
  /** Prints the loaded page of a document that may use paged media, more than once if need be. Default: one print. */
  readonly passes?: PrintPasses | undefined;
  /** Whether `passes` is called even if nothing in the document's texts asks for it. */
  readonly needsPasses?: boolean | undefined;
  /** For a document that is laid over another one: the fields of its boxes, which are also measured. Has no scripts. */
  readonly overlay?: PageFields | undefined;
  /**
   * Gets the data of large pictures, which the PDF then has no place for yet: see `insertDeferred`. The caller closes it.
   * Default: all data is in the PDF.
   */
  readonly deferred?: DeferredStreams | undefined;
  /** Bytes of pictures that go through the browser before `deferred` gets those after them. Default: 8 MB. */
  readonly maxEmbeddedBytes?: number | undefined;
  /** The most that a PDF may take in a temporary file. Default: 4 GB. */
  readonly maxPdfBytes?: number | undefined;
  /** Pictures that have to go through the browser, whatever their size. */
  readonly wholePictures?: ReadonlySet<string> | 'all' | undefined;
  /**
   * Whether another document belongs to the same PDF, so that a browser for one document must not end yet. A function is
   * called when this one is printed.
   */
  readonly isFollowed?: boolean | (() => boolean) | undefined;
  /** Called whenever Chromium is asked for the PDF, which leaves this thread free for a while. */
  readonly onPrinting?: (() => void) | undefined;
  /** Called with the PDF as soon as it is there, while what else is to be known of the page is still queried. */
  readonly onPrinted?: ((pdf: Buffer) => void) | undefined;
}

/** Returns the PDF of a loaded page. */
type PrintPasses = (page: PageToPrint) => Promise<Buffer>;

interface PassOptions {
  readonly isDraft: boolean;
  /** Millimetres that styles added since have added to the margins and to the page. */
  readonly edges?: PageMargins | undefined;
}

export interface PageToPrint {
  /** Whether scripts of the document run, which may find out what is done to it. */
  readonly hasScripts: boolean;
  /** Whether the paper is as high as the contents, so that no break begins a page. */
  readonly fitsContents: boolean;
  /** Calls a page script: see `callInPage`. */
  call<Args extends readonly unknown[], Result>(
    script: (...args: Args) => Result,
    args: Readonly<NoInfer<Args>>,
  ): Promise<Awaited<Result>>;
  /** The text of a file that the page has loaded from an address. Undefined if it has not. */
  readFile(url: string): Promise<string | undefined>;
  /** Lays the page out with the styles of a print, as wide as the paper; with undefined, as a window again. */
  emulatePrint(paper: Paper | undefined): Promise<void>;
  /** `isDraft`: only to find out what is on which page. There are no tags, outline, header and footer then. */
  print(options?: PassOptions): Promise<Buffer>;
}

export interface PrintedDocument {
  /** Empty if a screenshot was wanted. */
  readonly pdf: Buffer;
  readonly image?: Screenshot | undefined;
  /** For a web page: its address after all redirects. */
  readonly address?: string | undefined;
  /** Links to files next to the document, whose addresses lead nowhere in the PDF. */
  readonly links?: DocumentLinks | undefined;
  /** Undefined if they were not looked for: see `deadLinkProblems`. */
  readonly deadLinks?: readonly DeadLink[] | undefined;
  /**
   * The address in the PDF (`#name` within the document, empty if it leads nowhere) and the text of each link, in their
   * order. Undefined for a PDF without tags.
   */
  readonly linkTexts?: readonly (readonly [address: string, text: string])[] | undefined;
  /** The controls that were marked. */
  readonly controls?: NumberedControls | undefined;
  /** The first heading, for a document without a title. */
  readonly heading?: string | undefined;
  /** Texts of headings whose words the outline may have joined: see `spaceTitles`. Undefined for a PDF without one. */
  readonly headingTexts?: readonly string[] | undefined;
  /**
   * The language (BCP 47) that the PDF should declare, or null if it is unknown and the PDF should declare none.
   * Undefined if the PDF already declares the document's own language.
   */
  readonly language?: string | null | undefined;
  /** If it was to be measured: texts that are hard to read. */
  readonly lowContrast?: readonly LowContrast[] | undefined;
  /** The margins that were asked for or that `@page` without a selector sets, in millimetres. */
  readonly margins: PageMargins;
  /** The largest margins of any page, in millimetres: infinite if a rule with a selector sets one in another unit. */
  readonly largestMargins: PageMargins;
  /** In millimetres, of the boxes of an overlay. */
  readonly boxHeights?: readonly ContentHeight[] | undefined;
  /** In milliseconds: waiting for browser and page, loading the document, printing it. */
  readonly timings: { readonly browser: number; readonly load: number; readonly print: number };
  readonly findings: PageFindings;
}

interface FailedAsset {
  readonly url: string;
  readonly reason: string;
  /** Where a template names it, if that was looked for. */
  readonly place?: SourceLocation | undefined;
}

/** Events in the page that its author may want to know about. */
export interface PageFindings {
  /** Requests that the network rules blocked, with the rule. */
  readonly refused: readonly { readonly url: string; readonly reason: string }[];
  /** Assets that failed to load: missing files of the template, HTTP errors, failed connections. */
  readonly failed: readonly FailedAsset[];
  readonly console: readonly { readonly level: string; readonly text: string }[];
  /** Uncaught exceptions of the page's scripts. */
  readonly errors: readonly string[];
  /** The fonts that drew the text, with the number of glyphs. */
  readonly fonts: readonly { readonly family: string; readonly glyphs: number; readonly own: boolean }[];
  /** Characters without a glyph in any font, each listed once. */
  readonly missingGlyphs: readonly string[];
  /** Requests of the document that were not met (page sizes, glyphs, data), one sentence each. */
  readonly problems: readonly string[];
  /** The name of a library, or `scripts`, that was certainly still adding to the document when it was printed. */
  readonly unfinished?: Unfinished | undefined;
  /** Findings of the lint, if it was asked for: obstacles to an accessible PDF. */
  readonly accessibility?: readonly LintFinding[] | undefined;
}
