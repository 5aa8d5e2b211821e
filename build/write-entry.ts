/**
 * Writes `lib`: the entry of the package for programs, and the manual page. package.json names them by a fixed path, but a
 * build is in a folder named after its inputs; so the entry leads to it.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** `build` is the name of the folder that holds the complete build. */
export async function writeEntry(root: string, build: string): Promise<void> {
  const folder = join(root, 'lib');
  mkdirSync(folder, { recursive: true });
  // By name, because the bundled entry may also export what other files of the bundle need.
  const names = Object.keys(await import(pathToFileURL(join(root, build, 'index.js')).href));
  const files = {
    'index.js': `export { ${names.join(', ')} } from '../${build}/bundle/index.js';\n`,
    'index.d.ts': `export * from '../${build}/index.js';\n`,
    'pdfapi.1': readFileSync(join(root, build, 'pdfapi.1'), 'utf8'),
  };
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    if (readOrNothing(file) === text) continue;
    // In one step, because programs may be reading it.
    const next = join(folder, `.${process.pid}-${name}`);
    writeFileSync(next, text);
    renameSync(next, file);
  }
}

function readOrNothing(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
