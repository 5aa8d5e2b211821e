import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pageFiles } from '../../../../../src/cli/commands/dev/page-files.ts';
import { root } from '../../../../support/run.ts';

it('every file of the page can be read, and is in the package', async () => {
  for (const file of pageFiles.values()) expect((await file.read()).length).toBeGreaterThan(0);
  const packed = execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const name of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    const path = `"${join('src', name)}"`;
    if (/\.(?:css|html)$/.test(name)) expect(packed).toContain(path);
    if (name.endsWith('.ts')) expect(packed).not.toContain(path);
  }
  for (const name of ['preview.js.br', 'studio.js.br', 'designer.js.br', 'designer.LICENSES.txt']) {
    expect(packed).toMatch(new RegExp(`"dist-[^/"]+/studio/${name}"`));
  }
});
