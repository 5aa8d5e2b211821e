/** The Designer with a keyboard, and on a phone. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startDev } from '../../support/cli/commands/dev/running-dev.ts';
import { designFiles, hasPanelOf, selectElement } from '../../support/designer.ts';
import { type RealPage, realPages } from '../../support/real-page.ts';

const openPage = realPages();

async function visit(url: string): Promise<RealPage> {
  const page = await openPage();
  await page.look(1280, 800);
  await page.go(`${url}/`);
  await page.until(`document.querySelector('.selectable[title=title] [data-pdfme-render-ready=true]')`);
  return page;
}

/** Presses Tab until an expression is true. */
async function tabTo(page: RealPage, expression: string): Promise<void> {
  for (let count = 0; count < 100; count++) {
    if (await page.evaluate<boolean>(`Boolean(${expression})`)) return;
    await page.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${expression}`);
}

const name = 'document.activeElement?.getAttribute("aria-label")';

it('on a phone the panel opens below a canvas that is wide enough', async () => {
  const { url } = await startDev(designFiles);
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
  await selectElement(page, 'title');
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
  const dev = await startDev(designFiles);
  const page = await visit(dev.url);
  const elements = () => JSON.parse(readFileSync(join(dev.folder, 'editor.json'), 'utf8')).schemas[0];
  const save = async () => {
    await page.until(`document.getElementById('design-save').ariaDisabled === null`);
    // A change that the Designer reports only after the save, on a busy machine, leaves the design unsaved.
    await expect
      .poll(
        async () => {
          await page.pressControl('s');
          return await page.evaluate(`new Promise((resolve) => setTimeout(() =>
            resolve(document.getElementById('design-save').ariaDisabled === 'true'), 1000))`);
        },
        { timeout: 60_000 },
      )
      .toBe(true);
  };

  // The Designer loses a key that is pressed before it has announced the step before.
  const announced = async (step: string) => {
    await page.until(
      `[...document.querySelectorAll('[aria-live]')].some(({ textContent }) => textContent.includes('${step}'))`,
    );
    // It listens for the keys of a move with a timer of its own, which it set before this one.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 50))');
  };

  // Enter picks up the tool, arrows move it, and Enter drops it. Its name is a key of the data.
  await page.until(`document.body.dataset.state === 'ready'`);
  await tabTo(page, `${name} === 'Text'`);
  await page.press('Enter');
  await announced('Picked up');
  for (let count = 0; count < 4; count++) {
    await page.press('ArrowRight');
    await page.press('ArrowDown');
  }
  await page.press('Enter');
  await announced('was dropped');
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
