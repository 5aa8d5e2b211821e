import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { processesBelow } from '../../support/browser/process-list.ts';
import { isVisible, shows, textOf } from '../../support/cli/commands/dev/preview-page.ts';
import { plainTemplate, startDev } from '../../support/cli/commands/dev/running-dev.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { type RealPage, realPages } from '../../support/real-page.ts';
import { answerOnTerminal, run } from '../../support/run.ts';
import { editorText, fillEditor } from '../../support/studio/code-editor.ts';

const openPage = realPages();

const click = (page: RealPage, id: string) => page.evaluate(`document.getElementById('${id}').click()`);

/** Returns the number of dark pixels on the first page. */
const inkOf = (page: RealPage) =>
  page.evaluate<number>(
    `(() => { const c = document.querySelector('#pages canvas');` +
      ` const { data } = c.getContext('2d').getImageData(0, 0, c.width, c.height);` +
      ` let ink = 0; for (let i = 0; i < data.length; i += 4) if (data[i] < 128) ink++; return ink; })()`,
  );

async function visit(dev: { url: string }, text = 'Dear Ada'): Promise<RealPage> {
  const page = await openPage();
  await page.go(`${dev.url}/`);
  await shows(page, text);
  return page;
}

it('a saved file changes the PDF on screen, and a new partial is picked up', async () => {
  const dev = await startDev();
  const page = await visit(dev);
  const before = await inkOf(page);
  expect(before).toBeGreaterThan(0);
  dev.write('template.html', '<title>Note</title><p>Dear {{ name }}, good morning</p>');
  await shows(page, 'Dear Ada, good morning');
  expect(await inkOf(page)).toBeGreaterThan(before);

  dev.write('template.html', '<p>{{ include("end.html") }}</p>');
  await page.until(isVisible('failure'));
  dev.write('partials/end.html', 'Yours sincerely');
  await shows(page, 'Yours sincerely');
  dev.write('partials/end.html', 'Yours faithfully');
  await shows(page, 'Yours faithfully');
  expect(await textOf(page, 'facts')).toMatch(/^1 page · \d+ KB · [\d.]+ m?s$/);
  expect(page.errors).toEqual([]);
});

it('follows a file that an editor replaces by renaming, repeatedly', async () => {
  const dev = await startDev();
  const page = await visit(dev);
  for (const name of ['Grace', 'Mary', 'Sophie']) {
    writeFileSync(join(dev.folder, 'template.html.new'), `<p>Dear ${name}</p>`);
    renameSync(join(dev.folder, 'template.html'), join(dev.folder, 'template.html~'));
    renameSync(join(dev.folder, 'template.html.new'), join(dev.folder, 'template.html'));
    await shows(page, `Dear ${name}`);
  }
});

it('checks the document for PDF/A and PDF/UA while the card is open, and again when it changes', async () => {
  const dev = await startDev();
  const page = await visit(dev);
  await page.evaluate("document.getElementById('check').open = true");
  const summary = "document.querySelector('#check summary').innerText";
  const isGreen = () =>
    page.evaluate<boolean>(`(() => {
      const [, red, green, blue] = /(\\d+), (\\d+), (\\d+)/.exec(
        getComputedStyle(document.querySelector('#check summary')).color).map(Number);
      return green > red && green > blue; })()`);
  await page.until(`${summary}.includes('PDF/UA-1')`);
  expect(await textOf(page, 'check')).toMatch(/^PDF\/A-2b \(not claimed\): \d+ findings? · PDF\/UA-1/);
  expect(await textOf(page, 'check')).toContain('6.6.4-1');
  expect(await isGreen()).toBe(false);
  dev.write('template.json', '{ "pdfa": "3a", "pdfua": true }');
  dev.write(
    'template.html',
    '<!doctype html><html lang="en"><title>Note</title><h1>Dear Ada, for the archive',
  );
  await shows(page, 'for the archive');
  await page.until(`${summary} === 'PDF/A-3a holds · PDF/UA-1 holds'`);
  expect(await isGreen()).toBe(true);
  expect(page.errors).toEqual([]);
});

