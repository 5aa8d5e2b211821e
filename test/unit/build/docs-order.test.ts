/** docs/README.md leads to every page. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const docs = resolve(import.meta.dirname, '../../../docs');

it('docs/README.md names every page of docs', () => {
  const text = readFileSync(join(docs, 'README.md'), 'utf8');
  const pages = readdirSync(docs).filter((name) => name.endsWith('.md') && name !== 'README.md');
  expect(pages.filter((name) => !text.includes(`(${name})`))).toEqual([]);
});
