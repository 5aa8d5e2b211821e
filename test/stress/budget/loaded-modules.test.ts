/** The budget of a start: how much of the package a command reads and compiles. Like `counted-work.test.ts`, on every machine. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { bare, launcher } from '../../support/run.ts';

const files = {
  'page.html': '<!doctype html><title>Page</title><h1>Hello</h1>',
  'greeting/template.html': '<!doctype html><title>Page</title><h1>{{ name }}</h1>',
  'data.json': '{ "name": "Ada" }',
};

const budgets = [
  { args: ['--version'], modules: 4, kilobytes: 100 },
  { args: ['html', 'page.html', '-o', 'page.pdf', '--force'], modules: 15, kilobytes: 1_070 },
  {
    args: ['generate', 'greeting', '--data', 'data.json', '-o', 'data.pdf', '--force'],
    modules: 39,
    kilobytes: 1_900,
  },
] as const;

it.each(budgets)('a start loads no more than its budget: $args.0', ({ args, modules, kilobytes }) => {
  const folder = temporaryFolder(files);
  const hooks = pathToFileURL(join(import.meta.dirname, 'loaded-modules.mjs')).href;
  const { status, output } = spawnSync(process.execPath, ['--import', hooks, launcher, ...args], {
    cwd: folder,
    env: { ...process.env, ...bare },
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  expect(status).toBe(0);
  const loaded = JSON.parse(String(output[3])) as { readonly modules: number; readonly kilobytes: number };
  expect(loaded.modules, JSON.stringify(loaded)).toBeLessThanOrEqual(modules);
  expect(loaded.kilobytes, JSON.stringify(loaded)).toBeLessThanOrEqual(kilobytes);
});
