import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { run } from '../support/run.ts';

it('pulls a version of an older server without files that no template may have, and warns', async () => {
  const dataDirectory = temporaryFolder();
  const store = await openStore({ dataDirectory });
  const { id } = await store.teams.create({ name: 'default', plan: 'pro', verified: true });
  const files = new Map([
    ['template.html', Buffer.from('<p>Hi</p>')],
    ['assets/setup.exe', Buffer.from('MZ')],
  ]);
  const template = { name: 'letter', type: 'html', hasBasePdf: false, files, publish: true } as const;
  await store.templates.push({ teamId: id, ...template });
  await store.close();
  const cwd = temporaryFolder();
  const pull = async () => await run(['templates', 'pull', 'letter', '--data-dir', dataDirectory], { cwd });
  const { exitCode, stderr } = await pull();
  expect(exitCode, stderr).toBe(0);
  expect(stderr).toContain('assets/setup.exe is part of the version and is not written');
  expect(readFileSync(join(cwd, 'letter/template.html'), 'utf8')).toBe('<p>Hi</p>');
  expect(existsSync(join(cwd, 'letter/assets'))).toBe(false);
});
