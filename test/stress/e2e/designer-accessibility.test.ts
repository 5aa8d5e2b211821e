/** The panels of the Designer for elements of every type, checked by axe-core in light and dark mode and on a phone. */
import { expect, it } from 'vitest';
import { elementTypes } from '../../../src/template/pdfme/element-types.ts';
import { faultsInView, faultsOf, showView, views } from '../../support/accessibility.ts';
import { startDev } from '../../support/cli/commands/dev/running-dev.ts';
import { designFiles, selectElement } from '../../support/designer.ts';
import { editorJson, table, text } from '../../support/pdfme/editor-files.ts';
import { realPages } from '../../support/real-page.ts';

const openPage = realPages();

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
  await page.go(`${(await startDev({ ...designFiles, 'editor.json': editorJson([elements]) })).url}/`);
  await page.until(`document.querySelector('.pdfme-designer-list-view [role=button]')`);
  const faults = await faultsOf(page);
  // The rest of the page is the same for every type. Another view takes a second, so that is the outer loop.
  for (const view of views) {
    await showView(page, view);
    for (const type of types) {
      await selectElement(page, type);
      const found = await faultsInView(page, view, '.pdfme-designer-detail-view');
      faults.push(...found.map((fault) => `${type}: ${fault}`));
      await page.evaluate(`document.querySelector('.pdfme-designer-back-button').click()`);
      await page.until(`document.querySelector('.pdfme-designer-list-view [role=button]')`);
    }
  }
  expect(faults).toEqual([]);
});
