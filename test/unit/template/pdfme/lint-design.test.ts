import { describe, expect, it } from 'vitest';
import { readTemplate } from '../../../../src/template/load/read-template.ts';
import { lintDesign, locateFindings } from '../../../../src/template/pdfme/lint-design.ts';
import { type Element, editorJson, table, text, treeOf } from '../../../support/pdfme/editor-files.ts';

async function lint(pages: readonly (readonly Element[])[], statics: readonly Element[] = []) {
  const { template, sources } = await readTemplate(treeOf({ 'editor.json': editorJson(pages, statics) }));
  if (template.kind !== 'editor') throw new Error('The template is none of the editor.');
  return locateFindings(lintDesign(template.document), sources);
}

const picture = (name: string, more: Element = {}): Element => ({
  name,
  type: 'image',
  content: 'a.png',
  position: { x: 20, y: 20 },
  width: 10,
  height: 10,
  ...more,
});
const heading = (name: string, y: number, level: number) =>
  text(name, name, { position: { x: 20, y }, heading: level });

describe('the lint of a design', () => {
  it('finds pictures without alt, with their place in the file', async () => {
    const findings = await lint([[picture('logo'), picture('drawing', { type: 'svg', alt: '' })]]);
    expect(findings).toEqual([
      {
        rule: 'image-alt',
        severity: 'warning',
        message:
          'page 1, field logo: say what the picture shows with "alt", or write "alt": "" for decoration.',
        file: 'editor.json',
        line: 7,
        column: expect.any(Number),
        pdfua: '7.3',
        wcag: '1.1.1',
      },
    ]);
  });

  it('finds levels that are skipped, in reading order over all pages', async () => {
    const pages = [[heading('second', 60, 3), heading('first', 20, 1)], [heading('third', 20, 2)]];
    expect((await lint(pages)).map(({ message }) => message)).toEqual([
      'page 1, field second: a heading of level 3 follows a heading of level 1: write "heading": 2.',
    ]);
    expect((await lint([[heading('only', 20, 2)]])).map(({ rule }) => rule)).toEqual(['heading-order']);
    expect(await lint([[heading('a', 20, 1), heading('b', 40, 2), heading('c', 60, 1)]])).toEqual([]);
  });

  it('finds tables whose cells have no headers', async () => {
    const hidden = table('prices', [['a', 'b']], { showHead: false });
    expect((await lint([[hidden]])).map(({ rule }) => rule)).toEqual(['table-headers']);
    expect(await lint([[{ ...hidden, rowHeaders: true }]])).toEqual([]);
    expect(await lint([[table('prices', [['a', 'b']])]])).toEqual([]);
  });

  it('passes over elements of every page, as screen readers do', async () => {
    expect(await lint([[]], [picture('logo')])).toEqual([]);
  });
});
