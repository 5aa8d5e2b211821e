/** The browser that template folders need: none if all of them were made with the editor. */
import { join } from 'node:path';
import type { Browser } from '../../core/browser/browser.ts';
import { statPath } from '../io/stat-path.ts';
import type { Session } from '../session.ts';
import { type LocalBrowserOptions, startLocalBrowser } from './local-browser.ts';

export async function startFolderBrowser(
  session: Session,
  folders: readonly string[],
  options: LocalBrowserOptions,
): Promise<Browser | undefined> {
  const isNeeded = folders.some((folder) => statPath(join(folder, 'editor.json')) === undefined);
  return isNeeded ? await startLocalBrowser(session, options) : undefined;
}
