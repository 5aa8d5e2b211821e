/**
 * `npm run install-sweep` gets the public PDFs of the sweep and of bench/signatures: 230 MB, of 28 repositories. `-- --clones <folder>` names a folder
 * with clones of them (`owner/name` or `owner+name/repo`, bare or not), in any depth of history; those that are not there are
 * cloned from GitHub.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { isInstalled, type SweepFile, signatureFiles, sweepFiles, sweepFolder } from './files/sweep-files.ts';

const { values } = parseArgs({ options: { clones: { type: 'string' } } });
const all = [...new Map([...sweepFiles, ...signatureFiles].map((file) => [file.name, file])).values()];
const wanted = all.filter((file) => !isInstalled(file));

for (const [repository, files] of Map.groupBy(wanted, (file) => file.repository)) {
  const local = findClone(repository);
  const temporary = local ? undefined : mkdtempSync(join(tmpdir(), 'pdfapi-sweep-'));
  try {
    const clone = local ?? cloneFromGithub(repository, temporary ?? '');
    const found = clone ? files.filter((file) => installFile(clone, file)).length : 0;
    console.log(`${repository}: ${found} of ${files.length}`);
  } finally {
    if (temporary) rmSync(temporary, { recursive: true, force: true });
  }
}
console.log(`${all.filter(isInstalled).length} of ${all.length} files in ${sweepFolder}`);

function findClone(repository: string): string | undefined {
  const { clones } = values;
  if (clones === undefined) return undefined;
  const joined = repository.replace('/', '+');
  return [repository, `${repository}.git`, joined, `${joined}/repo`]
    .map((name) => join(clones, name))
    .find((folder) => existsSync(join(folder, 'HEAD')) || existsSync(join(folder, '.git')));
}

/** Without the contents of files, which git gets when they are read. */
function cloneFromGithub(repository: string, folder: string): string | undefined {
  const address = `https://github.com/${repository}`;
  const args = ['clone', '-q', '--filter=blob:none', '--no-checkout', address, folder];
  const { status } = spawnSync('git', args, { stdio: ['ignore', 2, 2] });
  if (status !== 0) console.warn(`${repository} cannot be cloned.`);
  return status === 0 ? folder : undefined;
}

/** As it was at the commit of the list, or, where a clone does not reach back to that, as it is now if it is as long. */
function installFile(clone: string, { commit, path, bytes, place }: SweepFile): boolean {
  for (const revision of [commit, 'HEAD']) {
    const args = ['-C', clone, 'cat-file', 'blob', `${revision}:${path}`];
    const { status, stdout } = spawnSync('git', args, { maxBuffer: 2 ** 28 });
    if (status !== 0 || stdout.length !== bytes) continue;
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, stdout);
    return true;
  }
  return false;
}
