/** A browser that starts late is no reason to suspect the owner of the document that waits for it. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findBrowser } from '../../../../../src/core/browser/install/find-browser.ts';
import { startIsolatedPrinter } from '../../../../../src/core/browser/print/print-isolated.ts';
import { defaultMemoryLimits, startWatchdog } from '../../../../../src/core/browser/process/watchdog.ts';
import { Deadline } from '../../../../../src/core/deadline.ts';
import { temporaryFolder } from '../../../../support/cli/temporary-folder.ts';
import { browserOptions } from '../../../../support/real-browser.ts';

/** Returns the code of a document that never ends, and whether its owner is a suspect after it. */
async function judge(executablePath: string, timeoutMs: number) {
  const watchdog = startWatchdog(defaultMemoryLimits);
  const printer = startIsolatedPrinter({ ...browserOptions, executablePath }, watchdog);
  onTestFinished(async () => {
    watchdog.stop();
    await printer.close();
  });
  const deadline = new Deadline(timeoutMs);
  const work = () => deadline.race('printing', new Promise<never>(() => {}));
  const code = await printer.run({ owner: 'team', deadline, work }).catch((error) => error.code);
  deadline.close();
  return { code, isSuspect: printer.isSuspect('team') };
}

async function slowed(seconds: number): Promise<string> {
  const { path } = await findBrowser(browserOptions);
  const folder = temporaryFolder();
  const script = join(folder, 'browser');
  writeFileSync(script, `#!/bin/sh\nsleep ${seconds}\nexec '${path}' "$@"\n`);
  // Root’s browser runs as another user.
  for (const each of [folder, script]) chmodSync(each, 0o755);
  return script;
}

it.each([
  ['at once, so that the document had the time', 0, 4_000, true],
  ['after the time is over', 5, 2_000, false],
  ['so late that little time is left', 3, 5_000, false],
])('a browser that starts %s: %i s', { timeout: 30_000 }, async (_when, seconds, timeoutMs, isSuspect) => {
  expect(await judge(await slowed(seconds), timeoutMs)).toEqual({ code: 'timeout', isSuspect });
});
