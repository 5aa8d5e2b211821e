/**
 * `npm run test:browser [path…]` runs the tests of pages with browsers other than the packaged one. Without a path it
 * uses those installed on the system; if there is none, it says so and succeeds.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isHeadlessShell } from '../../src/browser/install/find-browser.ts';

const names = ['chromium', 'chromium-headless-shell', 'google-chrome-stable'];
/** The tests that print: pages, isolation, egress, and the command and server around them. */
const folders = [
  'test/integration/browser',
  'test/stress/browser',
  'test/stress/busy',
  'test/integration/render/render.test.ts',
  'test/e2e/html.test.ts',
  'test/e2e/examples.test.ts',
  'test/integration/server/html-to-pdf.test.ts',
];

/**
 * Only for headless shells. Each of these documents has 3 s while others run, in which a full browser does little more
 * than open its windows.
 */
const hostile = 'test/stress/hostile';
const isShell = (browser: string) => isHeadlessShell({ path: browser, origin: 'named' });

const onPath = names.flatMap((name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .filter((path) => existsSync(path))
    .slice(0, 1),
);
const given = process.argv.slice(2);
const browsers = given.length > 0 ? given : onPath;
if (browsers.length === 0) console.warn(`Skipped: none of ${names.join(', ')} is on the PATH.`);

for (const browser of browsers) {
  console.log(`With ${browser}:`);
  const { status } = spawnSync('vitest', ['run', ...folders, ...(isShell(browser) ? [hostile] : [])], {
    stdio: 'inherit',
    env: { ...process.env, PDFAPI_TEST_BROWSER: browser },
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exitCode = 1;
}
