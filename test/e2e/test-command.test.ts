/** `pdfapi test`: templates compared with approved PDFs. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { approvedNote, note, testNote } from '../support/cli/commands/test/approved-note.ts';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { fixture } from '../support/pdf/fixture.ts';
import { run } from '../support/run.ts';

it('fails without an approved PDF, says how to approve it, and passes then', async () => {
  const cwd = temporaryFolder(note);
  const missing = await testNote(cwd);
  expect(missing.exitCode).toBe(5);
  expect(missing.stdout).toMatch(
    /✗ note\/data {2}not approved yet .*\n {4}There is no note\/golden\/data\.pdf: .*--update/,
  );
  expect(missing.stderr).toContain('golden_differs (exit 5)');
  expect(existsSync(join(cwd, 'note/golden'))).toBe(false);
  const update = await testNote(cwd, ['--update']);
  expect([update.exitCode, update.stderr]).toEqual([0, expect.stringMatching(/^2 approved · /m)]);
  expect(update.stdout).toMatch(
    /^✓ note\/data {2}approved · 1 page .*\n✓ note\/long {2}approved · 1 page .*\n$/,
  );
  const passed = await testNote(cwd);
  expect([passed.exitCode, passed.stdout.match(/✓ note\/(?:data|long) {2}the same bytes/g)]).toEqual([
    0,
    ['✓ note/data  the same bytes', '✓ note/long  the same bytes'],
  ]);
});

it('says what has changed, in reports for CI and for people, and leaves the approved PDF as it is', async () => {
  const cwd = await approvedNote();
  writeFileSync(join(cwd, 'note/data.json'), '{ "number": "<&>\\"", "text": "Hello" }');
  const args = ['line', 'junit=report.xml', 'html=report.html', 'github'].flatMap((each) => [
    '--reporter',
    each,
  ]);
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(cwd, 'summary.md'), GITHUB_WORKSPACE: cwd };
  const before = readFileSync(join(cwd, 'note/golden/data.pdf'));
  const { stdout, stderr, exitCode } = await testNote(cwd, args, env);
  expect(exitCode, stderr).toBe(5);
  expect(stdout).toMatch(/page 1: text: − "Note 1" \+ "Note .*\n.*page 1: pixels: \d+ pixels/);
  expect(readFileSync(join(cwd, 'note/golden/data.pdf')).equals(before)).toBe(true);
  const xml = readFileSync(join(cwd, 'report.xml'), 'utf8');
  expect(xml).toContain('<testsuites name="pdfapi test" tests="2" failures="1" errors="0"');
  expect(xml).toMatch(/<failure type="different" message="[^"<]*">[^<]*Note &#60;&#38;&#62;[^<]*<\/failure>/);
  const html = readFileSync(join(cwd, 'report.html'), 'utf8');
  expect(html.match(/<figure>/g)).toHaveLength(3);
  expect(html).toContain('type="range"');
  expect(html).not.toMatch(/(?:src|href)="(?!data:image\/png;base64,)/);
  expect(html).not.toContain('<&>');
  expect(stderr).toMatch(
    /^::error file=note\/golden\/data\.pdf,title=pdfapi test%3A different::note\/data%0A/m,
  );
  const summary = readFileSync(join(cwd, 'summary.md'), 'utf8');
  expect(summary).toContain(
    '| note/data | ❌ different | 1 | outline, text &#40;page 1&#41;, pixels &#40;page 1&#41; |',
  );
  expect(summary).toContain('| note/long | ✅ equal | 1 |  |');
  expect(summary).toContain('are in report.html: GitHub shows no pictures here.');
});

it('--update replaces no approved PDF unasked, but approves new cases, and with --yes all', async () => {
  const cwd = await approvedNote();
  const before = readFileSync(join(cwd, 'note/golden/data.pdf'));
  writeFileSync(join(cwd, 'note/data.json'), '{ "number": 7, "text": "Hello" }');
  writeFileSync(join(cwd, 'note/cases/new.json'), '{ "number": 8 }');
  const refused = await testNote(cwd, ['--update']);
  expect([refused.exitCode, refused.stderr]).toEqual([
    5,
    expect.stringMatching(
      /1 of 3 cases differs from its approved PDF, .* no terminal to ask at.\n.*--update --yes/,
    ),
  ]);
  expect(refused.stdout).toMatch(/✗ note\/data {2}different .*\n {4}.*Note 1.*Note 7/);
  expect(refused.stdout).toContain('✓ note/new  approved');
  expect(readFileSync(join(cwd, 'note/golden/data.pdf')).equals(before)).toBe(true);
  expect(existsSync(join(cwd, 'note/golden/new.pdf'))).toBe(true);
  const args = ['--update', '--yes', '--reporter', 'line', '--reporter', 'html=report.html'];
  const approved = await testNote(cwd, args);
  expect([approved.exitCode, approved.stderr]).toEqual([0, expect.stringContaining('1 approved')]);
  expect(approved.stdout).toMatch(/✓ note\/data {2}approved .*\n {4}.*Note 1.*Note 7/);
  const html = readFileSync(join(cwd, 'report.html'), 'utf8');
  expect(html).toContain('<h1>All as approved</h1>');
  expect(html).toContain('<h2>note/data: approved</h2>');
  expect((await testNote(cwd)).exitCode).toBe(0);
});

it('--changed passes over templates that passed as they are', async () => {
  const cwd = await approvedNote();
  expect((await testNote(cwd, ['--changed'])).exitCode).toBe(0);
  const again = await testNote(cwd, ['--changed']);
  expect([again.exitCode, again.stdout, again.stderr]).toEqual([
    0,
    '',
    expect.stringContaining('1 template unchanged'),
  ]);
  writeFileSync(join(cwd, 'note/cases/long.json'), '{ "number": 3 }');
  expect((await testNote(cwd, ['--changed'])).exitCode).toBe(5);
  expect((await testNote(cwd, ['--changed'])).exitCode).toBe(5);
});

it('warns of fonts of the machine and of PDFs without a case, and names templates that are broken', async () => {
  const cwd = temporaryFolder({
    'all/plain/template.html': '<title>Plain</title><p style="font-family: serif">Text',
    'all/plain/golden/gone.pdf': fixture('plain'),
    'all/broken/template.html': '<p>{{ ',
    'all/README.md': '# Templates',
  });
  const { stdout, stderr, exitCode } = await run(['test', 'all', '--json'], { cwd });
  expect(exitCode).toBe(5);
  const { cases } = JSON.parse(stdout);
  expect(cases.map((each: { template: string; result: string }) => [each.template, each.result])).toEqual([
    ['all/broken', 'failed'],
    ['all/plain', 'missing'],
  ]);
  expect(cases[0].error.code).toBe('invalid_template');
  expect(cases[1].machine_fonts).toHaveLength(1);
  const { warnings } = JSON.parse(stderr).error;
  expect(warnings.join('\n')).toMatch(/all\/plain\/golden\/gone\.pdf has no case.*\n.*fonts of this machine/);
});

it.each([
  [['--reporter', 'junti'], 'Did you mean "junit"?', 2],
  [['--reporter', 'line', '--reporter', 'junit'], '--reporter junit=report.xml', 2],
  [['--tolerance', '101'], 'from 0 to 100', 2],
])('%j is an error that says what would be right', async (args, words, code) => {
  const { exitCode, stderr } = await testNote(temporaryFolder(note), args);
  expect([exitCode, stderr]).toEqual([code, expect.stringContaining(words)]);
});