it('lists warnings of a render; with --strict an undefined variable is an error on its line', async () => {
  const html = '<html lang="en"><title>Note</title><p>Hi</p><img src="assets/none.png">';
  const dev = await startDev({ ...plainTemplate, 'template.html': html });
  const page = await visit(dev, 'Hi');
  await page.until(isVisible('warnings'));
  expect(await textOf(page, 'warnings')).toMatch(
    /2 warnings\n.*note\/template\.html:1:50: assets\/none\.png did not load.*\n.*note\/template\.html:1:45: <img> has no text alternative/,
  );

  const strict = await startDev({ 'template.html': '<p>one</p>\n<p>{{ nobody }}</p>' }, ['--strict']);
  await page.go(`${strict.url}/`);
  await page.until(isVisible('failure'));
  expect(await textOf(page, 'failure')).toContain('note/template.html:2:7');
});

it('shows what the lint finds with --strict too, which a strict render without --lint accepts', async () => {
  const dev = await startDev({ 'template.html': '<p>Hi</p>' }, ['--strict']);
  const page = await visit(dev, 'Hi');
  await page.until(isVisible('warnings'));
  expect(await textOf(page, 'warnings')).toContain('document-language');
});

it('renders data typed in the page immediately, and writes it only on saving', async () => {
  const dev = await startDev();
  const page = await visit(dev);
  const file = join(dev.folder, 'data.json');
  await fillEditor(page, '{ "name": "Grace" }');
  await shows(page, 'Dear Grace');
  await page.until(isVisible('unsaved'));
  expect(readFileSync(file, 'utf8')).toBe(plainTemplate['data.json']);
  await page.evaluate(
    `document.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true }))`,
  );
  await page.until(`!${isVisible('unsaved')}`);
  expect(readFileSync(file, 'utf8')).toBe('{ "name": "Grace" }');

  await fillEditor(page, '{ "name": "Mary" }');
  await shows(page, 'Dear Mary');
  await click(page, 'discard');
  await shows(page, 'Dear Grace');
  expect(await editorText(page)).toBe('{ "name": "Grace" }');
});

it('reports invalid JSON with line and column, and does not save it', async () => {
  const dev = await startDev();
  const page = await visit(dev);
  await fillEditor(page, '{\n  "name": "Ada",\n}');
  await page.until(isVisible('data-failure'));
  expect(await textOf(page, 'data-failure')).toContain('note/data.json:2:16');
  await page.until(`document.querySelector('.cm-lint-marker-error')`);
  expect(await page.evaluate(`document.querySelector('.cm-lintRange-error').innerText`)).toBe(',');
  expect(await textOf(page, 'pages')).toContain('Dear Ada');
  await click(page, 'save');
  await page.until(`document.getElementById('status').innerText.startsWith('Failed')`);
  expect(readFileSync(join(dev.folder, 'data.json'), 'utf8')).toBe(plainTemplate['data.json']);
  await fillEditor(page, '{ "name": "Mary" }');
  await shows(page, 'Dear Mary');
  expect(await page.evaluate(isVisible('data-failure'))).toBe(false);
});

it('overwrites a data.json that changed under unsaved input only on confirmation', async () => {
  const dev = await startDev();
  const page = await visit(dev);
  dev.write('data.json', '{ "name": "Sophie" }');
  await shows(page, 'Dear Sophie');
  expect(await editorText(page)).toBe('{ "name": "Sophie" }');
  await fillEditor(page, '{ "name": "Mary" }');
  await shows(page, 'Dear Mary');
  dev.write('data.json', '{ "name": "Other" }');
  await page.until(isVisible('conflict'));
  await click(page, 'save');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(readFileSync(join(dev.folder, 'data.json'), 'utf8')).toBe('{ "name": "Other" }');
  expect(await textOf(page, 'pages')).toContain('Dear Mary');
  await click(page, 'overwrite');
  await page.until(`!${isVisible('conflict')} && !${isVisible('unsaved')}`);
  expect(readFileSync(join(dev.folder, 'data.json'), 'utf8')).toBe('{ "name": "Mary" }');
});

it('keeps the scroll position while the document changes', async () => {
  const long = (word: string) =>
    `${Array.from({ length: 9 }, (_, i) => `<p style="break-after: page">${word} ${i}</p>`).join('')}`;
  const dev = await startDev({ 'template.html': long('page') });
  const page = await visit(dev, 'page 0');
  await page.evaluate(`document.getElementById('pages').scrollTop = 3000`);
  const place = await page.evaluate<number>(`document.getElementById('pages').scrollTop`);
  expect(place).toBe(3000);
  dev.write('template.html', long('sheet'));
  await shows(page, 'sheet');
  expect(await page.evaluate(`document.getElementById('pages').scrollTop`)).toBe(place);
  // Pages far from the viewport are not drawn before they are scrolled to.
  expect(await page.evaluate<number>(`document.querySelectorAll('#pages canvas').length`)).toBeLessThan(9);
});

