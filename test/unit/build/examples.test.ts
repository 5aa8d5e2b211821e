/** What the folders of `examples` have in common. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const folder = join(root, 'examples');
const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? entry.name : [],
);
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

it('the examples are listed in their README', () => {
  const text = readFileSync(join(folder, 'README.md'), 'utf8');
  for (const name of names) expect(text).toContain(`](${name})`);
  expect(names.length).toBeGreaterThan(3);
});

it.each(names)('%s installs the tarball of this version from vendor, as its README says', (name) => {
  const { version } = readJson(join(root, 'package.json'));
  const { dependencies, devDependencies } = readJson(join(folder, name, 'package.json'));
  expect({ ...devDependencies, ...dependencies }.pdfapi).toBe(`file:vendor/pdfapi-${version}.tgz`);
  const readme = readFileSync(join(folder, name, 'README.md'), 'utf8');
  expect(readme).toContain(`cp ../../pdfapi-${version}.tgz vendor/`);
});

/** Without an installation, npx asks the public registry for the name, which anybody may have registered. */
it('what runs in CI, and help, never call pdfapi by npx', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const below = (path: string) =>
    readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
      .map((name) => join(path, name))
      .filter((name) => statSync(join(root, name)).isFile());
  const jobs = below('docs')
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => [...read(path).matchAll(/^```ya?ml\n.*?^```/gms)].map(([job]) => job));
  expect(jobs.length).toBeGreaterThan(2);
  const files = ['action.yml', ...['action', 'deploy', 'examples', 'src/cli'].flatMap(below)].map(read);
  const calls = [...files, ...jobs].flatMap((text) => text.match(/.*\bnpx (?:-\S+ )*pdfapi.*/g) ?? []);
  expect(calls).toEqual([]);
});

it('the invoice is the same in each example that prints it', () => {
  const copies = ['express', 'fastify', 'queue-worker', 'script'].map((name) =>
    join(folder, name, 'invoice'),
  );
  const [first = '', ...others] = copies;
  for (const file of readdirSync(first)) {
    for (const other of others) {
      expect(readFileSync(join(other, file), 'utf8'), join(other, file)).toBe(
        readFileSync(join(first, file), 'utf8'),
      );
    }
  }
});
