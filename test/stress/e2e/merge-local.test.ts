/** `pdfapi merge` with input PDFs: intact, damaged, from pipes, and together with template folders. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasQpdf } from '../../support/pdf/installed.ts';
import { viewed } from '../../support/pdf/merge/viewed.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { run, shell } from '../../support/run.ts';

const cwd = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

beforeAll(async () => {
  for (const name of ['one', 'two']) {
    writeFileSync(join(cwd, `${name}.html`), `<title>${name}</title><p>This is ${name}`);
    await run(['html', `${name}.html`], { cwd });
  }
  // Without `startxref`, nothing points to the cross-reference table.
  const whole = readFileSync(join(cwd, 'two.pdf'), 'latin1');
  writeFileSync(join(cwd, 'damaged.pdf'), whole.replaceAll('startxref', 'startless'), 'latin1');
  mkdirSync(join(cwd, 'folder'));
  writeFileSync(join(cwd, 'folder/template.html'), '<p>A folder of {{ name }} <img src="missing.png">');
  writeFileSync(join(cwd, 'folder/data.json'), '{"name": "samples"}');
});

async function textsOf(file: string): Promise<string[]> {
  const { pages } = await readPdf(readFileSync(join(cwd, file)));
  return pages.map((text) => text.trim());
}

const one = 'This is one';
const two = 'This is two';
const folder = 'A folder of samples';
const times = (text: string, part: string) => text.split(part).length - 1;

it('repairs a damaged PDF in any position, and reports each finding once for each input', async () => {
  const items = ['folder', 'one.pdf', 'damaged.pdf', 'folder', 'damaged.pdf', 'one.pdf'];
  const { stdout, stderr, exitCode } = await run(['merge', ...items, '-o', 'mended.pdf'], { cwd });
  expect({ stdout, exitCode }).toEqual({ stdout: 'mended.pdf\n', exitCode: 0 });
  expect(await textsOf('mended.pdf')).toEqual([folder, one, two, folder, two, one]);
  expect(times(stderr, 'damaged and has been repaired')).toBe(2);
  expect(times(stderr, 'filled with its sample data.json')).toBe(2);
  expect(times(stderr, 'missing.png did not load')).toBe(2);
});

it('reads PDFs from pipes, even if the merge has to restart', async () => {
  const line = (last: string) => `cat one.pdf | pdfapi merge - <(cat two.pdf) <(cat damaged.pdf) ${last}`;
  for (const last of ['one.pdf', 'damaged.pdf']) {
    const { stderr, exitCode } = await shell(`${line(last)} -o piped.pdf --force`, { cwd });
    expect(exitCode, stderr).toBe(0);
    expect(await textsOf('piped.pdf')).toEqual([one, two, two, last === 'one.pdf' ? one : two]);
  }
});

it('fills properties from the data of the first document, and rejects those it cannot fill', async () => {
  const meta = ['--meta', 'title=For {{ name|upper }}', '--meta', 'author= Ada '];
  const subject = ['--meta', 'subject={{ "now"|date("Y") }}'];
  for (const reproducible of [[], ['--reproducible']]) {
    const args = ['merge', 'folder', 'damaged.pdf', ...meta, ...subject, '-o', 'filled.pdf', ...reproducible];
    expect((await run(args, { cwd })).exitCode).toBe(0);
    const { info } = await readPdf(readFileSync(join(cwd, 'filled.pdf')));
    const year = reproducible.length > 0 ? '1970' : String(new Date().getFullYear());
    expect(info).toMatchObject({ Title: 'For SAMPLES', Author: 'Ada', Subject: year });
  }
  const misspelt = ['merge', 'folder', '--meta', 'title=For {{ nmae }}', '-o', 'warned.pdf'];
  const warned = await run(misspelt, { cwd });
  expect([warned.exitCode, warned.stderr]).toEqual([
    0,
    expect.stringMatching(/warning: --meta title.*"nmae"/),
  ]);
  expect((await run([...misspelt, '--strict'], { cwd })).exitCode).not.toBe(0);
  const wrong = await run(['merge', 'folder', '--meta', 'title={{ name', '-o', 'no.pdf'], { cwd });
  expect(wrong.exitCode).toBe(5);
  expect(wrong.stderr).toContain('--meta title');
  expect(() => statSync(join(cwd, 'no.pdf'))).toThrow();
});

it('fills properties in the locale and time zone of the project, which options replace', async () => {
  const project = mkdtempSync(join(cwd, 'project-'));
  writeFileSync(join(project, 'pdfapi.json'), JSON.stringify({ locale: 'de-AT', time_zone: 'Asia/Tokyo' }));
  const title = `title={{ 1234.5|format_number }} {{ "2026-01-01 20:00Z"|date("d.m. H:i") }}`;
  const args = ['merge', '../one.pdf', '--meta', title, '-o', 'filled.pdf', '--force'];
  const titleOf = async (...options: string[]) => {
    const { exitCode, stderr } = await run([...args, ...options], { cwd: project });
    expect(exitCode, stderr).toBe(0);
    return (await readPdf(readFileSync(join(project, 'filled.pdf')))).info.Title;
  };
  expect(await titleOf()).toBe('1\u00a0234,5 02.01. 05:00');
  expect(await titleOf('--locale', 'en-US', '--time-zone', 'UTC')).toBe('1,234.5 01.01. 20:00');
});

it('reads stdin once, and reports input that is not a PDF', async () => {
  const twice = await run(['merge', '-', 'one.pdf', '-'], { cwd, input: 'x' });
  expect(twice).toMatchObject({ exitCode: 2, stdout: '' });
  expect(twice.stderr).toContain('stdin can be read only once');
  const { stderr, exitCode } = await run(['merge', 'one.pdf', '-', '-o', 'no.pdf'], { cwd, input: 'text' });
  expect(exitCode).toBe(5);
  expect(stderr).toContain('stdin: This is not a PDF');
  expect(() => statSync(join(cwd, 'no.pdf'))).toThrow();
});

it.skipIf(process.platform === 'win32')(
  'ends at its time limit if nothing ever opens the pipe for writing',
  async () => {
    execFileSync('mkfifo', ['silent'], { cwd });
    const started = Date.now();
    for (const args of [['merge', 'one.pdf', 'silent', '-o', 'late.pdf', '--timeout', '500ms']]) {
      const { stderr, exitCode } = await run(args, { cwd });
      expect({ exitCode, said: stderr.includes('the time ran out while reading silent') }).toEqual({
        exitCode: 7,
        said: true,
      });
    }
    expect(Date.now() - started).toBeLessThan(20_000);
  },
);

it('names documents in the outline after their files if they have no title', async () => {
  writeFileSync(join(cwd, 'nameless.html'), '<p>No title');
  await run(['html', 'nameless.html'], { cwd });
  await run(['merge', 'nameless.pdf', 'one.pdf', '-o', 'named.pdf'], { cwd });
  expect((await viewed(readFileSync(join(cwd, 'named.pdf')))).outline.map(({ title }) => title)).toEqual([
    'nameless',
    'one',
  ]);
});

it('rejects a PDF with missing pages, and counts them', async () => {
  const page = `3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>\nendobj\n`;
  const lost = `%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 5 0 R]>>\nendobj\n${page}trailer\n<</Root 1 0 R>>\n`;
  writeFileSync(join(cwd, 'lost.pdf'), lost);
  const { stderr, exitCode } = await run(['merge', 'one.pdf', 'lost.pdf', '-o', 'no.pdf'], { cwd });
  expect(exitCode).toBe(5);
  expect(stderr).toContain('lost.pdf: The PDF is damaged: 2 of its 3 pages are missing.');
});

it.skipIf(!hasQpdf)('tries each password of the file, and none if none is needed', async () => {
  const locked = (name: string, user: string) =>
    execFileSync('qpdf', ['--encrypt', user, 'owner', '256', '--', 'two.pdf', name], { cwd });
  locked('first.pdf', 'a');
  locked('second.pdf', 'b c');
  locked('open.pdf', '');
  writeFileSync(join(cwd, 'passwords'), 'a\r\nb c\n');
  const items = ['first.pdf', 'open.pdf', 'second.pdf', 'one.pdf', '-o', 'unlocked.pdf'];
  expect((await run(['merge', ...items, '--input-password-file', 'passwords'], { cwd })).exitCode).toBe(0);
  expect(await textsOf('unlocked.pdf')).toEqual([two, two, two, one]);
  writeFileSync(join(cwd, 'passwords'), 'wrong\n');
  const { stderr, exitCode } = await run(['merge', ...items, '--input-password-file', 'passwords'], { cwd });
  expect(exitCode).toBe(5);
  expect(stderr).toContain('first.pdf: ');
  expect(stderr).toContain('passwords: no line is a password that opens it.');
});

it('ends at its time limit while a pipe sends nothing', async () => {
  const line = 'pdfapi merge one.pdf <(sleep 3) -o late.pdf --timeout 500ms';
  const { stderr, exitCode } = await shell(line, { cwd });
  expect(exitCode).toBe(7);
  expect(stderr).toContain('the time ran out while reading /dev/fd/');
  expect(stderr).toContain('The program that writes it has not finished.');
});
