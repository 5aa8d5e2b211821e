/** The first step after filling: Chromium prints a document, or that of an editor template is drawn already. */

import type { PageFindings } from '#browser/browser';
import type { Metadata } from '#contract/documents';
import type { NumberedControls } from '#forms';
import type { PageLabel } from '#pdf';
import type { DeferredStreams } from '#pdf/large-pdf/deferred-streams';
import type { PrintedSheet } from '#pdf/overlay/finish-sheets';
import type { LintResult } from '#template/lint/index';
import { editorFindings } from './draw-editor-template.ts';
import type { FilledDocument } from './filled-document.ts';
import type { LongReport } from './long-documents/with-long-documents.ts';
import type { PrintedOverlay } from './paged/overlay/print-overlay.ts';
import type { PagedResult } from './paged/passes/print-passes.ts';
import type { CompletedPdf } from './printed/complete-printed.ts';
import type { RenderTools } from './render-request.ts';

export type PrintTools = Omit<RenderTools, 'fill' | 'editor' | 'schedule'>;

/** The input of every step after filling. */
export interface Rendering {
  readonly filled: FilledDocument;
  readonly tools: PrintTools & { readonly deferred: DeferredStreams };
}

export interface PrintedContent {
  /** Puts into the PDF what is known of it and not yet in it: links, language, tags. Throws the errors of `PdfWork`. */
  complete(): Promise<CompletedPdf>;
  readonly metadata: Metadata;
  /** The findings of all prints. */
  readonly findings: PageFindings;
  /** Possible causes if it does not conform, as sentences. */
  readonly causes: readonly string[];
  readonly bookmarks?: PagedResult['bookmarks'];
  readonly labels?: readonly PageLabel[] | undefined;
  /** See `PagedResult`. */
  readonly sheets?: readonly PrintedSheet[] | undefined;
  /** In the order in which they are laid over the pages. */
  readonly layers: readonly PrintedOverlay[];
  /** Controls that become form fields: in the document and in what is laid over it. */
  readonly controls?: NumberedControls | undefined;
  /** Base of relative links. */
  readonly baseUrl?: string | undefined;
  /** The printed PDF, if its pages are not meant to be blank. */
  readonly mustShow?: Buffer | undefined;
  /** Lints what was printed. Undefined if that was not asked for. */
  lint(): Promise<LintResult | undefined>;
  /** How many parts it was printed in, or why it was printed whole. */
  readonly longReport?: LongReport | undefined;
  /** Whether its parts were made smaller one by one. */
  readonly isCompact: boolean;
  /** Milliseconds. `drawn`: of the first half of the render that went into more than filling. */
  readonly timings: {
    readonly browser: number;
    readonly load: number;
    readonly print: number;
    readonly drawn: number;
  };
}

/** Throws the errors of `Browser.print`. */
export async function printContent(rendering: Rendering): Promise<PrintedContent> {
  const { content, request } = rendering.filled;
  if (!('editorResult' in content)) {
    const { printHtml } = await import('./print-html.ts');
    return await printHtml(content, rendering);
  }
  const { editorResult } = content;
  const { pdf, heading, linted, missingGlyphs, timings } = editorResult;
  return {
    complete: async () => ({ pdf, problems: [] }),
    metadata: { ...editorResult.metadata, title: editorResult.metadata.title ?? heading },
    findings: {
      ...editorFindings(editorResult),
      accessibility:
        linted && (await import('#template/pdfme/lint-design')).locateFindings(linted, request.sources),
    },
    causes: missingGlyphs.map(
      ([character, label]) => `${label}: its font does not have the character ${character}.`,
    ),
    layers: [],
    controls: editorResult.controls,
    lint: async () => undefined,
    isCompact: false,
    timings: { browser: 0, load: 0, print: 0, drawn: timings.draw },
  };
}