it('abandons a template that never ends for a newer one', async () => {
  const dev = await startDev();
  const page = await visit(dev);
  dev.write('template.html', '<p>old</p><script>window.pdfapiReady = new Promise(() => {})</script>');
  await page.until(`document.getElementById('status').innerText === 'Rendering'`);
  dev.write('template.html', '<p>newer</p>');
  await shows(page, 'newer');
  expect(dev.said()).not.toContain('error:');
});

it('limits a render to --timeout', async () => {
  const dev = await startDev(plainTemplate, ['--timeout', '4s']);
  const page = await visit(dev);
  dev.write('template.html', '<script>for (;;);</script>');
  await page.until(isVisible('failure'));
  expect(await textOf(page, 'failure')).toContain('No PDF within 4 s');
});

it('reports a deleted folder, and watches it again when it is back', async () => {
  const dev = await startDev();
  const page = await visit(dev);
  rmSync(dev.folder, { recursive: true });
  await page.until(isVisible('failure'));
  expect(await textOf(page, 'failure')).toContain('no template folder note');
  dev.write('template.html', '<p>back again</p>');
  await shows(page, 'back again');
  dev.write('template.html', '<p>and watched</p>');
  await shows(page, 'and watched');
});

it('Ctrl-C ends it normally, closes the browser, and is shown in the page', async () => {
  const dev = await startDev();
  const page = await visit(dev);
  const started = processesBelow(dev.pid);
  expect(started.length).toBeGreaterThan(0);
  expect(await dev.interrupt()).toBe(0);
  const left = () => started.filter(({ pid, command }) => existsSync(`/proc/${pid}`) && isSame(pid, command));
  // The processes of a browser that was killed end a moment later.
  await vi.waitFor(() => expect(left()).toEqual([]), 10_000);
  await page.until(`document.getElementById('status').innerText.includes('has stopped')`);
});

/** Compares the command too, because the pid of a process that has ended is reused. */
const isSame = (pid: number, command: string): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ') === command;
  } catch {
    return false;
  }
};

it('--open opens the page only on a terminal', async () => {
  const home = temporaryFolder({ 'note/template.html': '<p>Hi</p>' });
  const opened = join(home, 'opened');
  writeFileSync(join(home, 'xdg-open'), `#!/bin/sh\nprintf '%s' "$1" > '${opened}'\n`, { mode: 0o755 });
  const env = { PATH: `${home}:${process.env.PATH}`, PDFAPI_CONFIG_DIR: join(home, 'config') };
  const args = ['dev', 'note', '--port', '0', '--open'];
  const { stdout, exitCode } = await answerOnTerminal(
    args,
    { cwd: home, env },
    { question: '1 page', keys: '\x03' },
  );
  expect(stdout).toContain(readFileSync(opened, 'utf8'));
  expect(readFileSync(opened, 'utf8')).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(exitCode).toBe(0);
  rmSync(opened);

  const { said, url } = await startDev(plainTemplate, ['--open'], env);
  expect(url).toMatch(/^http/);
  await waitFor(() => said().includes('1 page'));
  expect(existsSync(opened)).toBe(false);
});

it('fails if the requested port is taken', async () => {
  const { url } = await startDev();
  const { port } = new URL(url);
  const home = temporaryFolder({ 'note/template.html': '<p>Hi</p>' });
  const { exitCode, stderr } = await run(['dev', 'note', '--port', port], { cwd: home });
  expect(stderr).toContain(`Cannot listen on 127.0.0.1:${port}`);
  expect(exitCode).toBe(9);
});

async function waitFor(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20));
}

it('prints the warnings of a render in the terminal too', async () => {
  const dev = await startDev();
  await visit(dev);
  dev.write('template.html', '<title>Note</title><p>Dear {{ nmae }}, good morning</p>');
  await expect
    .poll(() => dev.said(), { timeout: 20_000 })
    .toMatch(/warning: .*template\.html:1:\d+: .*"nmae"/);
});
