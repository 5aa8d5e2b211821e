/** Completes a PDF as Chromium printed it: its outline, its links, its language and its tags. */
import type { PrintedDocument } from '#browser/browser';
import { linkAddress } from '#browser/print/document-links';
import { type LinkText, type PrintedPdf, rewriteLinks, setPrintedLanguage, spaceTitles } from '#pdf';
import { printedProblems } from './printed-problems.ts';

export interface CompletePrintedOptions {
  /** What links to files beside the document are resolved against. */
  readonly baseUrl?: string | undefined;
  /** The texts that it was printed from. Undefined if they are unknown. */
  readonly texts?: readonly (string | undefined)[] | undefined;
  /** Completes the tags. Undefined for a document without any. */
  readonly tag?: ((tagged: Pick<PrintedPdf, 'pdf' | 'links'>) => Promise<Uint8Array>) | undefined;
}

/** What is known of a printed PDF and not yet in it. */
type ToComplete = Pick<PrintedDocument, 'pdf' | 'links' | 'linkTexts' | 'headingTexts' | 'language'>;

export interface CompletedPdf {
  readonly pdf: Uint8Array;
  /** What is wrong with it, one sentence each. */
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
