/** The style sheets of a web page. Those of other documents are read before they are loaded. */

import { callInPage } from '../cdp/call-in-page.ts';
import type { CdpSession } from '../cdp/connection.ts';
import type { IsolatedWorldId } from '../cdp/isolated-world.ts';
import { listSheets } from '../page-scripts/list-sheets.ts';
import { unclobberedDocument } from '../page-scripts/unclobbered-document.ts';
import { readLoadedFile } from './page-to-print.ts';

const maxSheets = 100;
const maxCharacters = 3_000_000;
/** No `style` attribute has rules for pages that matter here. */
const noWords = '(?!)';

/** Returns their texts in the order of the cascade, without those that they import. */
export async function readVisitedStyles(
  page: CdpSession,
  { mainFrame, world }: { readonly mainFrame: string; readonly world: IsolatedWorldId },
): Promise<string[]> {
  const options = { maxSheets, maxCharacters, attributeWords: noWords };
  const sheets = await callInPage(page, listSheets, [unclobberedDocument, options], world);
  const texts = await Promise.all(
    sheets.map(async ({ css, url }) => css ?? (await readLoadedFile(page, mainFrame, url)) ?? ''),
  );
  return texts.map((text) => text.slice(0, maxCharacters));
}
