/** `--watch`: keeps a PDF up to date with its sources, for use with any viewer. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { readPdf } from '../support/read-pdf.ts';
import { bin, run } from '../support/run.ts';

const files = {
  'note/template.html': '<p>Dear {{ name }}{{ include("end.html") }}</p>',
  'note/partials/end.html': ', hello',
  'data.json': '{ "name": "Ada" }',
};

function watching(args: readonly string[], given: Readonly<Record<string, string>> = files) {
  const cwd = temporaryFolder(given);
  const child = execa(process.execPath, [bin, ...args], {
    cwd,
    reject: false,
    stdin: 'ignore',
    env: { CI: undefined, PDFAPI_URL: undefined, PDFAPI_CONFIG_DIR: join(cwd, 'config') },
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await child;
  });
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const textOf = async (name: string) =>
    existsSync(join(cwd, name)) ? (await readPdf(readFileSync(join(cwd, name)))).pages.join('\n') : '';
  const until = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 100 });
  return {
    cwd,
    child,
    write(path: string, text: string) {
      mkdirSync(dirname(join(cwd, path)), { recursive: true });
      writeFileSync(join(cwd, path), text);
    },
    shows: (name: string, text: string) => until(async () => expect(await textOf(name)).toContain(text)),
    says: (text: string) => until(() => expect(said).toContain(text)),
  };
}

it('renders at each save of template, partial and data, survives errors, and exits with 130 on Ctrl-C', async () => {
  const { cwd, child, write, shows, says } = watching([
    ...['generate', './note', '--watch', '-d', 'data.json', '-o', 'note.pdf'],
  ]);
  await shows('note.pdf', 'Dear Ada, hello');
  await says('Watching ./note; press Ctrl-C to stop.');
  write('data.json', '{ "name": "Grace" }');
  await shows('note.pdf', 'Dear Grace, hello');
  write('note/partials/end.html', ', good morning');
  await shows('note.pdf', 'Dear Grace, good morning');
  write('note/template.html', '<p>{{ name|nofilter }}</p>');
  await says('nofilter');
  write('note/template.html', '<p>Repaired</p>');
  await shows('note.pdf', 'Repaired');
  child.kill('SIGINT');
  const { exitCode, stdout } = await child;
  expect(exitCode).toBe(130);
  expect(stdout?.split('\n')).toEqual(['note.pdf', 'note.pdf', 'note.pdf', 'note.pdf']);
  expect(readdirSync(cwd).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

it('the PDF of an HTML file triggers no render, and --json prints NDJSON', async () => {
  const { child, write, shows } = watching(['html', 'page.html', '--watch', '--json'], {
    'page.html': '<p>one <img src="a.svg">',
    'a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  });
  await shows('page.pdf', 'one');
  write('page.html', '<p>{{ wrong');
  write('page.html', '<p>two</p>');
  await shows('page.pdf', 'two');
  // Long enough for a round of the watcher that would notice the changed PDF.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  child.kill('SIGINT');
  const { stdout = '', stderr = '' } = await child;
  const results = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(results.length).toBeLessThanOrEqual(3);
  for (const result of results) expect(result).toMatchObject({ path: 'page.pdf', pages: 1, warnings: [] });
  for (const line of stderr.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('error');
});

it.each([
  [['generate', './note', '--watch', '-d', '-'], '-d - is read once'],
  [['generate', './note', '--watch', '-o', '-'], 'stdout holds only one PDF'],
  [['html', '-', '--watch'], '--watch needs a file that can change'],
  [['html', 'https://example.com', '--watch'], '--watch needs a file that can change'],
  [['generate', './note', '--watch'], 'note.pdf already exists'],
])('%j is a usage error', async (args, message) => {
  const { exitCode, stderr } = await run(args, { cwd: temporaryFolder({ ...files, 'note.pdf': 'mine' }) });
  expect(stderr).toContain(message);
  expect(exitCode).toBe(2);
});

it('renders at each save of a stamp', async () => {
  const { write, shows } = watching(
    ['generate', './note', '--watch', '--stamp', 'stamps/draft.html', '-o', 'note.pdf', '-d', 'data.json'],
    { ...files, 'stamps/draft.html': '<b>First draft</b>' },
  );
  await shows('note.pdf', 'First draft');
  write('stamps/draft.html', '<b>Second draft</b>');
  await shows('note.pdf', 'Second draft');
});
