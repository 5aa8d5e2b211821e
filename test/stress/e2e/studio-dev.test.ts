/** The editor of `pdfapi dev` in a real browser, used as a person would. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type RunningDev, startDev } from '../../support/cli/commands/dev/running-dev.ts';
import { editorJson, table, text } from '../../support/pdfme/editor-files.ts';
import { type RealPage, realPages } from '../../support/real-page.ts';
import { root } from '../../support/run.ts';

const openPage = realPages();

const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const at = (y: number) => ({ position: { x: 20, y } });
const design = `${editorJson(
  [
    [
      text('title', 'Invoice {{ number }}', at(20)),
      text('greeting', 'Dear {{ name }}', at(40)),
      table('items', [['{{ item }}']], { ...at(60), repeat: 'item in items' }),
      { ...text('logo', '', at(100)), type: 'image', width: 30, height: 30 },
    ],
  ],
  [text('foot', 'Page {{ page }}', at(280))],
)}\n`;
const files = {
  'editor.json': design,
  'data.json': '{ "number": 7, "name": "Ada", "items": ["apples", "pears"], "others": ["plums"] }\n',
};

const shows = (page: RealPage, wanted: string) =>
  page.until(`document.querySelector('#pages').innerText.includes(${JSON.stringify(wanted)})`);
const hidden = (id: string) => `document.getElementById('${id}').hidden`;
const isSaved = (page: RealPage) =>
  page.until(`${hidden('design-unsaved')} && document.getElementById('design-save').ariaDisabled === 'true'`);

async function visit(dev: { url: string }): Promise<RealPage> {
  const page = await openPage();
  await page.look(1280, 800);
  await page.go(`${dev.url}/`);
  await page.until(`document.querySelector('.selectable[title=title] [data-pdfme-render-ready=true]')`);
  await shows(page, 'Invoice 7');
  return page;
}

const fileOf = (dev: RunningDev, path = 'editor.json') => readFileSync(join(dev.folder, path), 'utf8');

/** Returns whether an expression soon becomes true: the input may have arrived while the page was redrawing. */
const soon = (page: RealPage, expression: string) =>
  page.evaluate<boolean>(
    `new Promise((resolve) => { const end = Date.now() + 3000; (function look() {` +
      ` if (${expression}) resolve(true); else if (Date.now() > end) resolve(false); else setTimeout(look, 20); })(); })`,
  );

/** Clicks off-centre, because the handles of another element may cover the middle. */
async function choose(page: RealPage, element: string): Promise<void> {
  const isChosen = `document.querySelector('.pdfme-designer-detail-view #name')?.value === '${element}'`;
  do {
    const box = await page.evaluate<{ x: number; y: number; height: number }>(
      `document.querySelector('.selectable[title=${element}]').getBoundingClientRect().toJSON()`,
    );
    const place = { x: box.x + 25, y: box.y + box.height / 2 };
    await page.drag(place, place);
  } while (!(await soon(page, isChosen)));
}

/** Fills in a field of the Designer's panel for an element, after selecting it. */
async function fillIn(page: RealPage, element: string, field: string, value: string): Promise<void> {
  await choose(page, element);
  await page.until(`document.querySelector('#${field}')`);
  await page.evaluate(`document.querySelector('#${field}').scrollIntoView({ block: 'center' })`);
  await page.click(`#${field}`);
  await page.evaluate(`document.querySelector('#${field}').select()`);
  await page.type(value);
}

it('dragging and saving an element changes its lines of editor.json, and the PDF', async () => {
  const base = readFileSync(join(root, 'templates-examples/editor-form/base.pdf'));
  const dev = await startDev({ ...files, 'base.pdf': base });
  const page = await visit(dev);
  // Visible below the page, but not part of the design.
  await page.until(
    `[...document.querySelectorAll('.pdfme-designer-canvas div')]` +
      `.some((each) => getComputedStyle(each).backgroundImage.startsWith('url("blob:'))`,
  );
  expect(fileOf(dev)).toBe(design);
  const before = await page.evaluate<string>(`document.querySelector('#pages').dataset.document`);
  // The first click selects it, the drag then moves it.
  await choose(page, 'greeting');
  await page.until(`document.querySelector('.moveable-control-box .moveable-control')?.checkVisibility()`);
  do {
    const from = await page.middleOf('.selectable[title=greeting]');
    await page.drag(from, { x: from.x, y: from.y + 40 });
  } while (!(await soon(page, `!${hidden('design-unsaved')}`)));
  await page.until(`document.querySelector('#pages').dataset.document !== '${before}'`);
  await page.until(`!${hidden('design-unsaved')}`);
  // Displayed but not yet written.
  expect(fileOf(dev)).toBe(design);
  await page.pressControl('s');
  await isSaved(page);
  const saved = fileOf(dev);
  const [old, now] = [design.split('\n'), saved.split('\n')];
  expect(now).toHaveLength(old.length);
  const changed = now.flatMap((line, index) => (line === old[index] ? [] : [line.trim()]));
  expect(changed).toEqual([expect.stringMatching(/^"y": \d+(?:\.\d\d?)?$/)]);
  expect(JSON.parse(saved).schemas[0][1].position.y).toBeGreaterThan(45);

  // Undo applies to the file as well.
  await page.pressControl('z');
  await page.until(`!${hidden('design-unsaved')}`);
  await page.pressControl('s');
  await isSaved(page);
  expect(fileOf(dev)).toBe(design);
  expect(page.requests.filter((url) => !url.startsWith(dev.url) && !/^(?:data|blob):/.test(url))).toEqual([]);
  expect(page.errors).toEqual([]);
});

