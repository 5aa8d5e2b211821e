/**
 * Replaces `#room/file` in what tsc has emitted by the path of the file: the built package must not depend on the
 * `imports` of package.json, which lead to the sources.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { findDoor } from './find-door.ts';
import { outputFolder } from './output-folder.ts';

// Types that tsc has inferred are imported with double quotes.
const specifiers = /(\bfrom |\bimport\(|\bimport )(['"])(#[^'"]+)\2/g;

for (const name of readdirSync(outputFolder, { recursive: true, encoding: 'utf8' })) {
  if (!/\.(?:js|d\.ts)$/.test(name)) continue;
  const path = join(outputFolder, name);
  const text = readFileSync(path, 'utf8');
  const resolved = text.replace(specifiers, (_, before: string, quote: string, specifier: string) => {
    const source = findDoor(specifier);
    if (source === undefined) throw new Error(`${specifier} is not among the imports of package.json.`);
    const emitted = join(outputFolder, source.replace(/\.ts$/, '.js'));
    const target = relative(dirname(path), emitted).replaceAll('\\', '/');
    return `${before}${quote}${target.startsWith('.') ? target : `./${target}`}${quote}`;
  });
  if (resolved !== text) writeFileSync(path, resolved);
}
