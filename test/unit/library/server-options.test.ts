/** The settings of the server are options of `startServer` too. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { settingNames, settings } from '../../../src/server/settings.ts';

const root = join(import.meta.dirname, '../../..');
const source = readFileSync(join(root, 'src/library/server.ts'), 'utf8');
const [, declared = ''] = /export interface ServerOptions \{\n(.*?)\n\}/s.exec(source) ?? [];
const options = [...declared.matchAll(/^ {2}readonly (\w+)\?:/gm)].map(([, name = '']) => name);

it('ServerOptions has each setting of the table, and a log', () => {
  expect(options.toSorted()).toEqual([...settingNames, 'log'].toSorted());
});

it('ServerOptions describes each option', () => {
  expect(options.filter((name) => !declared.includes(` */\n  readonly ${name}?:`))).toEqual([]);
});

it('the settings have a flag and a variable of their own', () => {
  const rows = Object.values(settings);
  expect(rows.filter(({ flag }) => !/^--[a-z][a-z-]+( |$)/.test(flag))).toEqual([]);
  expect(rows.filter(({ variable }) => !/^PDFAPI_[A-Z_]+$/.test(variable))).toEqual([]);
  expect(new Set(rows.flatMap(({ flag, variable }) => [flag, variable])).size).toBe(rows.length * 2);
});
