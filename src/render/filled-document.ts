/** The result of the first half of a render. */

import type { WebPage } from '#browser/page/web-page';
import type { Region } from '#browser/region';
import type { PageLoad } from '#contract/document/page-load';
import type { Standards } from '#pdf';
import type { Filled } from '#template/fill/fill';
import type { NoticeLog } from '#template/fill/notice-log';
import type { Paper } from '#template/model/page-settings';
import type { HtmlTemplate } from '#template/model/template';
import type { EditorResult } from '#template/pdfme/editor-message';
import type { HeaderFooterContent } from './paged/overlay/print-with-overlay.ts';
import type { RenderRequest } from './render-request.ts';
import type { FillStamps } from './stamp/print-stamps.ts';

/** A document whose template is valid and filled: its Twig can no longer fail. */
export interface FilledDocument {
  readonly request: RenderRequest;
  readonly content: FilledContent;
  /** The labels of the PDF, and its e-invoice. */
  readonly standards: Standards | undefined;
  /** Warnings about the e-invoice, each without a full stop. */
  readonly doubts: readonly string[];
  readonly now: Date;
  readonly region: Region;
  /** Undefined variables and the like, which headers and stamps may add to until the document is printed. */
  readonly notices: NoticeLog;
  /** Set if there are stamps. */
  readonly fillStamps?: FillStamps | undefined;
  /** Milliseconds. */
  readonly ms: number;
  /** Size of the content held in memory, in characters or bytes. */
  readonly size: number;
}

type FilledContent =
  | FilledHtml
  /** An editor template is drawn when it is filled. */
  | { readonly editorResult: EditorResult };

export interface FilledHtml {
  readonly template: HtmlTemplate;
  readonly paper: Paper;
  readonly lang: string | undefined;
  readonly filled: Filled;
  readonly webPage: WebPage | undefined;
  readonly load: PageLoad | undefined;
  /** Headers and footers that are printed when the pages are known. */
  readonly headerFooter: HeaderFooterContent | undefined;
  /** Warnings from filling. */
  readonly warnings: readonly string[];
}
