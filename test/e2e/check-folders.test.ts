/** `pdfapi check` of folders, and of PDFs that claim nothing. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { onTerminal, run, runForBytes } from '../support/run.ts';

let plain: Uint8Array;
let archive: Uint8Array;

beforeAll(async () => {
  const make = async (...options: string[]) => {
    const input = '<!doctype html><html lang="en"><title>T</title><h1>Hello</h1>';
    return (await runForBytes(['html', '-', '-o', '-', ...options], { cwd: tmpdir(), input })).stdout;
  };
  [plain, archive] = await Promise.all([make(), make('--pdfa', '2b')]);
});

/** The data of its largest stream is no longer what Flate writes. */
function damaged(): Uint8Array {
  const pdf = Buffer.from(plain);
  const start = pdf.indexOf('stream\n', pdf.indexOf('/FlateDecode')) + 'stream\n'.length;
  pdf.fill(0xff, start, start + 20);
  return pdf;
}

describe('a folder', () => {
  it('stands for every PDF in it and below it, in the order of the names', async () => {
    const cwd = temporaryFolder({
      'in/b.pdf': archive,
      'in/deep/c.PDF': archive,
      'in/a.pdf': archive,
      'in/notes.txt': 'none',
      'in/.hidden.pdf': 'none',
      'other.pdf': archive,
    });
    const { stdout, exitCode } = await run(['check', 'in', 'other.pdf', '--json'], { cwd });
    const { files } = JSON.parse(stdout);
    expect(files.map(({ path }: { path: string }) => path)).toEqual([
      'in/a.pdf',
      'in/b.pdf',
      'in/deep/c.PDF',
      'other.pdf',
    ]);
    expect(files.every(({ ok }: { ok: boolean }) => ok)).toBe(true);
    expect(exitCode).toBe(0);
  });

  it('does not pass if one file does not', async () => {
    const cwd = temporaryFolder({ 'in/a.pdf': archive, 'in/b.pdf': plain, 'in/c.pdf': 'no PDF' });
    const { stdout, stderr, exitCode } = await run(['check', 'in', '--level', '2b'], { cwd });
    expect(stdout).toMatch(/^in\/a\.pdf\tPDF\/A-2b\theld\t/);
    expect(stdout).toContain('in/b.pdf\tPDF/A-2b\tfailed\t');
    expect(stdout).toContain('in/c.pdf\t\tunreadable\t');
    expect(stderr).toContain('2 of 3 files did not pass.');
    expect(exitCode).toBe(5);
  });

  it('is a table on a terminal, with the findings of what did not pass', async () => {
    const cwd = temporaryFolder({ 'in/a.pdf': archive, 'in/b.pdf': plain });
    const { stdout, exitCode } = await onTerminal(['check', 'in', '--level', '2b', '--no-color'], { cwd });
    expect(stdout).toMatch(/FILE\s+RESULT\s+PAGES\s+CLAIMS\s+HOLDS\s+FINDINGS/);
    expect(stdout).toMatch(/in\/a\.pdf\s+passed\s+1\s+PDF\/A-2b\s+PDF\/A-2b/);
    expect(stdout).toMatch(/in\/b\.pdf\s+failed\s+1/);
    expect(stdout).toContain('PDF/A-2b: ');
    expect(exitCode).toBe(5);
  });

  it('without a PDF is an error', async () => {
    const cwd = temporaryFolder({ 'a.txt': '' });
    mkdirSync(join(cwd, 'empty'));
    const { stderr, exitCode } = await run(['check', 'empty'], { cwd });
    expect(stderr).toContain('error: There is no PDF in empty.');
    expect(exitCode).toBe(9);
  });
});

describe('--level pdf', () => {
  it('holds for a sound file that claims nothing', async () => {
    const cwd = temporaryFolder({ 'a.pdf': plain });
    const { stdout, exitCode } = await run(['check', 'a.pdf', '--level', 'pdf'], { cwd });
    expect(stdout).toBe('a.pdf\tPDF\theld\t\t\t\t\t\n');
    expect(exitCode).toBe(0);
    const unasked = await run(['check', 'a.pdf'], { cwd });
    expect([unasked.stdout, unasked.exitCode]).toEqual([stdout, 0]);
  });

  it('names the object that cannot be read', async () => {
    const cwd = temporaryFolder({ 'a.pdf': damaged() });
    const { stdout, exitCode } = await run(['check', 'a.pdf', '--level', 'pdf', '--json'], { cwd });
    const [file] = JSON.parse(stdout).files;
    expect(file).toMatchObject({ ok: false, checked: ['pdf'], held: [] });
    expect(file.findings).toEqual([
      {
        level: 'pdf',
        standard: 'ISO 32000-1',
        clause: '7.4',
        test: 1,
        message: expect.any(String),
        object: expect.any(Number),
      },
    ]);
    expect(exitCode).toBe(5);
  });

  it('fails for a file that is cut off, and can be checked together with others', async () => {
    const cwd = temporaryFolder({ 'a.pdf': archive });
    writeFileSync(join(cwd, 'cut.pdf'), readFileSync(join(cwd, 'a.pdf')).subarray(0, 2000));
    expect((await run(['check', 'cut.pdf', '--level', 'pdf'], { cwd })).exitCode).toBe(5);
    const both = await run(['check', 'a.pdf', '--level', 'pdf', '--level', '2b'], { cwd });
    expect(both.stdout).toMatch(/^a\.pdf\tPDF\theld\t+\na\.pdf\tPDF\/A-2b\theld\t+\n$/);
  });
});

it('a damaged PDF that pdfapi can repair is checked with the command for it', async () => {
  const pdf = Buffer.from(archive);
  const cut = pdf.subarray(0, pdf.lastIndexOf('startxref'));
  const cwd = temporaryFolder({ 'cut.pdf': cut, 'none.pdf': '%PDF-1.7\nnothing' });
  const { stderr } = await run(['check', 'cut.pdf'], { cwd });
  expect(stderr).toContain('or repair it: pdfapi pages cut.pdf -o repaired.pdf');
  expect((await run(['pages', 'cut.pdf', '-o', 'repaired.pdf'], { cwd })).exitCode).toBe(0);
  expect((await run(['check', 'none.pdf'], { cwd })).stderr).not.toContain('repair it');
});
