/**
 * Replaces `#room/file` in what tsc has emitted by the path of the file: the built package must not depend on the
 * `imports` of package.json, which lead to the sources.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { findDoor } from './find-door.ts';
import { outputFolder } from './output-folder.ts';

const specifiers = /(\bfrom |\bimport\(|\bimport )'(#[^']+)'/g;

for (const name of readdirSync(outputFolder, { recursive: true, encoding: 'utf8' })) {
  if (!/\.(?:js|d\.ts)$/.test(name)) continue;
  const path = join(outputFolder, name);
  const text = readFileSync(path, 'utf8');
  const resolved = text.replace(specifiers, (_, before: string, specifier: string) => {
    const source = findDoor(specifier);
    if (source === undefined) throw new Error(`${specifier} is not among the imports of package.json.`);
    const emitted = join(outputFolder, source.replace(/\.ts$/, '.js'));
    const target = relative(dirname(path), emitted).replaceAll('\\', '/');
    return `${before}'${target.startsWith('.') ? target : `./${target}`}'`;
  });
  if (resolved !== text) writeFileSync(path, resolved);
}
