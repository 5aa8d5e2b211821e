/**
 * The files of a release, which need neither a clone nor a build: the tarball of the package, its bill of materials, the
 * recipe of the image with the files that run it, and the checksums of all.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { imageRecipe } from './image-recipe.ts';
import { sbom } from './sbom.ts';

/**
 * Writes them into `folder`, which is empty, and returns the path of the tarball. `root` is a checkout; npm builds what has
 * changed in it.
 */
export function writeReleaseFiles(root: string, folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: root, stdio: ['ignore', 'ignore', 2] });
  const tarball = `${name}-${version}.tgz`;
  if (!readdirSync(folder).includes(tarball)) throw new Error('npm pack wrote no tarball.');

  writeFileSync(join(folder, `${name}-${version}.cdx.json`), sbom(root, realpathSync(join(root, 'dist'))));
  const revision = git(root, 'rev-parse', 'HEAD');
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  writeFileSync(join(folder, 'Dockerfile'), imageRecipe(dockerfile, { tarball, version, revision }));
  mkdirSync(join(folder, 'deploy'));
  // Not what git ignores: an operator keeps passwords there.
  for (const each of git(root, 'ls-files', 'compose.yaml', 'deploy').split('\n')) {
    copyFileSync(join(root, each), join(folder, each));
  }
  writeFileSync(join(folder, 'SHA256SUMS'), checksums(folder));
  return join(folder, tarball);
}

/** As `sha256sum --check` reads them. */
function checksums(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => {
      const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
      return `${hash}  ${file.slice(folder.length + 1).replaceAll('\\', '/')}\n`;
    })
    .join('');
}

function git(root: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}
