import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { pageFiles } from '../../../src/cli/dev/page-files.ts';
import { root } from '../../e2e/run.ts';

it('every file of the page can be read, and is in the package', async () => {
  for (const file of pageFiles.values()) expect((await file.read()).length).toBeGreaterThan(0);
  const packed = execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const name of ['preview.html', 'preview.css', 'preview.js', 'editor.js', 'pages.js', 'splitter.js']) {
    expect(packed).toContain(`"src/cli/dev/page/${name}"`);
  }
});
