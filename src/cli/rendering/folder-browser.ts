/** The browser that template folders need: none if all of them were made with the editor, no stamp is of HTML, and no
 * images are wanted. */
import { join } from 'node:path';
import type { Browser } from '../../core/browser/browser.ts';
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
  const isNeeded =
    needsBrowser(options) ||
    wantsImages(options) ||
    folders.some((folder) => statPath(join(folder, 'editor.json')) === undefined);
  return isNeeded ? await startLocalBrowser(session, options) : undefined;
}