it('the keys repeat and visible are edited in the panel, and take effect immediately', async () => {
  const dev = await startDev(files);
  const page = await visit(dev);
  await shows(page, 'pears');
  await fillIn(page, 'items', 'repeat', 'item in others');
  await shows(page, 'plums');
  await fillIn(page, 'greeting', 'visible', 'number > 7');
  await page.until(`!document.querySelector('#pages').innerText.includes('Dear Ada')`);
  await page.click('#design-save');
  await isSaved(page);
  const elements = JSON.parse(fileOf(dev)).schemas[0];
  expect(elements[1].visible).toBe('number > 7');
  expect(elements[2].repeat).toBe('item in others');
  // The selection survives when the panel is resized.
  await page.look(1180, 760);
  await page.until(`document.querySelector('#designer').clientWidth < 790`);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await page.evaluate(`document.querySelector('.pdfme-designer-detail-view #name')?.value`)).toBe(
    'greeting',
  );
  // Selecting elements alone is not a change.
  for (const name of ['title', 'greeting', 'items', 'logo', 'foot']) await choose(page, name);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(await page.evaluate(hidden('design-unsaved'))).toBe(true);
});

it('shows a concurrent change of the file as a conflict, and overwrites it only on confirmation', async () => {
  const dev = await startDev(files);
  const page = await visit(dev);
  const theirs = design.replace('Dear {{ name }}', 'Hello {{ name }}');
  // Without unsaved changes, the new file is simply shown.
  dev.write('editor.json', theirs);
  await page.until(`document.querySelector('.selectable[title=greeting]')?.innerText.startsWith('Hello')`);
  await fillIn(page, 'title', 'visible', 'number > 8');
  await page.until(`!${hidden('design-unsaved')}`);
  dev.write('editor.json', design);
  await page.until(`!${hidden('design-conflict')}`);
  await page.click('#design-save');
  await page.until(`!${hidden('design-conflict')}`);
  await page.until(`document.getElementById('design-save').ariaDisabled === null`);
  expect(fileOf(dev)).toBe(design);
  await page.click('#design-overwrite');
  await isSaved(page);
  expect(fileOf(dev)).toContain('Hello');
  expect(fileOf(dev)).toContain('number > 8');

  // An invalid design is reported, and shown again once it is valid.
  dev.write('editor.json', '{ "schemas": ');
  await page.until(`!${hidden('design-failure')}`);
  await page.until(`!${hidden('failure')}`);
  dev.write('editor.json', design.replace('Dear', 'Good morning'));
  await page.until(hidden('design-failure'));
  await shows(page, 'Good morning Ada');
});

it('an inserted image becomes a file in assets/', async () => {
  const dev = await startDev(files);
  const page = await visit(dev);
  const place = await page.middleOf('.selectable[title=logo]');
  await page.drag(place, place);
  await page.until(`document.querySelector('.pdfme-designer-delete-button')`);
  await page.drag(place, place);
  await page.until(`document.querySelector('.selectable[title=logo] input[type=file]')`);
  await page.evaluate(
    `(() => { const input = document.querySelector('.selectable[title=logo] input[type=file]');` +
      ` const bytes = Uint8Array.from(atob('${picture}'), (c) => c.charCodeAt(0));` +
      ` const files = new DataTransfer(); files.items.add(new File([bytes], 'x.png', { type: 'image/png' }));` +
      ` input.files = files.files; input.dispatchEvent(new Event('change', { bubbles: true })); })()`,
  );
  await page.until(`!${hidden('design-unsaved')}`);
  expect(existsSync(join(dev.folder, 'assets'))).toBe(false);
  await page.click('#design-save');
  await isSaved(page);
  expect(readdirSync(join(dev.folder, 'assets'))).toEqual(['logo.png']);
  expect(readFileSync(join(dev.folder, 'assets/logo.png'))).toEqual(Buffer.from(picture, 'base64'));
  expect(JSON.parse(fileOf(dev)).schemas[0][3].content).toBe('assets/logo.png');
  await page.until(`document.getElementById('status').innerText === 'Up to date'`);
  expect(page.errors).toEqual([]);
});
