/** Editor templates for tests, with elements in short form. */
import { memoryTree } from '../../../src/template/load/memory-tree.ts';
import { readTemplate } from '../../../src/template/load/read-template.ts';

export type Element = Readonly<Record<string, unknown>>;

/** Each element is 20 mm below the previous one. */
export const text = (name: string, content: string, more: Element = {}): Element => ({
  name,
  type: 'text',
  content,
  position: { x: 20, y: 20 },
  width: 160,
  height: 10,
  fontSize: 10,
  ...more,
});

export const table = (name: string, rows: readonly (readonly string[])[], more: Element = {}): Element => ({
  name,
  type: 'table',
  content: JSON.stringify(rows),
  position: { x: 20, y: 40 },
  width: 160,
  height: 20,
  head: rows[0]?.map((_, index) => `Column ${index + 1}`) ?? ['Column 1'],
  ...more,
});

export const editorJson = (
  pages: readonly (readonly Element[])[],
  statics: readonly Element[] = [],
): string =>
  JSON.stringify(
    {
      schemas: pages,
      basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20], staticSchema: statics },
    },
    null,
    2,
  );

export type Files = Readonly<Record<string, string | Uint8Array>>;

export const treeOf = (files: Files) =>
  memoryTree(new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)])));

export const readFiles = async (files: Files) => (await readTemplate(treeOf(files))).template;
