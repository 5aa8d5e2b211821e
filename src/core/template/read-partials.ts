/** `partials/`: the templates that a template may include, by their path below that folder. */
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileFailure } from '../../contract/file-failure.ts';
import { readText } from './read-text.ts';
import type { SourceFile } from './template-sources.ts';

/** Name → source, in the order of the names. Hidden files and links that leave the folder are left out. */
export async function readPartials(folder: string): Promise<Map<string, SourceFile>> {
  const partials = new Map<string, SourceFile>();
  const root = await realpath(folder).catch(() => undefined);
  if (root !== undefined) await collect(folder, '', root, partials);
  return partials;
}

async function collect(folder: string, prefix: string, root: string, partials: Map<string, SourceFile>) {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true }).catch((error) => {
    throw fileFailure('file_unreadable', join(folder, prefix), error);
  });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    const name = prefix + entry.name;
    const file = join(folder, name);
    if (entry.isDirectory()) await collect(folder, `${name}/`, root, partials);
    else if (entry.isFile() || (entry.isSymbolicLink() && (await isFileBelow(file, root)))) {
      partials.set(name, { file, text: await readText(file) });
    }
  }
}

async function isFileBelow(link: string, root: string): Promise<boolean> {
  const target = await realpath(link).catch(() => '');
  return target.startsWith(root + sep) && (await stat(target)).isFile();
}
