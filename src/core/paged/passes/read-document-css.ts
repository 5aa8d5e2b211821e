/** Collects the style sheets of a loaded document, with those that they import, and reads them. */
import type { PageToPrint } from '../../browser/browser.ts';
import { listSheets } from '../../browser/page-scripts/paged/list-sheets.ts';
import { unclobberedDocument } from '../../browser/page-scripts/unclobbered-document.ts';
import { findImports } from '../css/find-imports.ts';
import { type PagedCss, readPagedCss, type SheetText } from '../css/read-paged-css.ts';

const maxSheets = 100;
const maxImportDepth = 5;
/** Characters of all sheets. More than a hundred times the largest frameworks in use would take. */
const maxCharacters = 3_000_000;

export async function readDocumentCss(page: PageToPrint): Promise<{ css: PagedCss; problems: string[] }> {
  const problems: string[] = [];
  const sheets: SheetText[] = [];
  let count = 0;
  let characters = 0;
  const add = async (css: string, address: string, wrappers: readonly string[], depth: number) => {
    for (const { url, wrappers: inner } of depth < maxImportDepth ? findImports(css) : []) {
      if (++count > maxSheets) break;
      const imported = resolveAddress(url, address);
      const text = imported && (await page.readFile(imported));
      if (imported && text) await add(text, imported, [...wrappers, ...inner], depth + 1);
    }
    characters += css.length;
    if (characters <= maxCharacters) sheets.push({ css, wrappers });
  };
  for (const sheet of await page.call(listSheets, [unclobberedDocument, maxSheets])) {
    count++;
    const wrappers = sheet.media === '' ? [] : [`@media ${sheet.media}`];
    const css = sheet.css ?? (await page.readFile(sheet.url));
    if (css !== undefined) await add(css, sheet.url, wrappers, 0);
  }
  if (characters > maxCharacters) {
    const limit = maxCharacters.toLocaleString('en');
    problems.push(
      `the style sheets have more than ${limit} characters: references in the last ones are not printed`,
    );
  }
  return { css: readPagedCss(sheets), problems };
}

function resolveAddress(url: string, base: string): string | undefined {
  try {
    return new URL(url, base).href;
  } catch {
    return undefined;
  }
}
