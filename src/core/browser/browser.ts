/** The browser as the rest of the core sees it: something that prints documents. */
import type { Margins } from '../../contract/page.ts';
import type { Deadline } from '../deadline.ts';
import type { Assets } from '../template/model/template.ts';
import type { WebPage } from './page/web-page.ts';
import type { DocumentLinks } from './print/document-links.ts';
import type { Unfinished } from './print/fast-forward.ts';

export interface Browser {
  /** Prints one document. Nothing of it is there for the next one: no name, cookie, file or script. */
  print(job: PrintJob, deadline: Deadline): Promise<PrintedDocument>;
  /** Resolves when the process runs: its version and whether its sandbox is on. */
  ready(): Promise<BrowserFacts>;
  /** Ends the process and everything that it started. Safe to call twice. */
  close(): Promise<void>;
}

export interface BrowserFacts {
  readonly path: string;
  /** For example `HeadlessChrome/153.0.7900.2`. */
  readonly version: string;
  readonly sandbox: boolean;
  readonly pid: number;
}

/** A filled document: no Twig is left in it. */
export interface PrintJob {
  /**
   * Whose document it is. A server's pages are used again for documents of the same owner; what has no owner
   * shares nothing.
   */
  readonly owner?: string;
  readonly html: string;
  /** Printed in place of `html`, which is empty then. */
  readonly webPage?: WebPage | undefined;
  readonly header?: string;
  readonly footer?: string;
  /** CSS for document, header and footer. */
  readonly styles?: string;
  readonly paper: Paper;
  /** BCP 47: of a document that names no language. */
  readonly lang?: string | undefined;
  readonly assets: Assets;
  /** false: scripts are off even if the document has some. */
  readonly scripts: boolean;
  /** Accessibility tags. */
  readonly tags: boolean;
  /** Hosts (`host` or `host:port`) that may be reached although their address is not public. */
  readonly allowHosts: readonly string[];
  /** Say which fonts drew the text; costs a pass over it. */
  readonly listFonts: boolean;
}

/** Millimetres. */
export interface Paper {
  readonly width: number;
  readonly height: number;
  /** Whether somebody asked for this size; if nobody did, CSS `@page { size }` goes before it. */
  readonly sizeGiven: boolean;
  /** Those that somebody asked for. For the others CSS `@page { margin }` counts, and else 10 mm. */
  readonly margins: Margins;
  /** Used in place of 10 mm where neither `margins` nor CSS gives a side. */
  readonly defaultMargins?: Margins | undefined;
}

export interface PrintedDocument {
  readonly pdf: Buffer;
  /** Of links to files beside the document, whose addresses in the PDF lead nowhere. */
  readonly links?: DocumentLinks | undefined;
  /** Of a document without a title: its first heading. */
  readonly heading?: string | undefined;
  /**
   * The language (BCP 47) that the PDF should name; null: none, because it is not known. Undefined where the PDF names the
   * one of the document itself.
   */
  readonly language?: string | null | undefined;
  /** Milliseconds: waiting for browser and page, loading the document, printing it. */
  readonly timings: { readonly browser: number; readonly load: number; readonly print: number };
  readonly findings: PageFindings;
}

/** What happened in the page that its author may want to know. */
export interface PageFindings {
  /** Requests that the network rules refused, with the rule. */
  readonly refused: readonly { readonly url: string; readonly reason: string }[];
  /** Assets that did not arrive: own files that do not exist, HTTP errors, connections that failed. */
  readonly failed: readonly { readonly url: string; readonly reason: string }[];
  readonly console: readonly { readonly level: string; readonly text: string }[];
  /** Uncaught exceptions of the page's scripts. */
  readonly errors: readonly string[];
  /** Fonts that drew the text: family and number of glyphs. */
  readonly fonts: readonly { readonly family: string; readonly glyphs: number; readonly own: boolean }[];
  /** Characters that no font has, each once. */
  readonly missingGlyphs: readonly string[];
  /** What the document asks for and does not get, a sentence each: sizes of pages, glyphs, data. */
  readonly problems: readonly string[];
  /** What was certainly still adding to the document when it was printed: a library by its name, or scripts. */
  readonly unfinished?: Unfinished | undefined;
}
