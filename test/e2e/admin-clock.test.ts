/** What an operator does after the clock of the machine was wrong. */
import { expect, it } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { run } from '../support/run.ts';
import { charge } from '../support/store/open-test-store.ts';

async function admin(dataDir: string, ...args: string[]) {
  const command = ['admin', 'clock', ...args, '--data-dir', dataDir, '--json'];
  const { stdout, stderr, exitCode } = await run(command, { cwd: dataDir });
  return { exitCode, result: stdout && JSON.parse(stdout), error: stderr && JSON.parse(stderr).error };
}

it('shows what is wrong, asks for the time to be confirmed, and counts PDFs in the months in which they were made', async () => {
  const dataDir = temporaryFolder();
  const wrong = new Date(Date.now() + 3_650 * 24 * 3_600_000);
  const store = await openStore({ dataDirectory: dataDir, now: () => wrong });
  const { id } = await store.teams.create({ name: 'acme', plan: 'pro' });
  await charge(store, id, 3, wrong);
  await store.close();

  const shown = await admin(dataDir, 'show');
  expect(shown.result).toMatchObject({ state: 'behind', days_ahead: -3650, teams_ahead: ['acme'] });
  const early = await admin(dataDir, 'repair');
  expect([early.exitCode, early.error.code, early.error.hint]).toEqual([
    9,
    'clock_unconfirmed',
    expect.stringContaining('pdfapi admin clock confirm'),
  ]);
  expect((await admin(dataDir, 'confirm')).exitCode).toBe(0);
  const today = new Date().toISOString().slice(0, 10);
  const moved = { team: 'acme', from: wrong.toISOString().slice(0, 10), to: today, pdfs: 3 };
  expect((await admin(dataDir, 'repair')).result).toEqual([moved]);
  expect((await admin(dataDir, 'show')).result).toMatchObject({ state: 'trusted', teams_ahead: [] });
  const again = await openStore({ dataDirectory: dataDir });
  expect(await again.ledger.verify()).toEqual([]);
  expect(await again.ledger.summary(id, new Date())).toMatchObject({ current: 3 });
  await again.close();
});
