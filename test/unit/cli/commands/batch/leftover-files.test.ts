/** Temporary files of a run that was killed. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { leftoverFiles } from '../../../../../src/cli/commands/batch/output/leftover-files.ts';
import { temporaryFolder } from '../../../../support/cli/temporary-folder.ts';

it('removes the temporary files of the written paths, and nothing else', () => {
  const long = `${'x'.repeat(210)}.pdf`;
  const mine = [
    '.55.pdf.0123456789ab.tmp',
    '.55.pdf.ffffffffffff.tmp',
    `.${'x'.repeat(200)}.0123456789ab.tmp`,
  ];
  const others = [
    '.56.pdf.0123456789ab.tmp',
    '.55.pdf.tmp',
    '.55.pdf.notes.tmp',
    '55.pdf',
    '.a.55.pdf.0123456789ab.tmp',
  ];
  const folder = temporaryFolder(Object.fromEntries([...mine, ...others].map((name) => [name, ''])));
  const leftovers = leftoverFiles();
  leftovers.remove(join(folder, '55.pdf'));
  leftovers.remove(join(folder, long));
  leftovers.remove(join(folder, 'nowhere/1.pdf'));
  expect(readdirSync(folder).sort()).toEqual(others.sort());
});
