import type { unclobberedDocument } from '../unclobbered-document.ts';

/** Adds a rule after all others, in place of the one that it added before: of two important sizes, the first one wins. */
export function setPageRule(getDocument: typeof unclobberedDocument, rule: string): void {
  const held = globalThis as unknown as { pdfapiPageRule?: CSSStyleSheet };
  const document = getDocument();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rule);
  const others = [...document.adoptedStyleSheets].filter((each) => each !== held.pdfapiPageRule);
  document.adoptedStyleSheets = [...others, sheet];
  held.pdfapiPageRule = sheet;
}
