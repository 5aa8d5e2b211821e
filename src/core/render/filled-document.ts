/** What the first half of a render comes to. */

import type { WebPage } from '../browser/page/web-page.ts';
import type { Region } from '../browser/region.ts';
import type { Filled } from '../fill/fill.ts';
import type { NoticeLog } from '../fill/notice-log.ts';
import type { HeaderFooterContent } from '../paged/overlay/print-with-overlay.ts';
import type { FillStamps } from '../paged/stamp/print-stamps.ts';
import type { Standards } from '../pdf/index.ts';
import type { EditorResult } from '../pdfme/editor-message.ts';
import type { Paper } from '../template/model/page-settings.ts';
import type { HtmlTemplate } from '../template/model/template.ts';
import type { RenderRequest } from './render-request.ts';

/** A document whose template is valid and filled: its Twig can no longer fail. */
export interface FilledDocument {
  readonly request: RenderRequest;
  readonly content: FilledContent;
  /** The labels of the PDF, and its e-invoice. */
  readonly standards: Standards | undefined;
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
  /** Headers and footers that are printed when the pages are known. */
  readonly headerFooter: HeaderFooterContent | undefined;
  /** Of filling. */
  readonly warnings: readonly string[];
}
