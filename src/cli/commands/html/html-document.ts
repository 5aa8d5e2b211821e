/** A file, a text from stdin or a web page as the document that is rendered. */
import { findFramework } from '#template/fill/find-framework';
import { type HtmlFile, readHtmlBytes, readHtmlFile } from '#template/load/read-html-file';
import { readStdin } from '../../io/streams.ts';
import { readRenderDefaults } from '../../options/page-defaults.ts';
import type { Document } from '../../rendering/local.ts';
import type { Session } from '../../session.ts';
import type { HtmlFlags } from './html-flags.ts';
import { hasOnlyUnfilledBraces } from './unfilled-braces.ts';

/** The options that decide whether its braces are Twig. */
type FillOptions = {
  readonly [Name in 'data' | 'set' | 'rows' | 'twig' | 'strict']?: HtmlFlags[Name] | undefined;
};

/** What a command calls the ways to fill the braces of a page, or to print them. */
interface BracesAdvice {
  /** Without its period. */
  readonly fill: string;
  /** Prints braces as they are. */
  readonly keep: string;
  /** Where long lists are given. */
  readonly lists: string;
}

const ofHtml: BracesAdvice = {
  fill: '-d fills it in, --no-twig silences this warning',
  keep: '--no-twig',
  lists: 'see --rows',
};

export type HtmlDocument = HtmlFile & Document;

/** `-` is stdin. Throws what reading the file throws. */
export async function readHtmlDocument(
  { terminal }: Session,
  file: string,
  { markdown, assets }: Pick<HtmlFlags, 'markdown' | 'assets'>,
): Promise<HtmlDocument> {
  const format = markdown ? 'markdown' : undefined;
  if (file !== '-') return { ...(await readHtmlFile(file, assets, format)), files: [file] };
  terminal.awaitStdin(markdown ? 'Markdown' : 'HTML');
  return { ...(await readHtmlBytes('stdin', await readStdin(), assets, format)), files: [] };
}

export async function webPageDocument(address: URL, { twig = false }: HtmlFlags): Promise<HtmlDocument> {
  // Most documents are files.
  const { readWebPage } = await import('#template/load/read-web-page');
  return readWebPage(address, { twig });
}

/** The document for a render in this process, with what its author should know. */
export async function forLocalRender(
  session: Session,
  document: HtmlDocument,
  options: FillOptions,
  advice = ofHtml,
): Promise<Document> {
  const { html, address } = document.template;
  if (address !== undefined) return document;
  const { twig = true } = options;
  const warning = (await isUnfilled(session, html, options)) ? unfilledWarning(html, advice) : undefined;
  return {
    ...document,
    template: { ...document.template, twig: twig && warning === undefined && !isLongPlainText(html) },
    warning,
    templateHint: hintFor(html, advice),
  };
}

/** Whether the page's braces are printed unchanged: no data was given, and all of them would print nothing. */
async function isUnfilled(session: Session, html: string, options: FillOptions): Promise<boolean> {
  const { data, set, rows, twig } = options;
  if ([data, set, rows, twig].some((given) => given !== undefined)) return false;
  return !readRenderDefaults(session, options).strict && (await hasOnlyUnfilledBraces(html));
}

function unfilledWarning(html: string, { fill }: BracesAdvice): string {
  const framework = findFramework(html);
  const origin = framework === undefined ? '' : ` It looks like a page of ${framework}.`;
  return `no data was given, so {{ … }} is printed as it is: ${fill}.${origin}`;
}

/** Longer templates are an error of Twig. */
const maxTwigCharacters = 10_000_000;

/** A long table, say, in which Twig would find nothing to do. */
const isLongPlainText = (html: string): boolean => html.length > maxTwigCharacters && !/\{[{%#]/.test(html);

function hintFor(html: string, { keep, lists }: BracesAdvice): string {
  if (html.length > maxTwigCharacters) {
    return `Split it into several documents and combine them with pdfapi merge. Long lists belong in the data: ${lists}.`;
  }
  const framework = findFramework(html);
  return framework === undefined
    ? `If its braces are not Twig, ${keep} prints the page as it is.`
    : `It looks like a page of ${framework}; ${keep} prints it as it is.`;
}
