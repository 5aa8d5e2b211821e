/** What a document with several passes may do with its page: see `PageToPrint`. */
import type { PageToPrint } from '../browser.ts';
import { callInPage } from '../cdp/call-in-page.ts';
import { type CdpSession, ProtocolError } from '../cdp/connection.ts';
import type { IsolatedWorldId } from '../cdp/isolated-world.ts';
import { emulatePrint } from './emulate-print.ts';

export function pageToPrint(
  page: CdpSession,
  {
    mainFrame,
    world,
    print,
    hasScripts,
  }: Pick<PageToPrint, 'print' | 'hasScripts'> & {
    readonly mainFrame: string;
    readonly world: IsolatedWorldId;
  },
): PageToPrint {
  return {
    hasScripts,
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
