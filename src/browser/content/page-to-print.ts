/** The page of a document that is printed in several passes: see `PageToPrint`. */
import type { Paper } from '#template/model/page-settings';
import type { PageToPrint } from '../browser.ts';
import { callInPage } from '../cdp/call-in-page.ts';
import { type CdpSession, ProtocolError } from '../cdp/connection.ts';
import type { IsolatedWorldId } from '../cdp/isolated-world.ts';
import { hideWindow, showWindow, windowOf } from '../page/page-window.ts';
import { marginsOf } from '../paper/print-options.ts';

export function pageToPrint(
  page: CdpSession,
  {
    mainFrame,
    world,
    print,
    hasScripts,
    fitsContents,
  }: Pick<PageToPrint, 'print' | 'hasScripts' | 'fitsContents'> & {
    readonly mainFrame: string;
    readonly world: IsolatedWorldId;
  },
): PageToPrint {
  return {
    hasScripts,
    fitsContents,
    call: (script, args) => callInPage(page, script, args, world),
    readFile: (url) => readLoadedFile(page, mainFrame, url),
    emulatePrint: (paper) => emulatePrint(page, paper),
    print,
  };
}

/** Returns the text of a file that the page has loaded, or undefined for another one. */
export async function readLoadedFile(
  page: CdpSession,
  mainFrame: string,
  url: string,
): Promise<string | undefined> {
  try {
    const { content, base64Encoded } = await page.send('Page.getResourceContent', {
      frameId: mainFrame,
      url,
    });
    return base64Encoded ? Buffer.from(content, 'base64').toString() : content;
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}

/**
 * Lays out a page as for printing, without pages, so that scripts can measure it. Undefined: as a window again. The styles
 * are those of a print at any time: see `preparePage`.
 */
async function emulatePrint(page: CdpSession, paper: Paper | undefined): Promise<void> {
  if (!paper) {
    await hideWindow(page);
    return;
  }
  // A print has one device pixel for each CSS pixel, which the heights of lines depend on.
  const window = windowOf(paper, { ...marginsOf(paper, {}), top: 0, bottom: 0 });
  await showWindow(page, { ...window, deviceScaleFactor: 1 });
}
