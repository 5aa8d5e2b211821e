import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { pageFiles } from '../../../../../src/cli/commands/dev/page-files.ts';
import { root } from '../../../../support/run.ts';

it('every file of the page can be read, and is in the package', async () => {
  for (const file of pageFiles.values()) expect((await file.read()).length).toBeGreaterThan(0);
  const packed = execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const folder of ['src/cli/commands/dev/page', 'src/studio/page', 'src/server/studio/page']) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) expect(packed).toContain(`"${relative(root, join(entry.parentPath, entry.name))}"`);
    }
  }
  for (const name of ['designer.js.br', 'designer.LICENSES.txt']) {
    expect(packed).toMatch(new RegExp(`"dist-[^/"]+/studio/${name}"`));
  }
});
