/** `pdfapi test`: templates compared with approved PDFs. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { fixture } from '../../support/pdf/fixture.ts';
import { root, run } from '../../support/run.ts';

const font = readFileSync(join(root, 'src/core/pdfme/fonts/OpenSans-Regular.ttf'));
const style = "@font-face { font-family: Own; src: url('fonts/Own.ttf') } body { font: 12pt Own }";
const template = {
  'note/template.html': `<!doctype html><html lang="en"><title>Note</title><style>${style}</style><h1>Note {{ number }}</h1><p>{{ text }}`,
  'note/fonts/Own.ttf': font,
  'note/data.json': '{ "number": 1, "text": "Hello" }',
  'note/cases/long.json': '{ "number": 2, "text": "A longer text" }',
};

const test = async (cwd: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
  await run(['test', 'note', ...args], { cwd, env });

/** Approves what the template makes. */
async function approved(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<string> {
  const cwd = temporaryFolder({ ...template, ...files });
  const { exitCode, stderr } = await test(cwd, ['--update']);
  expect(exitCode, stderr).toBe(0);
  return cwd;
}

it('fails without an approved PDF, says how to approve it, and passes then', async () => {
  const cwd = temporaryFolder(template);
  const missing = await test(cwd);
  expect(missing.exitCode).toBe(5);
  expect(missing.stdout).toMatch(
    /✗ note\/data {2}not approved yet .*\n {4}There is no note\/golden\/data\.pdf: .*--update/,
  );
  expect(missing.stderr).toContain('golden_differs (exit 5)');
  expect(existsSync(join(cwd, 'note/golden'))).toBe(false);
  const update = await test(cwd, ['--update']);
  expect([update.exitCode, update.stderr]).toEqual([0, expect.stringContaining('2 approved')]);
  const passed = await test(cwd);
  expect([passed.exitCode, passed.stdout.match(/✓ note\/(?:data|long) {2}the same bytes/g)]).toEqual([
    0,
    ['✓ note/data  the same bytes', '✓ note/long  the same bytes'],
  ]);
});

it('says what has changed, and leaves the approved PDF as it is', async () => {
  const cwd = await approved();
  const before = readFileSync(join(cwd, 'note/golden/long.pdf'));
  writeFileSync(join(cwd, 'note/cases/long.json'), '{ "number": 3, "text": "A longer text" }');
  const { stdout, stderr, exitCode } = await test(cwd);
  expect(exitCode, stderr).toBe(5);
  expect(stdout).toContain('✓ note/data');
  expect(stdout).toContain('page 1: text: − "Note 2" + "Note 3"');
  expect(stdout).toMatch(/page 1: pixels: \d+ pixels, .* % of the page, within \d+ × \d+ mm/);
  expect(stderr).toContain('1 of 2 cases did not pass');
  expect(readFileSync(join(cwd, 'note/golden/long.pdf')).equals(before)).toBe(true);
});

it('finds another description of a link and another alternative text of a picture', async () => {
  const html = (link: string, alt: string) =>
    `<!doctype html><html lang="en"><title>Note</title><style>${style}</style><h1>Note</h1>
<p><a href="https://a.test/" aria-label="${link}">Terms</a></p>
<svg role="img" aria-label="${alt}" width="40" height="40"><rect width="40" height="40"/></svg><img alt="${alt}, too" width="9" height="9" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAIBRAA7">`;
  const cwd = await approved({ 'note/template.html': html('Terms of payment', 'A black square') });
  writeFileSync(join(cwd, 'note/template.html'), html('Terms of use', 'A dark square'));
  const { stdout, exitCode } = await test(cwd);
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
  const cwd = await approved();
  const golden = join(cwd, 'note/golden/data.pdf');
  writeFileSync(golden, Buffer.concat([readFileSync(golden), Buffer.from('\n% a comment\n')]));
  const { stdout, exitCode } = await test(cwd);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('✓ note/data  looks and reads the same')]);
});

it('writes reports for CI and for people', async () => {
  const cwd = await approved();
  writeFileSync(join(cwd, 'note/data.json'), '{ "number": "<&>\\"", "text": "Hello" }');
  const args = ['line', 'junit=report.xml', 'html=report.html', 'github'].flatMap((each) => [
    '--reporter',
    each,
  ]);
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(cwd, 'summary.md'), GITHUB_WORKSPACE: cwd };
  const { stderr, exitCode } = await test(cwd, args, env);
  expect(exitCode, stderr).toBe(5);
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

it('--changed passes over templates that passed as they are', async () => {
  const cwd = await approved();
  expect((await test(cwd, ['--changed'])).exitCode).toBe(0);
  const again = await test(cwd, ['--changed']);
  expect([again.exitCode, again.stdout, again.stderr]).toEqual([
    0,
    '',
    expect.stringContaining('1 template unchanged'),
  ]);
  writeFileSync(join(cwd, 'note/cases/long.json'), '{ "number": 3 }');
  expect((await test(cwd, ['--changed'])).exitCode).toBe(5);
  expect((await test(cwd, ['--changed'])).exitCode).toBe(5);
});

it('never approves in CI, unless it is told to', async () => {
  const cwd = temporaryFolder(template);
  const refused = await test(cwd, ['--update'], { CI: 'true' });
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('not written in CI')]);
  expect(existsSync(join(cwd, 'note/golden'))).toBe(false);
  expect((await test(cwd, ['--update', '--yes'], { CI: 'true' })).exitCode).toBe(0);
  expect(existsSync(join(cwd, 'note/golden/data.pdf'))).toBe(true);
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

it('fails with a browser that cannot be started, as CI may have one', async () => {
  const cwd = await approved({ 'no-browser': 'This is no program.' });
  const { exitCode, stderr, stdout } = await test(cwd, [], { PDFAPI_BROWSER: join(cwd, 'no-browser') });
  expect([exitCode, stderr]).toEqual([6, expect.stringContaining('cannot be executed')]);
  expect(stdout).toMatch(/✗ note\/data .*\n.*cannot be executed/);
});

it.each([
  [['--reporter', 'junti'], 'Did you mean "junit"?', 2],
  [['--reporter', 'line', '--reporter', 'junit'], '--reporter junit=report.xml', 2],
  [['--tolerance', '101'], 'from 0 to 100', 2],
])('%j is an error that says what would be right', async (args, words, code) => {
  const { exitCode, stderr } = await test(temporaryFolder(template), args);
  expect([exitCode, stderr]).toEqual([code, expect.stringContaining(words)]);
});
