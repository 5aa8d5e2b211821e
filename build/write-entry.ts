/**
 * Writes `lib`: the entries of the package for programs, and the manual page. package.json names them by a fixed path, but
 * a build is in a folder named after its inputs; so the entries lead to it.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { entryFile, packageEntries } from './package-entries.ts';

/** `build` is the name of the folder that holds the complete build. */
export function writeEntry(root: string, build: string): void {
  const folder = join(root, 'lib');
  mkdirSync(folder, { recursive: true });
  const entries = Object.entries(packageEntries).flatMap(([name, module]) => [
    [`${name}.js`, `import './node-version.js';\nexport * from '../${build}/bundle/${entryFile(name)}';\n`],
    [`${name}.d.ts`, `export * from '../${build}/${module}.js';\n`],
  ]);
  const files: Readonly<Record<string, string | Buffer>> = {
    ...Object.fromEntries(entries),
    'node-version.js': versionCheck(root),
    'pdfapi.1.gz': gzipSync(readFileSync(join(root, build, 'pdfapi.1')), { level: 9 }),
  };
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    if (readOrNothing(file)?.equals(Buffer.from(content))) continue;
    // In one step, because programs may be reading it.
    const next = join(folder, `.${process.pid}-${name}`);
    writeFileSync(next, content);
    renameSync(next, file);
  }
}

/**
 * Returns a module that throws in one sentence on a version of Node.js that is too old, before the library fails
 * somewhere. Versions since 12 can run it.
 */
function versionCheck(root: string): string {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly engines: { readonly node: string };
  };
  const needed = engines.node.replace('>=', '');
  const [major, minor] = needed.split('.');
  return `const [major, minor] = process.versions.node.split('.').map(Number);
if (major < ${major} || (major === ${major} && minor < ${minor})) {
  const error = new Error('pdfapi needs Node.js ${needed} or newer, and this is ' + process.versions.node + '. See https://nodejs.org');
  // Where it is thrown says nothing.
  error.stack = 'Error: ' + error.message;
  throw error;
}
`;
}

function readOrNothing(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
