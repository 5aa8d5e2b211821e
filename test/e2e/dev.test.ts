/** `pdfapi dev` in a real browser: what a person who designs a template sees and does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isVisible, shows, textOf } from '../support/cli/commands/dev/preview-page.ts';
import { plainTemplate, type RunningDev, startDev } from '../support/cli/commands/dev/running-dev.ts';
import { editorJson, text } from '../support/pdfme/editor-files.ts';
import { type RealPage, realPages } from '../support/real-page.ts';
import { run } from '../support/run.ts';
import { fillEditor } from '../support/studio/code-editor.ts';

const openPage = realPages();

/** A page that shows the note to Ada. */
async function openPreview({ url }: RunningDev): Promise<RealPage> {
  const page = await openPage();
  await page.go(`${url}/`);
  await shows(page, 'Dear Ada');
  return page;
}

it('shows each saved file and typed data at once, saves the data, and ends with Ctrl-C', async () => {
  const dev = await startDev();
  const page = await openPreview(dev);
  dev.write('template.html', '<title>Note</title><p>Dear {{ name }}, good morning</p>');
  await shows(page, 'Dear Ada, good morning');
  const data = join(dev.folder, 'data.json');
  await fillEditor(page, '{ "name": "Grace" }');
  await shows(page, 'Dear Grace');
  expect(readFileSync(data, 'utf8')).toBe(plainTemplate['data.json']);
  await page.until(isVisible('unsaved'));
  await page.pressControl('s');
  await page.until(`!${isVisible('unsaved')}`);
  expect(readFileSync(data, 'utf8')).toBe('{ "name": "Grace" }');
  expect(await dev.interrupt()).toBe(0);
  await page.until(`document.getElementById('status').innerText.includes('has stopped')`);
});

it('shows a template error with file, line and caret over the last good PDF, until it is fixed', async () => {
  const dev = await startDev();
  const page = await openPreview(dev);
  dev.write('template.html', '<title>Note</title>\n<p>Dear {{ name | lowre }}</p>');
  await page.until(isVisible('failure'));
  const shown = await textOf(page, 'failure');
  expect(shown).toContain('note/template.html:2:19');
  expect(shown).toContain('<p>Dear {{ name | lowre }}</p>');
  expect(shown).toMatch(/│ {19}\^/);
  expect(shown).toContain('lower');
  expect(await textOf(page, 'pages')).toContain('Dear Ada');
  await page.until(`getComputedStyle(document.getElementById('pages')).opacity < 0.5`);
  expect(await page.evaluate('document.title')).toMatch(/^✗/);
  expect(dev.said()).toContain('note/template.html:2:19');

  dev.write('template.html', '<p>Dear {{ name | lower }}</p>');
  await shows(page, 'Dear ada');
  expect(await page.evaluate(isVisible('failure'))).toBe(false);
  await page.until(`getComputedStyle(document.getElementById('pages')).opacity === '1'`);
});

it('compares with approved documents, and follows a saved file', async () => {
  const dev = await startDev();
  const approved = await run(['test', 'note', '--update', '--yes'], { cwd: join(dev.folder, '..') });
  expect(approved.exitCode, approved.stderr).toBe(0);
  const page = await openPreview(dev);
  await page.until(isVisible('compare'));
  await page.click('#compare');
  await page.until(`document.getElementById('compare').innerText === 'As approved'`);
  dev.write('template.html', plainTemplate['template.html'].replace('Dear', 'Hello'));
  await page.until(`document.getElementById('compare').innerText === '1 page differs'`);
  expect(await textOf(page, 'golden-cases')).toContain('text: − "Dear Ada" + "Hello Ada"');
});

it('opens an editor template in the Designer, and shows its PDF', async () => {
  const dev = await startDev({
    'editor.json': editorJson([[text('greeting', 'Dear {{ name }}')]]),
    'data.json': '{ "name": "Ada" }',
  });
  const page = await openPreview(dev);
  await page.until(`document.querySelector('.selectable[title=greeting] [data-pdfme-render-ready=true]')`);
  expect(page.scriptErrors).toEqual([]);
});
