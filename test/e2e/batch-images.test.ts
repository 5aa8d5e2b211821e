/** `pdfapi batch` that writes images of pages in place of PDFs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { readPng } from '../support/images/read-png.ts';
import { run } from '../support/run.ts';

it('names the images of the pages of each row by the pattern, row and page, and lists them in their order', async () => {
  const cwd = temporaryFolder({
    'card/template.html':
      '<style>@page { size: 100mm 50mm } p + p { break-before: page }</style>{% for i in 1..pages %}<p>{{ name }}{% endfor %}',
    'rows.csv': 'name,pages\nAda,2\nBob/x,1\n',
  });
  const args = ['batch', './card', 'rows.csv', '-o', 'out/{{ name }}/{{ pages }}-{n}.png', '--dpi', '36'];
  const { stdout, stderr, exitCode } = await run(args, { cwd });
  expect([exitCode, stdout], stderr).toEqual([0, 'out/Ada/2-1.png\nout/Ada/2-2.png\nout/Bob-x/1-1.png\n']);
  expect(stderr).toMatch(/2 rows {2}2 rendered · local · 3 pages/);
  expect(readPng(readFileSync(join(cwd, 'out/Ada/2-2.png')))).toMatchObject({ width: 142, height: 72 });
});
