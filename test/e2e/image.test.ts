/** Images of pages: `pdfapi image`, and `--image` of the commands that render. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFileProtection, protectPdf } from '../../src/pdf/index.ts';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { readPng } from '../support/images/read-png.ts';
import { fixture } from '../support/pdf/fixture.ts';
import { root, run } from '../support/run.ts';

const files = { 'report.pdf': fixture('report'), 'plain.pdf': fixture('plain') };

const kindOf = (bytes: Buffer) =>
  bytes.toString('latin1', 1, 4) === 'PNG'
    ? 'png'
    : bytes.toString('latin1', 0, 4) === 'RIFF'
      ? 'webp'
      : 'jpeg';

it('writes an image of every page, named after the PDF', async () => {
  const cwd = temporaryFolder(files);
  const { stdout, stderr, exitCode } = await run(['image', 'report.pdf', '--dpi', '36'], { cwd });
  expect(exitCode, stderr).toBe(0);
  const names = stdout.trim().split('\n');
  expect(names.slice(0, 2)).toEqual(['report-1.png', 'report-2.png']);
  for (const name of names) expect(readPng(readFileSync(join(cwd, name))).width).toBe(298);
  expect(stderr).toMatch(new RegExp(`local · ${names.length} images · `));
  const again = await run(['image', 'report.pdf', '--dpi', '36'], { cwd });
  expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining('report-1.png already exists')]);
});

it.each([
  ['p-{n}.webp', 'webp'],
  ['p-{n}.jpg', 'jpeg'],
  ['p-{n}.PNG', 'png'],
])('the name %s says the format', async (name, kind) => {
  const cwd = temporaryFolder(files);
  const { exitCode, stderr, stdout } = await run(
    ['image', 'report.pdf', '-o', name, '--pages', 'r1,1', '--json'],
    {
      cwd,
    },
  );
  expect(exitCode, stderr).toBe(0);
  const { images, target } = JSON.parse(stdout);
  expect([target, images.length, images[1].page]).toEqual(['local', 2, 1]);
  for (const { path, bytes } of images) {
    const image = readFileSync(join(cwd, path));
    expect([kindOf(image), image.length]).toEqual([kind, bytes]);
  }
});

it('reads stdin, writes stdout, and opens a protected PDF with a password from a file', async () => {
  const key = createFileProtection({ userPassword: 'secret', ownerPassword: undefined, permissions: [] });
  const cwd = temporaryFolder({ password: 'secret\n' });
  const args = ['image', '-', '--image', 'png', '-o', '-', '--dpi', '36', '--pages', '1'];
  const input = protectPdf(fixture('plain'), key);
  const failed = await run(args, { cwd, input });
  expect([failed.exitCode, failed.stdout]).toEqual([5, '']);
  expect(failed.stderr).toContain('--input-password-file');
  const { exitCode, stdout, stderr } = await run([...args, '--input-password-file', 'password'], {
    cwd,
    input,
  });
  expect(exitCode, stderr).toBe(0);
  expect(stdout).toContain('IHDR');
});

it.each([
  [['image', 'report.pdf', '-o', 'one.png'], 'page-{n}.png', 2],
  [['image', 'report.pdf', '--image', 'jpeg', '-o', 'page-{n}.png'], 'different formats', 2],
  [['image', 'report.pdf', '-o', 'page-{n}.gif'], '--image png', 2],
  [['image', 'plain.pdf', '--dpi', '2400'], '--dpi 1', 5],
  [['image', 'plain.pdf', '--pages', '9'], '9 selects none', 5],
  [['image', 'plain.pdf', '-o', 'plain.pdf/p.png'], 'plain.pdf/p.png', 9],
  [['html', 'page.html', '--dpi', '100'], '--image png', 2],
])('%j is an error that says what would be right', async (args, words, code) => {
  const cwd = temporaryFolder({ ...files, 'page.html': '<p>Hello' });
  const { exitCode, stderr } = await run(args, { cwd });
  expect([exitCode, stderr]).toEqual([code, expect.stringContaining(words)]);
  expect(readdirSync(cwd).filter((name) => /png|jpg|gif/.test(name))).toEqual([]);
});

it('html and generate write images of what they render', async () => {
  const cwd = temporaryFolder({ 'page.html': '<p style="break-after: page">One<p>Two' });
  const html = await run(['html', 'page.html', '-o', 'page-{n}.png', '--dpi', '48'], { cwd });
  expect([html.exitCode, html.stdout], html.stderr).toEqual([0, 'page-1.png\npage-2.png\n']);
  const template = join(root, 'templates-examples/editor-invoice');
  const args = ['generate', template, '--image', 'webp', '--pages', '1', '--filename', 'e.webp'];
  const generated = await run(args, { cwd });
  expect([generated.exitCode, generated.stdout], generated.stderr).toEqual([0, 'e.webp\n']);
  expect(kindOf(readFileSync(join(cwd, 'e.webp')))).toBe('webp');
  expect(readdirSync(cwd).sort()).toEqual(['e.webp', 'page-1.png', 'page-2.png', 'page.html']);
});
