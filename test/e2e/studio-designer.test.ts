/** The Designer with a keyboard, with a screen reader, in dark mode and on a phone. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { elementTypes } from '../../src/core/pdfme/parse/element-types.ts';
import { faultsInView, faultsOf, showView, views } from '../support/accessibility.ts';
import { startDev } from '../support/cli/commands/dev/running-dev.ts';
import { editorJson, table, text } from '../support/pdfme/editor-files.ts';
import { type RealPage, realPages } from '../support/real-page.ts';

const openPage = realPages();

const at = (y: number) => ({ position: { x: 20, y } });
const files = {
  'editor.json': editorJson([
    [
      text('title', 'Invoice {{ number }}', at(20)),
      table('items', [['{{ item }}']], { ...at(60), repeat: 'item in items' }),
      { ...text('code', '4006381333931', at(100)), type: 'ean13', width: 40, height: 20 },
      { ...text('paid', 'true', at(130)), type: 'checkbox', width: 8, height: 8 },
    ],
  ]),
  'data.json': '{ "number": 7, "items": ["apples"], "field5": "Ada" }\n',
};

async function visit(url: string): Promise<RealPage> {
  const page = await openPage();
  await page.look(1280, 800);
  await page.go(`${url}/`);
  await page.until(`document.querySelector('.selectable[title=title] [data-pdfme-render-ready=true]')`);
  return page;
}

const hasPanelOf = (name: string) =>
  `document.querySelector('.pdfme-designer-detail-view #name')?.value === '${name}'`;

/** Presses Tab until an expression is true. */
async function tabTo(page: RealPage, expression: string): Promise<void> {
  for (let count = 0; count < 100; count++) {
    if (await page.evaluate<boolean>(`Boolean(${expression})`)) return;
    await page.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${expression}`);
}

const name = 'document.activeElement?.getAttribute("aria-label")';

async function select(page: RealPage, element: string): Promise<void> {
  await page.evaluate(
    `[...document.querySelectorAll('.pdfme-designer-list-view [role=button]')]` +
      `.find((each) => each.innerText.trim() === '${element}').click()`,
  );
  await page.until(hasPanelOf(element));
}

/** Valid contents of the types that validate their content. */
const contents: Readonly<Record<string, string>> = {
  image: '',
  svg: '<svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
  checkbox: 'true',
  radioGroup: 'true',
  date: '2026/01/02',
  time: '10:30',
  dateTime: '2026/01/02 10:30',
  ean13: '4006381333931',
  ean8: '96385074',
  japanpost: '6540123789-A-K-Z',
  code39: 'THEQUICK',
  itf14: '04601234567893',
  upca: '416000336108',
  upce: '00123457',
  nw7: 'A0123456789B',
  gs1datamatrix: '(01)03453120000011(17)191125(10)ABCD1234',
};

it('axe finds nothing serious with an element of any type selected', { timeout: 400_000 }, async () => {
  const types = Object.keys(elementTypes);
  const elements = types.map((type, index) => {
    const position = { x: 20 + (index % 4) * 45, y: 20 + Math.floor(index / 4) * 30 };
    if (type === 'table') return table(type, [['{{ item }}']], { position, repeat: 'item in items' });
    return { ...text(type, contents[type] ?? '123', { position }), type, width: 40, height: 20 };
  });
  const page = await openPage();
  await page.look(1280, 800);
  await page.go(`${(await startDev({ ...files, 'editor.json': editorJson([elements]) })).url}/`);
  await page.until(`document.querySelector('.pdfme-designer-list-view [role=button]')`);
  const faults = await faultsOf(page);
  // The rest of the page is the same for every type. Another view takes a second, so that is the outer loop.
  for (const view of views) {
    await showView(page, view);
    for (const type of types) {
      await select(page, type);
      const found = await faultsInView(page, view, '.pdfme-designer-detail-view');
      faults.push(...found.map((fault) => `${type}: ${fault}`));
      await page.evaluate(`document.querySelector('.pdfme-designer-back-button').click()`);
      await page.until(`document.querySelector('.pdfme-designer-list-view [role=button]')`);
    }
  }
  expect(faults).toEqual([]);
});

it('on a phone the panel opens below a canvas that is wide enough', async () => {
  const { url } = await startDev(files);
  const page = await openPage();
  await page.look(390, 844);
  await page.go(`${url}/`);
  await page.until(`document.querySelector('.selectable[title=title] [data-pdfme-render-ready=true]')`);
  const canvas = () =>
    page.evaluate<{ width: number; bottom: number }>(
      `document.querySelector('.pdfme-designer-canvas').getBoundingClientRect().toJSON()`,
    );
  expect((await canvas()).width).toBeGreaterThanOrEqual(300);
  await page.click('.pdfme-designer-sidebar-toggle');
  await page.until(`document.querySelector('.pdfme-designer-list-view')?.checkVisibility()`);
  await select(page, 'title');
  const { width, bottom } = await canvas();
  expect(width).toBeGreaterThanOrEqual(300);
  const panel = await page.evaluate<{ top: number; width: number }>(
    `document.querySelector('.pdfme-designer-detail-view').getBoundingClientRect().toJSON()`,
  );
  expect(panel.top).toBeGreaterThanOrEqual(Math.floor(bottom));
  expect(panel.width).toBeGreaterThan(380);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
});

it('adds, moves, edits, deletes and saves elements by keyboard', { timeout: 300_000 }, async () => {
  const dev = await startDev(files);
  const page = await visit(dev.url);
  const elements = () => JSON.parse(readFileSync(join(dev.folder, 'editor.json'), 'utf8')).schemas[0];
  const save = async () => {
    await page.until(`!document.getElementById('design-save').disabled`);
    // A change that the Designer reports only after the save, on a busy machine, leaves the design unsaved.
    await expect
      .poll(
        async () => {
          await page.pressControl('s');
          return await page.evaluate(`new Promise((resolve) => setTimeout(() =>
            resolve(document.getElementById('design-save').disabled), 1000))`);
        },
        { timeout: 60_000 },
      )
      .toBe(true);
  };

  // Enter picks up the tool, arrows move it, and Enter drops it. Its name is a key of the data.
  await tabTo(page, `${name} === 'Text'`);
  await page.press('Enter');
  for (let count = 0; count < 4; count++) {
    await page.press('ArrowRight');
    await page.press('ArrowDown');
  }
  await page.press('Enter');
  await page.until(hasPanelOf('field5'));
  await save();
  const added = elements().at(-1);
  expect(added).toMatchObject({ name: 'field5', type: 'text', content: '{{ field5 }}' });

  await page.press('ArrowRight');
  await save();
  expect(elements().at(-1).position.x).toBeGreaterThan(added.position.x);

  await tabTo(page, `document.activeElement?.id === 'visible'`);
  await page.type('number > 1');
  await save();
  expect(elements().at(-1).visible).toBe('number > 1');

  await tabTo(page, `${name} === 'Delete'`);
  await page.press('Enter');
  await page.until(`document.querySelector('.pdfme-designer-list-view')`);
  await save();
  expect(elements()).toHaveLength(4);
});
