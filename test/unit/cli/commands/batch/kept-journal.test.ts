/** Journals of finished batches, away from their PDFs. */
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contentHash, journalPath, openJournal } from '../../../../../src/cli/commands/batch/journal.ts';
import { keptJournal } from '../../../../../src/cli/commands/batch/kept-journal.ts';
import { temporaryFolder } from '../../../../support/cli/temporary-folder.ts';

const identity = ['here', 'template', 'rows.csv', 'out'];
const a = contentHash('a');

async function finishedIn(folder: string): Promise<void> {
  const journal = await openJournal({ folder, identity, resume: false });
  journal.done(1, a);
  journal.close();
}

it('takes the journal away, and puts it back for the next run with its time', async () => {
  const [folder, state] = [temporaryFolder(), join(temporaryFolder(), 'state')];
  const kept = keptJournal(state, { folder, identity });
  await finishedIn(folder);
  utimesSync(journalPath({ folder, identity }), 1_000_000, 1_000_000);
  expect(kept.exists()).toBe(false);
  kept.keep();
  expect([kept.exists(), readdirSync(folder)]).toEqual([true, []]);
  keptJournal(state, { folder: temporaryFolder(), identity }).restore();
  keptJournal(state, { folder, identity: [...identity, 'x'] }).restore();
  expect(kept.exists()).toBe(true);
  kept.restore();
  expect(kept.exists()).toBe(false);
  expect(statSync(journalPath({ folder, identity })).mtimeMs).toBe(1_000_000_000);
  const next = await openJournal({ folder, identity, resume: true });
  expect(next.isDone(1, a)).toBe(true);
  next.close();
});

it('removes those that nothing has touched for 90 days, and no others', async () => {
  const [folder, state] = [temporaryFolder(), temporaryFolder({ 'batches/old': '', 'batches/new': '' })];
  const days = (count: number) => Date.now() / 1000 - count * 86_400;
  utimesSync(join(state, 'batches/old'), days(91), days(91));
  utimesSync(join(state, 'batches/new'), days(89), days(89));
  await finishedIn(folder);
  keptJournal(state, { folder, identity }).keep();
  const names = readdirSync(join(state, 'batches'));
  expect([names.length, names.includes('new'), names.includes('old')]).toEqual([2, true, false]);
});

it('leaves the journal where it is if the folder for it cannot be made', async () => {
  const folder = temporaryFolder();
  const blocked = join(temporaryFolder(), 'file');
  writeFileSync(blocked, '');
  await finishedIn(folder);
  keptJournal(blocked, { folder, identity }).keep();
  expect(existsSync(journalPath({ folder, identity }))).toBe(true);
});
