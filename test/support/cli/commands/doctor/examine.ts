/** Runs `pdfapi doctor` on a machine without a profile and without a data directory. */
import { join } from 'node:path';
import { run } from '../../../run.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

interface Report {
  readonly ok: boolean;
  readonly checks: readonly { check: string; state: string; text: string }[];
}

/** `found` has the state and the text of each check, by its name. */
export async function examine(env: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const cwd = temporaryFolder();
  const { stdout, stderr, exitCode } = await run(['doctor', '--json', ...args], {
    cwd,
    env: { PDFAPI_CONFIG_DIR: join(cwd, 'config'), PDFAPI_DATA_DIR: join(cwd, 'none'), ...env },
  });
  const { ok, checks } = JSON.parse(stdout) as Report;
  const found = Object.fromEntries(checks.map(({ check, state, text }) => [check, `${state}: ${text}`]));
  return { ok, found, stderr, exitCode, output: stdout + stderr };
}
