/** The boxes of a document that is laid over another one: their fields are filled in, and their content is measured. */
import { millimetresPerPixel } from '#contract/length';
import { callInPage } from '../cdp/call-in-page.ts';
import type { CdpSession } from '../cdp/connection.ts';
import { fillPageFields } from '../page-scripts/overlay/fill-page-fields.ts';
import { measureBoxes } from '../page-scripts/overlay/measure-boxes.ts';
import { unclobberedDocument } from '../page-scripts/unclobbered-document.ts';
import type { ContentHeight, PageFields } from './page-fields.ts';

/** Throws `page_failed`. */
export async function fillOverlayFields(page: CdpSession, fields: PageFields): Promise<void> {
  await callInPage(page, fillPageFields, [unclobberedDocument, fields]);
}

/** Returns the height in millimetres of the content of each box. Throws `page_failed`. */
export async function measureOverlayBoxes(page: CdpSession, boxes: string): Promise<ContentHeight[]> {
  const heights = await callInPage(page, measureBoxes, [unclobberedDocument, boxes]);
  return heights.map(({ full, seen }) => ({
    full: full * millimetresPerPixel,
    seen: seen * millimetresPerPixel,
  }));
}
