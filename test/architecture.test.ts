/** The layers of the architecture: imports only point down. CONTRIBUTING.md has the diagram. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const source = resolve(import.meta.dirname, '../src');

/** Layer → the layers it may import in addition to itself. */
const below: Record<string, readonly string[]> = {
  cli: ['client', 'server', 'studio', 'core', 'contract'],
  server: ['studio', 'core', 'store', 'contract'],
  studio: ['core', 'contract'],
  client: ['contract'],
  store: ['contract'],
  core: ['contract'],
  contract: [],
};

const layerOf = (path: string) => relative(source, path).split(/[\\/]/)[0] ?? '';

const imports = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => {
    const file = join(source, name);
    const text = readFileSync(file, 'utf8');
    return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match) => ({
      file,
      target: resolve(dirname(file), match[1] ?? ''),
    }));
  });

it('every import points down', () => {
  const wrong = imports.filter(({ file, target }) => {
    const from = layerOf(file);
    return layerOf(target) !== from && !below[from]?.includes(layerOf(target));
  });
  expect(wrong.map(({ file, target }) => `${relative(source, file)} → ${relative(source, target)}`)).toEqual(
    [],
  );
  expect(imports.length).toBeGreaterThan(50);
});

it('the template language imports nothing of the project, so that it could be published separately', () => {
  const twig = join(source, 'core', 'twig');
  const wrong = imports.filter(({ file, target }) => file.startsWith(twig) && !target.startsWith(twig));
  expect(wrong.map(({ file, target }) => `${relative(source, file)} → ${relative(source, target)}`)).toEqual(
    [],
  );
});
