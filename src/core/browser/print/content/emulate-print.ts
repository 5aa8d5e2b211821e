/** Lays out a page as for printing, without pages, so that scripts can measure it. */
import type { Paper } from '../../browser.ts';
import type { CdpSession } from '../../cdp/connection.ts';
import { hideWindow, showWindow, windowOf } from '../../page/page-window.ts';
import { marginsOf } from '../print-options.ts';

/** Undefined: as a window again. */
export async function emulatePrint(page: CdpSession, paper: Paper | undefined): Promise<void> {
  if (!paper) {
    await hideWindow(page);
    await page.send('Emulation.setEmulatedMedia', { media: '' });
    return;
  }
  await page.send('Emulation.setEmulatedMedia', { media: 'print' });
  // A print has one device pixel for each CSS pixel, which the heights of lines depend on.
  const window = windowOf(paper, { ...marginsOf(paper, {}), top: 0, bottom: 0 });
  await showWindow(page, { ...window, deviceScaleFactor: 1 });
}
