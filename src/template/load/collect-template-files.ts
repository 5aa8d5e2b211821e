/** Collects the files that `templates push` sends: only those that belong to the template. */
import { stat } from 'node:fs/promises';
import { Failure } from '#contract/errors';
import { rowsSettings } from '../data/rows-files.ts';
import type { FileTree } from '../model/file-tree.ts';
import {
  checkTemplateFileSet,
  isAlwaysTemplateFile,
  type TemplateFiles,
  TemplateFileTotal,
} from '../model/template-files.ts';
import { assertIsTemplate } from './assert-is-template.ts';
import { folderTree } from './folder-tree.ts';
import { parseManifest } from './manifest.ts';
import { readTreeText } from './read-text.ts';

/**
 * Sorted by path. Hidden files, links that leave the folder and `node_modules` are left out.
 *
 * Throws `template_not_found`, `file_unreadable`, and `invalid_template` if a limit is exceeded or a name is not valid on
 * every operating system.
 */
export async function collectTemplateFiles(folder: string): Promise<TemplateFiles> {
  await assertIsTemplate(folder);
  const tree = folderTree(folder);
  const files = new Map<string, Uint8Array>();
  const total = new TemplateFileTotal();
  const rows = await findRowsFiles(tree);
  for (const path of await tree.list()) {
    if (!rows.has(path) && !isAlwaysTemplateFile(path)) continue;
    // Checked before reading, because one file may not fit in memory.
    const size = await stat(tree.label(path)).catch(() => undefined);
    total.add(path, size?.size ?? 0);
    const found = await tree.read(path);
    // The file was deleted after it was listed.
    if (!found) continue;
    if ('refusal' in found) {
      throw new Failure('file_unreadable', `Cannot read ${tree.label(path)}: ${found.refusal}.`);
    }
    files.set(path, found.bytes);
  }
  checkTemplateFileSet(files);
  return files;
}

/** The folder may have other tables, which are not for the server. A manifest that is wrong is for the check. */
async function findRowsFiles(tree: FileTree): Promise<ReadonlySet<string>> {
  const text = await readTreeText(tree, 'template.json');
  try {
    const { rows } = text === undefined ? {} : parseManifest('template.json', text);
    return new Set(rowsSettings(rows).map(({ path }) => path));
  } catch (error) {
    if (error instanceof Failure) return new Set();
    throw error;
  }
}
