/** Checks the modules that are loaded before a command runs: the imports of `main.ts` and of the command's file. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findImport, isOfTypesOnly, sourceFolder as source } from '../../support/find-import.ts';

/** Small enough to be loaded for every command. */
const light = ['commander'];

interface Reached {
  /** Sources, as paths from `src`. */
  readonly files: readonly string[];
  /** Maps a package to the chain of imports that leads to it. */
  readonly packages: ReadonlyMap<string, string>;
}

/** Follows imports that are evaluated: not `import type` or `import()`. */
function reach(entry: string): Reached {
  const files = new Set<string>();
  const packages = new Map<string, string>();
  const visit = (file: string, chain: readonly string[]) => {
    if (files.has(file)) return;
    files.add(file);
    const way = [...chain, file];
    const text = readFileSync(join(source, file), 'utf8');
    for (const [, what = '', from = ''] of text.matchAll(/^(?:import|export) ([^;]*?)\bfrom '([^']+)';/gms)) {
      if (isOfTypesOnly(what)) continue;
      const target = findImport(file, from);
      if (target !== undefined) visit(target, way);
      else if (!from.startsWith('node:')) packages.set(from, way.join(' → '));
    }
    for (const [, from = ''] of text.matchAll(/^import '([^']+)';/gm)) packages.set(from, way.join(' → '));
  };
  visit(entry, []);
  return { files: [...files], packages };
}

const commands = readdirSync(join(source, 'cli/commands'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => `cli/commands/${name}`)
  .filter((file) => /^export function add\w+Commands?\(/m.test(readFileSync(join(source, file), 'utf8')));
const entries = ['cli/main.ts', ...commands];

it.each(entries)('%s loads no heavy package before it runs', (entry) => {
  const { packages } = reach(entry);
  expect([...packages].filter(([name]) => !light.includes(name))).toEqual([]);
});

it('the start loads commander, and no command before its name is known', () => {
  const { packages, files } = reach('cli/main.ts');
  expect([...packages.keys()]).toEqual(['commander']);
  expect(files.filter((file) => file.startsWith('cli/commands/'))).toEqual([]);
  expect(files.length).toBeGreaterThan(15);
});

it.each(entries)(
  '%s does not load the browser, the template language, the PDF layer, the server or zod',
  (entry) => {
    const { files } = reach(entry);
    const heavy =
      /^(?:twig\/|pdf\/(?!large-pdf\/)|template\/fill\/(?!find-framework\.ts$)|render\/(?!images\/|sealing\/)|browser\/(?!findings\.ts$|install\/cache-directory\.ts$)|store\/|client\/|server\/(?!settings\.ts$))|(?<!\/templates)-schema\.ts$/;
    expect(files.filter((file) => heavy.test(file))).toEqual([]);
  },
);

it('the check covers more than 25 commands', () => {
  expect(commands.length).toBeGreaterThan(25);
});

it('finds heavy packages that are imported indirectly', () => {
  expect([...reach('server/app.ts').packages.keys()]).toEqual(expect.arrayContaining(['fastify', 'zod']));
});

it('rendering raw HTML loads no template language until the HTML contains Twig', () => {
  const { files } = reach('cli/rendering/local.ts');
  expect(files).toContain('render/render.ts');
  expect(files.filter((file) => file.startsWith('twig/'))).toEqual([]);
});

it('merging PDFs loads no template language and no browser until there is a folder', () => {
  const { files, packages } = reach('cli/commands/merge/merge-local.ts');
  expect(files).toContain('pdf/index.ts');
  expect(
    files.filter((file) =>
      /^(?:twig\/|template\/pdfme\/|browser\/(?!findings\.ts$)|render\/render\.ts$)/.test(file),
    ),
  ).toEqual([]);
  // The commander is loaded by every command.
  expect([...packages.keys()]).toEqual(['commander']);
});
