/** The choice of data in the page of `pdfapi dev`. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isVisible, shows, textOf } from '../../support/cli/commands/dev/preview-page.ts';
import { plainTemplate, startDev } from '../../support/cli/commands/dev/running-dev.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { type RealPage, realPages } from '../../support/real-page.ts';
import { run } from '../../support/run.ts';
import { editorText, fillEditor } from '../../support/studio/code-editor.ts';

const openPage = realPages();

const files = {
  ...plainTemplate,
  'cases/grace.json': '{ "name": "Grace" }\n',
  'cases/long.json': '{ "name": "Maximilian" }\n',
};

async function visit(url: string, text: string): Promise<RealPage> {
  const page = await openPage();
  await page.look(1280, 800);
  await page.go(`${url}/`);
  await shows(page, text);
  return page;
}

const choose = (page: RealPage, id: string) =>
  page.evaluate(
    `(() => { const select = document.getElementById('source'); select.value = ${JSON.stringify(id)};` +
      ` select.dispatchEvent(new Event('change')); })()`,
  );
const offered = (page: RealPage) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('#source option')].map((each) => each.innerText)`);
const chosen = (page: RealPage) => page.evaluate<string>(`document.getElementById('source').value`);

it('fills the template with a case, which is edited and saved in its file, also after a reload', async () => {
  const dev = await startDev(files);
  const page = await visit(dev.url, 'Dear Ada');
  expect(await offered(page)).toEqual(['Sample data', 'grace', 'long', 'Pasted…']);
  await choose(page, 'cases/grace.json');
  await shows(page, 'Dear Grace');
  await page.until(`document.getElementById('text').innerText.includes('Grace')`);
  expect(await textOf(page, 'data-title')).toBe(join('note', 'cases', 'grace.json'));
  await fillEditor(page, '{ "name": "Grace Hopper" }\n');
  await shows(page, 'Dear Grace Hopper');
  await page.go(`${dev.url}/`);
  await shows(page, 'Dear Grace Hopper');
  expect(await chosen(page)).toBe('cases/grace.json');
  await page.until(`document.getElementById('save').ariaDisabled === null`);
  await page.click('#save');
  await page.until(`document.getElementById('save').ariaDisabled === 'true'`);
  expect(readFileSync(join(dev.folder, 'cases/grace.json'), 'utf8')).toBe('{ "name": "Grace Hopper" }\n');
  expect(readFileSync(join(dev.folder, 'data.json'), 'utf8')).toBe(files['data.json']);

  await choose(page, 'data.json');
  await shows(page, 'Dear Ada');
  await page.until(`document.getElementById('text').innerText.includes('Ada')`);
  await page.click('#text');
  // What was done in another file is not undone in this one.
  await page.pressControl('z');
  expect(await editorText(page)).toBe(files['data.json']);
  dev.write('cases/new.json', '{ "name": "Mary" }');
  await page.until(`document.getElementById('source').options.length === 5`);
  await choose(page, 'cases/new.json');
  await shows(page, 'Dear Mary');
  rmSync(join(dev.folder, 'cases/new.json'));
  await shows(page, 'Dear Ada');
  expect(await offered(page)).toEqual(['Sample data', 'grace', 'long', 'Pasted…']);
  expect(page.scriptErrors).toEqual([]);
});

it('fills the template with pasted data, which is saved nowhere, also after a reload', async () => {
  const dev = await startDev(files);
  const page = await visit(dev.url, 'Dear Ada');
  await choose(page, 'pasted.json');
  await page.until(`document.getElementById('data-title').innerText === 'Pasted data'`);
  await page.until(`!document.getElementById('text').innerText.includes('Ada')`);
  await fillEditor(page, '{ "name": "Sophie" }');
  await shows(page, 'Dear Sophie');
  expect(await page.evaluate(isVisible('save'))).toBe(false);
  expect(await page.evaluate(isVisible('unsaved'))).toBe(false);
  await page.go(`${dev.url}/`);
  await shows(page, 'Dear Sophie');
  expect(await editorText(page)).toBe('{ "name": "Sophie" }');
  await fillEditor(page, '{ "name": ');
  await page.until(isVisible('data-failure'));
  expect(await textOf(page, 'data-failure')).toContain('Pasted data:1');
  await choose(page, 'data.json');
  await shows(page, 'Dear Ada');
  expect(readFileSync(join(dev.folder, 'data.json'), 'utf8')).toBe(files['data.json']);
});

it('keeps the preview until something is pasted, and puts the cursor where that goes', async () => {
  const schema = JSON.stringify({ type: 'object', required: ['name', 'city'] });
  const dev = await startDev({
    ...files,
    'schema.json': schema,
    'data.json': '{ "name": "Ada", "city": "Ulm" }',
  });
  const page = await visit(dev.url, 'Dear Ada');
  await page.evaluate(`document.getElementById('source').focus()`);
  await choose(page, 'pasted.json');
  await page.until(`document.activeElement.id === 'text'`);
  await page.until(`document.getElementById('data-title').innerText === 'Pasted data'`);
  await page.until(`document.getElementById('status').innerText === 'Up to date'`);
  dev.write('template.html', plainTemplate['template.html'].replace('Dear', 'Hello'));
  await shows(page, 'Hello Ada');
  expect(await page.evaluate(isVisible('data-failure'))).toBe(false);
  expect(await page.evaluate(isVisible('failure'))).toBe(false);
  await page.type('{ "name": "Sophie" }');
  await page.until(isVisible('data-failure'));
  expect(await textOf(page, 'data-failure')).toContain('city');
});

it('begins with the file of --data, and renders again when it changes', async () => {
  const other = join(temporaryFolder({ 'order.json': '{ "name": "Order" }' }), 'order.json');
  const dev = await startDev(files, ['-d', other]);
  const page = await visit(dev.url, 'Dear Order');
  expect(await offered(page)).toEqual(['Sample data', 'grace', 'long', other, 'Pasted…']);
  writeFileSync(other, '{ "name": "Changed" }');
  await shows(page, 'Dear Changed');
  const ofCase = await startDev(files, ['--data', 'note/cases/long.json']);
  expect(await chosen(await visit(ofCase.url, 'Dear Maximilian'))).toBe('cases/long.json');
});

it('refuses a file of --data that does not exist, and a source that is not offered', async () => {
  const cwd = temporaryFolder({ 'note/template.html': 'x' });
  const { exitCode, stderr } = await run(['dev', 'note', '-d', 'none.json'], { cwd });
  expect([exitCode, stderr]).toEqual([9, expect.stringContaining('Cannot read none.json: no such file.')]);
  const dev = await startDev(files);
  const put = async (source: string) => {
    const headers = { origin: dev.url };
    return await fetch(`${dev.url}/data/source`, { method: 'PUT', headers, body: source });
  };
  for (const source of ['../note/data.json', 'cases/none.json', '/etc/passwd']) {
    expect((await put(source)).status).toBe(422);
  }
  expect((await put('cases/grace.json')).status).toBe(200);
});
