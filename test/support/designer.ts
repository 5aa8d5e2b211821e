/** A design with some elements, and what tests do with it in the Designer. */
import { editorJson, table, text } from './pdfme/editor-files.ts';
import type { RealPage } from './real-page.ts';

const at = (y: number) => ({ position: { x: 20, y } });
export const designFiles = {
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

export const hasPanelOf = (name: string) =>
  `document.querySelector('.pdfme-designer-detail-view #name')?.value === '${name}'`;

/** Selects an element by its name in the list. */
export async function selectElement(page: RealPage, element: string): Promise<void> {
  await page.evaluate(
    `[...document.querySelectorAll('.pdfme-designer-list-view [role=button]')]` +
      `.find((each) => each.innerText.trim() === '${element}').click()`,
  );
  await page.until(hasPanelOf(element));
}
