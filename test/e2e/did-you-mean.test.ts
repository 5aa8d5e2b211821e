/** A misspelt name is reported with a suggestion. */
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { run } from '../support/run.ts';

const folder = () =>
  temporaryFolder({ 'invoice/template.html': '<p>Hi</p>', 'a.html': '<p>Hi</p>', 'scans/1.pdf': '%PDF-' });

it.each<[string, readonly string[], number, string]>([
  ['a command', ['genrate', './invoice'], 2, 'Did you mean generate?'],
  ['a command below another', ['templates', 'pish'], 2, 'Did you mean push?'],
  ['a command two below', ['admin', 'tokn', 'list'], 2, 'Did you mean token?'],
  ['an option', ['generate', './invoice', '--outptu', 'a.pdf'], 2, 'Did you mean --output?'],
  ['an option of all commands', ['--quite', 'html', 'a.html'], 2, 'Did you mean --quiet?'],
  [
    'an option of all commands, behind one',
    ['html', 'a.html', '--profle', 'x'],
    2,
    'Did you mean --profile?',
  ],
  ['an option of wkhtmltopdf', ['html', 'a.html', '--page-width', '80mm'], 2, 'Did you mean --format? Width'],
  [
    'a footer of wkhtmltopdf',
    ['html', 'a.html', '--footer-center', 'Page'],
    2,
    'Did you mean --footer? It takes a file of HTML, not a text. Its HTML has page numbers',
  ],
  ['a flag of wkhtmltopdf', ['generate', './invoice', '-T', '5'], 2, 'Did you mean --margin-top?\n'],
  [
    'an option that is not needed',
    ['html', 'a.html', '--print-background'],
    2,
    'Did you mean --no-backgrounds? Backgrounds are printed',
  ],
  ['a template to check', ['templates', 'check', './invioce'], 4, 'Did you mean ./invoice?'],
  ['a template to push', ['templates', 'push', './invioce'], 4, 'Did you mean ./invoice?'],
  ['a template to preview', ['dev', 'invioce'], 4, 'Did you mean ./invoice?'],
  ['a page size', ['html', 'a.html', '--format', 'Leter', '--local'], 2, 'Did you mean "Letter"?'],
  [
    'an option in place of a value',
    ['html', 'a.html', '--pdfa', '-o', 'b.pdf'],
    2,
    "Option '--pdfa <level>' argument missing.\n--pdfa <level>: make PDF/A for archives: 2b,",
  ],
  [
    'an option of all commands in place of a value',
    ['html', 'a.html', '-o', '--json'],
    2,
    'argument missing',
  ],
  [
    'a report of a merge',
    ['merge', 'a.html', '--report', 'r.json'],
    2,
    'as JSON on stdout: pdfapi merge … --json',
  ],
  [
    'a report of a check',
    ['check', 'a.pdf', '--report', 'r.json'],
    2,
    'as JSON on stdout: pdfapi check … --json',
  ],
  [
    'a report of several documents',
    ['html', 'a.html', 'invoice/template.html', '-o', 'out/', '--report', 'r.json'],
    2,
    'a line for each: --json',
  ],
  [
    'a folder of PDFs to merge',
    ['merge', 'scans'],
    2,
    'in the order of their names: pdfapi merge scans/*.pdf',
  ],
  ['a topic of the help', ['help', 'enviroment'], 2, 'Did you mean "environment"?'],
])('%s', async (_what, args, code, suggestion) => {
  const cwd = folder();
  const { exitCode, stderr, stdout } = await run(args, { cwd, env: { PDFAPI_CONFIG_DIR: `${cwd}/config` } });
  expect(stderr).toContain(suggestion);
  expect([exitCode, stdout]).toEqual([code, '']);
});

it.each([
  ['https://pdf.example.com', 'login --url-base https://pdf.example.com'],
  ['localhost:8080', 'login --url-base http://localhost:8080'],
])('names the option for the address of a server, %s', async (address, command) => {
  const { exitCode, stderr } = await run(['login', address], { cwd: folder() });
  expect(stderr).toContain(`The server is an option: pdfapi ${command}\n`);
  expect(exitCode).toBe(2);
});

it('suggests nothing without a near match', async () => {
  const { stderr } = await run(['frobnicate'], { cwd: folder() });
  expect(stderr).not.toContain('Did you mean');
});

it('takes a level as PDF/A itself is written', async () => {
  const cwd = temporaryFolder({});
  const { stderr } = await run(['html', 'missing.html', '--pdfa', 'PDF/A-2b'], { cwd });
  expect(stderr).toContain('missing.html');
});

it('says that several files of --data make one document', async () => {
  const cwd = temporaryFolder({
    'invoice/template.html': '<p>{{ a }}',
    'a.json': '{"a":1}',
    'b.json': '{"a":2}',
  });
  // Nothing that could render.
  const env = { PDFAPI_BROWSER: '/nowhere/chromium' };
  const args = ['generate', './invoice', '-d', 'a.json', '-d', 'b.json'];
  const { stderr } = await run([...args, '-o', 'multi/'], { cwd, env });
  expect(stderr).toContain('One of each, without -d: pdfapi generate ./invoice a.json b.json -o multi/');
  expect((await run([...args, '-o', 'one.pdf'], { cwd, env })).stderr).not.toContain('One of each');
});
