/** The documentation names files, settings and variables that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { environmentVariables } from '../../../src/cli/options/environment.ts';
import { settings } from '../../../src/server/settings.ts';

const root = resolve(import.meta.dirname, '../../..');
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'].concat(
  readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
);
const read = (page: string) => readFileSync(join(root, page), 'utf8');

it.each(pages)('the links of %s to files of the project lead to one', (page) => {
  const targets = [...read(page).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(
    ([, path = '']) => path,
  );
  expect(targets.filter((path) => !existsSync(resolve(root, dirname(page), path)))).toEqual([]);
});

it.each(pages)('the source files that %s names exist', (page) => {
  const named = [
    ...read(page).matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.ts|(?:src|test|build|bench)(?:\/[\w.-]+)+\/?)`/g),
  ];
  const places = ['', 'src', 'src/server'];
  const missing = named
    .map(([, path = '']) => path)
    .filter((path) => !places.some((place) => existsSync(join(root, place, path))));
  expect(missing).toEqual([]);
});

it('docs/deployment.md has every setting of the server with its flag and default', () => {
  const rows = read('docs/deployment.md').split('\n');
  const missing = Object.values(settings).filter(({ flag, variable }) => {
    const [name = ''] = flag.split(/[\s,]/);
    return !rows.some((row) => row.startsWith(`| \`${variable}\``) && row.includes(`\`${name}\``));
  });
  expect(missing.map(({ variable }) => variable)).toEqual([]);
  for (const { variable, ...setting } of Object.values(settings)) {
    const standard = 'standard' in setting ? setting.standard : undefined;
    const row = rows.find((each) => each.startsWith(`| \`${variable}\``));
    if (standard) expect(row).toContain(`\`${standard}\``);
  }
});

it('docs/deployment.md has every variable of the command line', () => {
  const text = read('docs/deployment.md');
  expect(Object.keys(environmentVariables).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
