/**
 * Decides whether a document is read as XML. A file says so by its name; text that has none, from stdin or a request, can say
 * it only by what it begins with, as much of the HTML on the web does that is no XML at all. So text is read as XML only if
 * HTML would misread it and XML can read it.
 */
import { isXhtml } from '#template/model/document-address';
import type { PrintJob } from '../browser.ts';
import { callInPage } from '../cdp/call-in-page.ts';
import type { CdpSession } from '../cdp/connection.ts';
import type { IsolatedWorldId } from '../cdp/isolated-world.ts';
import { readXmlFault } from '../page-scripts/page-state.ts';

export interface XhtmlReading {
  readonly isXml: boolean;
  /** Why a document that means to be XML is not read as such, without a full stop. */
  readonly problem?: string | undefined;
}

const asHtml: XhtmlReading = { isXml: false };

/** In characters. To look for faults in more would occupy the thread too long. */
const maxCharacters = 500_000;

/** A declaration of XML, the document type of XHTML, or its namespace, after comments at most. */
const maxBeforeRoot = 4_096;
const declared = /^\uFEFF?\s*<\?xml\s|<!doctype\s[^<>]*\bDTD XHTML\b/i;
const namespaced = /<html\s(?:[^<>]*\s)?xmlns\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml["']/i;

/** Parts of documents and what is laid over them are HTML that pdfapi wrote, and web pages have a type of their own. */
export async function readAsXhtml(
  html: string,
  { assets, webPage, overlay, isPart }: Pick<PrintJob, 'assets' | 'webPage' | 'overlay' | 'isPart'>,
): Promise<XhtmlReading> {
  if (isXhtml(assets.documentPath)) return { isXml: true };
  if (webPage || overlay || isPart) return asHtml;
  const start = html.slice(0, maxBeforeRoot);
  const hasNamespace = namespaced.test(start);
  if (!hasNamespace && !declared.test(start)) return asHtml;
  // More of it would not be read as XML anyway.
  const found = findXmlOnly(html.slice(0, maxCharacters));
  if (!found) return asHtml;
  const line = html.slice(0, found.at).split('\n').length;
  const problem = (reason: string): XhtmlReading => ({
    isXml: false,
    problem: `line ${line} of the HTML has ${found.text}, which only XML understands, but the document is read as HTML, because ${reason}`,
  });
  if (!hasNamespace) return problem('<html> lacks xmlns="http://www.w3.org/1999/xhtml"');
  if (html.length > maxCharacters) {
    return problem(`it has more than ${maxCharacters.toLocaleString('en')} characters: name it .xhtml`);
  }
  const { findXmlFault } = await import('./find-xml-fault.ts');
  const fault = findXmlFault(html);
  return fault === undefined ? { isXml: true } : problem(`it is not well-formed XML: ${fault}`);
}

/** Elements that HTML leaves open in spite of the slash. Those of SVG are closed by it, and void ones need none. */
const names =
  'a|abbr|address|article|aside|audio|b|blockquote|body|button|canvas|caption|cite|code|colgroup|dd|div|dl|dt|em|fieldset|figcaption|figure|font|footer|form|h[1-6]|head|header|i|iframe|label|legend|li|main|nav|noscript|object|ol|option|p|pre|q|s|script|section|select|small|span|strong|style|sub|sup|table|tbody|td|textarea|tfoot|th|thead|title|tr|u|ul|video';

/** Finds the first of the things that HTML reads in another way than XML. Takes time in proportion to the length. */
function findXmlOnly(html: string): { readonly at: number; readonly text: string } | undefined {
  const next = new RegExp(
    String.raw`<(?:${names})(?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*/>|<!\[CDATA\[|<!--|<(?:script|style)\b`,
    'gi',
  );
  for (let match = next.exec(html); match; match = next.exec(html)) {
    const [text] = match;
    if (text.endsWith('/>')) {
      return { at: match.index, text: text.length > 40 ? `${text.slice(0, 40).trimEnd()} …>` : text };
    }
    if (text === '<![CDATA[') return { at: match.index, text };
    // Scripts may write elements, and comments hold anything.
    const end = text === '<!--' ? /-->/g : /<\/(?:script|style)\b/gi;
    end.lastIndex = next.lastIndex;
    if (!end.test(html)) return undefined;
    next.lastIndex = end.lastIndex;
  }
  return undefined;
}

/** Returns a sentence if a document that was read as XML ends at a fault. Browsers print an explanation above it. */
export async function findXmlProblems(
  page: CdpSession,
  { html, world }: { readonly html: string; readonly world: IsolatedWorldId | undefined },
): Promise<string[]> {
  const said = await callInPage(page, readXmlFault, [], world);
  const found = /error on line (\d+) at column (\d+): ([^\n]+)/.exec(said);
  if (!found) return [];
  const [, line, column, reason] = found;
  // The page has styles and addresses that its author did not write.
  const own =
    html.length > maxCharacters ? undefined : (await import('./find-xml-fault.ts')).findXmlFault(html);
  const fault = own ?? `line ${line}, column ${column}: ${reason}`;
  return [`the XHTML is not well-formed, so that only what comes before the fault is printed: ${fault}`];
}
