/** Identifies a build by a short hash of its inputs: equal inputs produce the same build. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders and files, relative to the root of the checkout. */
const inputs = [
  'src',
  'build',
  'CHANGELOG.md',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

/** Returns twelve hexadecimal digits. `root` is the root of the checkout. */
export function inputHash(root: string): string {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap((input) => filesBelow(root, input))) {
    const bytes = readFileSync(join(root, path));
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 12);
}

function filesBelow(root: string, path: string): string[] {
  if (!existsSync(join(root, path))) return [];
  if (path.includes('.')) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
