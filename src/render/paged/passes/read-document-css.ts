/** Collects the style sheets of a loaded document, with those that they import, and reads them. */
import type { PageToPrint } from '#browser/browser';
import { listSheets } from '#browser/page-scripts/list-sheets';
import { unclobberedDocument } from '#browser/page-scripts/unclobbered-document';
import type { Deadline } from '#runtime/deadline';
import { pagedWords } from '#template/model/uses-paged-media';
import { openCssReader } from '../css/css-reader.ts';
import type { PagedCss, SheetText } from '../css/read-paged-css.ts';

const maxSheets = 100;
const maxImportDepth = 5;
/** Characters of all sheets. More than a hundred times the largest frameworks in use would take. */
const maxCharacters = 3_000_000;
/** Each page asks all of them. */
const maxPageRules = 5_000;

/** Throws `page_failed` if reading takes too long or too much memory, and the errors of `deadline`. */
export async function readDocumentCss(
  page: PageToPrint,
  deadline: Deadline,
): Promise<{ css: PagedCss; sheets: readonly SheetText[]; problems: string[] }> {
  const reader = openCssReader(deadline);
  const problems: string[] = [];
  const sheets: SheetText[] = [];
  let count = 0;
  let characters = 0;
  const add = async (
    css: string,
    address: string,
    wrappers: readonly string[],
    { depth, ...sheet }: { readonly depth: number } & Pick<SheetText, 'url' | 'attributes'>,
  ) => {
    characters += css.length;
    if (characters > maxCharacters) return;
    for (const { url, wrappers: inner } of depth < maxImportDepth ? await reader.findImports(css) : []) {
      if (++count > maxSheets) break;
      const imported = resolveAddress(url, address);
      const text = imported && (await page.readFile(imported));
      if (imported && text) {
        await add(text, imported, [...wrappers, ...inner], { depth: depth + 1, url: imported });
      }
    }
    sheets.push({ css, wrappers, ...sheet });
  };
  try {
    const options = { maxSheets, maxCharacters, attributeWords: pagedWords };
    for (const sheet of await page.call(listSheets, [unclobberedDocument, options])) {
      count++;
      const wrappers = sheet.media === '' ? [] : [`@media ${sheet.media}`];
      const css = sheet.css ?? (await page.readFile(sheet.url));
      if (css !== undefined) {
        const url = sheet.css === undefined ? sheet.url : undefined;
        await add(css, sheet.url, wrappers, { depth: 0, url, attributes: sheet.attributes });
      }
    }
    const css = await reader.read(sheets);
    if (characters > maxCharacters)
      problems.push(tooMuch('characters', maxCharacters, 'references in the last ones are not printed'));
    if (css.pageRules.length <= maxPageRules) return { css, sheets, problems };
    problems.push(tooMuch('page rules', maxPageRules, 'the last ones do not apply'));
    return { css: { ...css, pageRules: css.pageRules.slice(0, maxPageRules) }, sheets, problems };
  } finally {
    await reader.close();
  }
}

function resolveAddress(url: string, base: string): string | undefined {
  try {
    return new URL(url, base).href;
  } catch {
    return undefined;
  }
}

const tooMuch = (what: string, limit: number, effect: string): string =>
  `the style sheets have more than ${limit.toLocaleString('en')} ${what}: ${effect}`;
