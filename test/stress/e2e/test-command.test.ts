/** `pdfapi test`: kinds of differences, and runs on machines of CI. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { approvedNote, note, noteStyle, testNote } from '../../support/cli/commands/test/approved-note.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';

it('says what has changed, and leaves the approved PDF as it is', async () => {
  const cwd = await approvedNote();
  const before = readFileSync(join(cwd, 'note/golden/long.pdf'));
  writeFileSync(join(cwd, 'note/cases/long.json'), '{ "number": 3, "text": "A longer text" }');
  const { stdout, stderr, exitCode } = await testNote(cwd);
  expect(exitCode, stderr).toBe(5);
  expect(stdout).toContain('✓ note/data');
  expect(stdout).toContain('page 1: text: − "Note 2" + "Note 3"');
  expect(stdout).toMatch(/page 1: pixels: \d+ pixels, .* % of the page, within \d+ × \d+ mm/);
  expect(stderr).toContain('1 of 2 cases did not pass');
  expect(readFileSync(join(cwd, 'note/golden/long.pdf')).equals(before)).toBe(true);
});

it('finds another description of a link and another alternative text of a picture', async () => {
  const html = (link: string, alt: string) =>
    `<!doctype html><html lang="en"><title>Note</title><style>${noteStyle}</style><h1>Note</h1>
<p><a href="https://a.test/" aria-label="${link}">Terms</a></p>
<svg role="img" aria-label="${alt}" width="40" height="40"><rect width="40" height="40"/></svg><img alt="${alt}, too" width="9" height="9" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAIBRAA7">`;
  const cwd = await approvedNote({ 'note/template.html': html('Terms of payment', 'A black square') });
  writeFileSync(join(cwd, 'note/template.html'), html('Terms of use', 'A dark square'));
  const { stdout, exitCode } = await testNote(cwd);
  expect(exitCode, stdout).toBe(5);
  expect(stdout).toContain(
    'page 1: descriptions: − "https://a.test/: Terms of payment" + "https://a.test/: Terms of use"',
  );
  expect(stdout).toContain(
    'page 1: alternatives: − "Figure: A black square" − "Figure: A black square, too" + "Figure: A dark square" + "Figure: A dark square, too"',
  );
  expect(stdout).not.toContain('pixels');
});

it('other bytes that look and read the same pass', async () => {
  const cwd = await approvedNote();
  const golden = join(cwd, 'note/golden/data.pdf');
  writeFileSync(golden, Buffer.concat([readFileSync(golden), Buffer.from('\n% a comment\n')]));
  const { stdout, exitCode } = await testNote(cwd);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('✓ note/data  looks and reads the same')]);
});

it('never approves in CI, unless it is told to', async () => {
  const cwd = temporaryFolder(note);
  const refused = await testNote(cwd, ['--update'], { CI: 'true' });
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('not written in CI')]);
  expect(existsSync(join(cwd, 'note/golden'))).toBe(false);
  expect((await testNote(cwd, ['--update', '--yes'], { CI: 'true' })).exitCode).toBe(0);
  expect(existsSync(join(cwd, 'note/golden/data.pdf'))).toBe(true);
});

it('fails with a browser that cannot be started, as CI may have one', async () => {
  const cwd = await approvedNote({ 'no-browser': 'This is no program.' });
  const { exitCode, stderr, stdout } = await testNote(cwd, [], { PDFAPI_BROWSER: join(cwd, 'no-browser') });
  expect([exitCode, stderr]).toEqual([6, expect.stringContaining('cannot be executed')]);
  expect(stdout).toMatch(/✗ note\/data .*\n.*cannot be executed/);
});
