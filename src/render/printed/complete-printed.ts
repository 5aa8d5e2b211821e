/** Completes a PDF as Chromium printed it: its outline, its links, its language and its tags. */
import type { PrintedDocument } from '#browser/browser';
import { linkAddress } from '#browser/print/document-links';
import type { PrintedPdf } from '#pdf';
import { spaceTitles } from '#pdf/outline/space-titles';
import { rewriteLinks } from '#pdf/rewrite-links';
import { setPrintedLanguage } from '#pdf/set-printed-language';
import type { LinkText } from '#pdf/tagging/links';
import { printedProblems } from './printed-problems.ts';

export interface CompletePrintedOptions {
  /** The address that links to files beside the document are resolved against. */
  readonly baseUrl?: string | undefined;
  /** The texts that it was printed from. Undefined if they are unknown. */
  readonly texts?: readonly (string | undefined)[] | undefined;
  /** Completes the tags. Undefined for a document without any. */
  readonly tag?: ((tagged: Pick<PrintedPdf, 'pdf' | 'links'>) => Promise<Uint8Array>) | undefined;
}

/** Facts about a printed PDF that are not in it yet. */
type ToComplete = Pick<PrintedDocument, 'pdf' | 'links' | 'linkTexts' | 'headingTexts' | 'language'>;

export interface CompletedPdf {
  readonly pdf: Uint8Array;
  /** Problems of the PDF, one sentence each. */
  readonly problems: readonly string[];
}

/** Throws `PdfError`, and the errors of `tag`. */
export async function completePrinted(
  { pdf, links, linkTexts, headingTexts, language }: ToComplete,
  { baseUrl, texts, tag }: CompletePrintedOptions,
): Promise<CompletedPdf> {
  const rewrite = (address: string) => (links ? linkAddress(links, address, baseUrl) : address);
  const titled = await spaceTitles(pdf, headingTexts);
  const linked = await rewriteLinks(titled, rewrite);
  const problems = await printedProblems(
    pdf,
    texts?.filter((text) => text !== undefined),
  );
  const spoken = language === undefined ? linked : await setPrintedLanguage(linked, language);
  const described = linkTexts?.map(([address, text]): LinkText => [rewrite(address), text]);
  return { pdf: tag ? await tag({ pdf: spoken, links: described }) : spoken, problems };
}
