/** "Did you mean": finds template folders near an invalid path. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { nearest } from '#contract/did-you-mean';
import { examplesFolder } from './examples-folder.ts';

/** Returns the most similar template: beside the given path, in the working directory, or among the examples. */
export async function similarTemplates(path: string): Promise<string | undefined> {
  const wanted = basename(path);
  for (const folder of [dirname(path), '.', 'templates', 'templates-examples', examplesFolder]) {
    const names = await templatesIn(folder);
    const name = names.includes(wanted) ? wanted : nearest(wanted, names);
    if (name === undefined) continue;
    const found = join(folder, name);
    return found.startsWith('.') || found.startsWith('/') ? found : `./${found}`;
  }
  return undefined;
}

const isTemplate = (folder: string): boolean =>
  ['template.html', 'template.md', 'editor.json'].some((name) => existsSync(join(folder, name)));

/** Returns the names of the template folders directly in a folder. */
export async function templatesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && isTemplate(join(folder, entry.name)))
    .map((entry) => entry.name)
    .sort();
}
