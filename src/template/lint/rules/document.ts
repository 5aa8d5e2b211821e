/** The document names its language and its title. */

import { textFormatOf } from '#contract/files/text-format';
import { languageTagExample, parseLanguageTag } from '#contract/language/language-tag';
import { getAttribute, type LintDocument, type LintElement, quoteText } from '../lint-document.ts';
import type { LintOptions } from '../lint-html.ts';
import { isPrinted } from '../mask-twig.ts';
import { levelOf } from './headings.ts';
import type { ReportLint } from './report.ts';

export function checkDocument(
  document: LintDocument,
  report: ReportLint,
  { file, lang, title }: Pick<LintOptions, 'file' | 'lang' | 'title'>,
): void {
  if (!document.isWhole) return;
  checkLanguage(document, report, lang, textFormatOf(file) === 'markdown');
  if (title?.trim()) return;
  const own = document.all.find(({ tagName, namespaceURI }) => tagName === 'title' && !isSvg(namespaceURI));
  if (own?.childNodes.some((text) => 'value' in text && text.value.trim() !== '')) return;
  const headings = document.elements.filter((each) => levelOf(each) !== undefined && document.text(each));
  const heading = headings.find((each) => levelOf(each) === 1) ?? headings[0];
  const found = own ? 'The <title> is empty' : 'The document has no <title>';
  if (heading) {
    const used = `the PDF is called ${quoteText(document.text(heading))} after its first heading`;
    report(
      'document-title',
      own,
      `${found}, so ${used}: add a <title> that says which document it is.`,
      'hint',
    );
  } else {
    report(
      'document-title',
      own,
      `${found}: add <title> in <head>, or give the PDF a title among its properties.`,
    );
  }
}

function checkLanguage(
  document: LintDocument,
  report: ReportLint,
  setting: string | undefined,
  isMarkdown: boolean,
): void {
  const html = document.all.find(({ tagName }) => tagName === 'html');
  if (html && document.isUnknown(html)) return;
  const written = declaredIn(document.all, html);
  if (written === '' || (written === undefined && setting === undefined)) {
    const remedy = isMarkdown ? '"lang: …" to the front matter' : '<html lang="…">';
    report(
      'document-language',
      // The <html> of Markdown is nowhere in its text.
      isMarkdown ? undefined : html,
      `The document does not name its language, so it is guessed from the words: add ${remedy}, ${languageTagExample}.`,
    );
  } else if (written && !isPrinted(written) && parseLanguageTag(written) === undefined) {
    report(
      'document-language',
      html,
      `lang=${quoteText(written)} is no name of a language: write a tag ${languageTagExample}.`,
    );
  }
}

/** In the order in which the printed PDF takes it. */
function declaredIn(elements: readonly LintElement[], html: LintElement | undefined): string | undefined {
  const body = elements.find(({ tagName }) => tagName === 'body');
  const meta = elements.find(
    (each) =>
      each.tagName === 'meta' && /^content-language$/i.test(getAttribute(each, 'http-equiv')?.trim() ?? ''),
  );
  const values = [
    html && getAttribute(html, 'lang'),
    meta && getAttribute(meta, 'content'),
    html && getAttribute(html, 'xml:lang'),
    body && (getAttribute(body, 'lang') ?? getAttribute(body, 'xml:lang')),
  ];
  return values.find((value) => value !== undefined)?.trim();
}

const isSvg = (namespace: string): boolean => namespace.endsWith('/svg');
