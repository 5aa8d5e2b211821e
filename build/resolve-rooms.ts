/**
 * Replaces `#room/file` in what tsc has emitted by the path of the file: the built package must not depend on the
 * `imports` of package.json, which lead to the sources.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { outputFolder } from './output-folder.ts';

const { imports } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8')) as {
  readonly imports: Readonly<Record<string, string>>;
};
const specifiers = /(\bfrom |\bimport\(|\bimport )'(#[^']+)'/g;

for (const name of readdirSync(outputFolder, { recursive: true, encoding: 'utf8' })) {
  if (!/\.(?:js|d\.ts)$/.test(name)) continue;
  const path = join(outputFolder, name);
  const text = readFileSync(path, 'utf8');
  const resolved = text.replace(specifiers, (_, before: string, specifier: string) => {
    const target = relative(dirname(path), join(outputFolder, findFile(specifier))).replaceAll('\\', '/');
    return `${before}'${target.startsWith('.') ? target : `./${target}`}'`;
  });
  if (resolved !== text) writeFileSync(path, resolved);
}

/** Returns the emitted file, relative to the output. */
function findFile(specifier: string): string {
  const [room = '', ...path] = specifier.split('/');
  const target = imports[path.length === 0 ? room : `${room}/*`];
  if (target === undefined) throw new Error(`${specifier} is not among the imports of package.json.`);
  return target.replace('./src/', '').replace('*', path.join('/')).replace(/\.ts$/, '.js');
}
