/** The browser that template folders need: none if all of them were made with the editor, no stamp is of HTML, and no
 * images are wanted. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '#browser/browser';
import { statPath } from '../io/stat-path.ts';
import { type NamedOutput, wantsImages } from '../options/images/image-options.ts';
import { needsBrowser, type StampOptions } from '../options/stamp/stamp-files.ts';
import type { Session } from '../session.ts';
import { type LocalBrowserOptions, startLocalBrowser } from './local-browser.ts';

export async function startFolderBrowser(
  session: Session,
  folders: readonly string[],
  options: LocalBrowserOptions & StampOptions & NamedOutput,
): Promise<Browser | undefined> {
  const stampsHtml = folders.some(hasHtmlStamp);
  const isNeeded =
    stampsHtml ||
    needsBrowser(options) ||
    wantsImages(options) ||
    folders.some((folder) => statPath(join(folder, 'editor.json')) === undefined);
  if (!isNeeded) return undefined;
  // The stamps are printed after the document.
  return await startLocalBrowser(session, { ...options, ...(stampsHtml ? { once: false } : {}) });
}

/** Whether `template.json` may name a stamp of HTML. What else is wrong with it is for the render. */
function hasHtmlStamp(folder: string): boolean {
  try {
    const text = readFileSync(join(folder, 'template.json'), 'utf8');
    return /"stamp"/.test(text) && /\.html"/i.test(text);
  } catch {
    return false;
  }
}
