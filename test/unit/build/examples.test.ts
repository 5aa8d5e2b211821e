/** What the folders of `examples` have in common. */
import { readdirSync, readFileSync } from 'node:fs';
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

it.each(names)('%s depends on this version', (name) => {
  const { version } = readJson(join(root, 'package.json'));
  const { dependencies, devDependencies } = readJson(join(folder, name, 'package.json'));
  expect({ ...devDependencies, ...dependencies }.pdfapi).toBe(`^${version}`);
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
