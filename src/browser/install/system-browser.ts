/** Finds a Chrome or Chromium that is already installed, for platforms without a packaged one. */
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

const names = [
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];

const wellKnown: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

/** Returns the first executable browser, or undefined. `searchPath` is the PATH of the environment. */
export async function systemBrowser(searchPath: string): Promise<string | undefined> {
  const onPath = searchPath
    .split(delimiter)
    .filter(Boolean)
    .flatMap((directory) => names.map((name) => join(directory, name)));
  for (const path of [...onPath, ...(wellKnown[process.platform] ?? [])]) {
    try {
      await access(path, constants.X_OK);
      return path;
    } catch {
      // This candidate does not exist or is not executable; try the next one.
    }
  }
  return undefined;
}
