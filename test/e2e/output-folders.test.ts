/** `-o new/dir/` and `-o new/dir/a.pdf`: the folders are made with the first file in them. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { readPdf } from '../support/read-pdf.ts';
import { run, runForBytes } from '../support/run.ts';

const page = '<!doctype html><title>T</title><h1>Hello</h1>';
const files = { 'page.html': page, 'letter/template.html': page };
let pdf: Uint8Array;

beforeAll(async () => {
  const { stdout } = await runForBytes(['html', '-', '-o', '-'], { cwd: tmpdir(), input: page });
  pdf = stdout;
});

describe('a folder that does not exist', () => {
  it.each([
    ['html page.html', 'page.pdf'],
    ['generate ./letter', 'letter.pdf'],
    ['merge given.pdf given.pdf', 'merged.pdf'],
    ['pages given.pdf', 'given-pages.pdf'],
  ])('is made for a PDF of `%s`, with and without its name', async (command, name) => {
    const cwd = temporaryFolder({ ...files, 'given.pdf': pdf });
    for (const [output, path] of [
      ['new/dir/a.pdf', 'new/dir/a.pdf'],
      ['other/dir/', `other/dir/${name}`],
    ] as const) {
      const { stdout, stderr, exitCode } = await run([...command.split(' '), '-o', output], { cwd });
      expect({ stdout, exitCode }, stderr).toEqual({ stdout: `${path}\n`, exitCode: 0 });
      expect((await readPdf(readFileSync(join(cwd, path)))).pages[0]).toContain('Hello');
    }
  });

  it('is made for images and for a report', async () => {
    const cwd = temporaryFolder({ ...files, 'given.pdf': pdf });
    expect((await run(['image', 'given.pdf', '--image', 'png', '-o', 'new/'], { cwd })).stdout).toBe(
      'new/given-1.png\n',
    );
    const args = ['html', 'page.html', '--report', 'reports/1/page.json', '-o', 'drawn/page-{n}.png'];
    expect((await run(args, { cwd })).stdout).toBe('drawn/page-1.png\n');
    expect(JSON.parse(readFileSync(join(cwd, 'reports/1/page.json'), 'utf8'))).toMatchObject({ pages: 1 });
  });

  it('is not made if the render fails', async () => {
    const cwd = temporaryFolder({ 'page.html': '{% if %}' });
    const { exitCode } = await run(['html', 'page.html', '-o', 'new/dir/'], { cwd });
    expect(exitCode).toBe(5);
    expect(readdirSync(cwd)).toEqual(['page.html']);
  });

  it('is refused before the render where nothing can be made', async () => {
    const cwd = temporaryFolder(files);
    const { stderr, exitCode } = await run(['html', 'page.html', '-o', 'page.html/new/a.pdf'], { cwd });
    expect(stderr).toContain('Cannot write page.html/new/a.pdf: a part of the path is not a folder.');
    expect(exitCode).toBe(9);
  });
});

describe('a folder that exists', () => {
  it('gets a file with the default name, which replaces no other one without --force', async () => {
    const cwd = temporaryFolder(files);
    mkdirSync(join(cwd, 'out'));
    expect((await run(['html', 'page.html', '-o', 'out'], { cwd })).stdout).toBe('out/page.pdf\n');
    const again = await run(['html', 'page.html', '-o', 'out/'], { cwd });
    expect(again.stderr).toContain('error: out/page.pdf already exists.\n');
    expect(again.exitCode).toBe(2);
    expect((await run(['html', 'page.html', '-o', 'out/', '--force'], { cwd })).exitCode).toBe(0);
    expect(existsSync(join(cwd, 'out/document.pdf'))).toBe(false);
  });
});
