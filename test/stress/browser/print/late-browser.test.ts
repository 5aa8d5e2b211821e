/** A browser that starts late is no reason to suspect the owner of the document that waits for it. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { findBrowser } from '../../../../src/browser/install/find-browser.ts';
import { startIsolatedPrinter } from '../../../../src/browser/print/print-isolated.ts';
import { defaultMemoryLimits, startWatchdog } from '../../../../src/browser/process/watchdog.ts';
import { Failure } from '../../../../src/contract/errors.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { temporaryFolder } from '../../../support/cli/temporary-folder.ts';
import { browserOptions } from '../../../support/real-browser.ts';

interface Judged {
  readonly timeoutMs?: number;
  /** How long the document runs until its time is over, compared with the start of the browser. */
  readonly share?: number;
}

/** Returns the code of the error of a document, and whether its owner is a suspect after it. */
async function judge(executablePath: string, { timeoutMs = 300_000, share = 1 }: Judged) {
  const watchdog = startWatchdog(defaultMemoryLimits);
  const printer = startIsolatedPrinter({ ...browserOptions, executablePath }, watchdog);
  onTestFinished(async () => {
    watchdog.stop();
    await printer.close();
  });
  const deadline = new Deadline(timeoutMs);
  const asked = performance.now();
  const work = async () => {
    await delay(share * (performance.now() - asked));
    throw new Failure('timeout', 'The time is over.');
  };
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

it.each<[when: string, seconds: number, Judged, isSuspect: boolean]>([
  ['so that the document had most of the time', 0, { share: 3 }, true],
  ['so late that little time is left', 1, { share: 0.3 }, false],
  ['after the time is over', 5, { timeoutMs: 1_000 }, false],
])('a browser that starts %s', async (_when, seconds, judged, isSuspect) => {
  expect(await judge(await slowed(seconds), judged)).toEqual({ code: 'timeout', isSuspect });
});
