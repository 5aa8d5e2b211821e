/** Lays out a page as for printing, without pages, so that scripts can measure it. */
import type { Paper } from '#template/model/page-settings';
import type { CdpSession } from '../cdp/connection.ts';
import { hideWindow, showWindow, windowOf } from '../page/page-window.ts';
import { marginsOf } from '../paper/print-options.ts';

/** Undefined: as a window again. The styles are those of a print at any time: see `preparePage`. */
export async function emulatePrint(page: CdpSession, paper: Paper | undefined): Promise<void> {
  if (!paper) {
    await hideWindow(page);
    return;
  }
  // A print has one device pixel for each CSS pixel, which the heights of lines depend on.
  const window = windowOf(paper, { ...marginsOf(paper, {}), top: 0, bottom: 0 });
  await showWindow(page, { ...window, deviceScaleFactor: 1 });
}
