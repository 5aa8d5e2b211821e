/** The page defaults of a project's `pdfapi.json`, with the real browser. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { readPdf } from '../read-pdf.ts';
import { run } from './run.ts';

const project = {
  'pdfapi.json': '{ "format": "A5", "orientation": "landscape", "margins": "1in", "strict": true }',
  'plain.html': '<body style="margin: 0"><p>Text',
  'sized.html': '<style>@page { size: A3; margin: 0 } body { margin: 0 }</style><p>Text',
  'missing.html': '<p>{{ nothing }}',
  'letter/template.html': '<body style="margin: 0"><p>Text',
  'letter/template.json': '{ "format": "A4" }',
};

/** CSS goes before it, the template too, and an option before all. */
it.each<[string[], [number, number]]>([
  [
    ['html', 'plain.html'],
    [210, 148],
  ],
  [
    ['html', 'plain.html', '--portrait', '--format', 'A6'],
    [105, 148],
  ],
  [
    ['html', 'sized.html'],
    [297, 420],
  ],
  [
    ['generate', './letter'],
    [297, 210],
  ],
])('%j prints on paper of %j mm', async (args, millimetres) => {
  const cwd = temporaryFolder(project);
  const { exitCode, stderr } = await run([...args, '-o', 'x.pdf'], { cwd });
  expect(exitCode, stderr).toBe(0);
  const { sizes, place } = await readPdf(readFileSync(join(cwd, 'x.pdf')));
  expect([sizes[0]?.width, sizes[0]?.height]).toEqual(millimetres);
  // The margin of CSS, or else an inch.
  expect(place(1, 'Text').left).toBeCloseTo(args.includes('sized.html') ? 0 : 25.4, 0);
});

it('strict holds until --no-strict', async () => {
  const cwd = temporaryFolder(project);
  const strict = await run(['html', 'missing.html'], { cwd });
  expect(strict.stderr).toContain('Variable "nothing" does not exist');
  expect(strict.exitCode).toBe(5);
  expect((await run(['html', 'missing.html', '--no-strict'], { cwd })).exitCode).toBe(0);
});

it('config list says where they come from', async () => {
  const cwd = temporaryFolder(project);
  const { stdout } = await run(['config', 'list', '--show-origin'], { cwd });
  const origin = join(cwd, 'pdfapi.json');
  for (const line of [`format\tA5\t${origin}`, `margins\t1in\t${origin}`, `strict\ttrue\t${origin}`]) {
    expect(stdout).toContain(line);
  }
});
