/** `pdfapi templates` compares a folder with what the server has, before either overwrites the other. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { machineAt } from './machine.ts';

it('diff shows how a folder differs from the pushed version, and pull takes that back only with --force', async () => {
  const folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  const store = await openStore({ dataDirectory: dataDir });
  await store.teams.create({ name: 'default', plan: 'pro', verified: true });
  await store.close();
  const env = { PDFAPI_DATA_DIR: dataDir };
  const here = machineAt({ cwd: join(folder, 'here'), url: '', token: '', env });
  here.template('letter');
  expect((await here.templates('push', 'letter', '--publish')).result).toMatchObject({ version: 1 });
  here.write('letter/template.html', '<h1>\ntwo\n</h1>\n');
  here.write('letter/assets/dot.png', new Uint8Array([0x89, 0, 255]));
  const { stdout, stderr, exitCode } = await here.plain('diff', 'letter', '--exit-code');
  expect(stdout.split('\n')).toEqual([
    'Binary file assets/dot.png differs: nothing → 3 B',
    '--- a/template.html\tversion 1',
    '+++ b/template.html\tletter',
    '@@ -1,3 +1,3 @@',
    ' <h1>',
    '-one',
    '+two',
    ' </h1>',
    '',
  ]);
  expect([exitCode, stderr]).toEqual([
    5,
    expect.stringContaining('2 files of letter differ from version 1.'),
  ]);

  const refused = await here.templates('pull', 'letter');
  expect([refused.exitCode, refused.error.code]).toEqual([2, 'file_exists']);
  expect(here.read('letter/template.html')).toContain('two');
  expect((await here.templates('pull', 'letter', '--force')).exitCode).toBe(0);
  expect(here.read('letter/template.html')).toBe('<h1>\none\n</h1>\n');
});
