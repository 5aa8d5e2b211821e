/** A template as a folder on disk. */

import { assertIsTemplate } from './assert-is-template.ts';
import { folderTree } from './folder-tree.ts';
import { type ReadTemplate, readTemplate } from './read-template.ts';

/** Throws `template_not_found` and the errors of `readTemplate`. */
export async function readTemplateFolder(path: string): Promise<ReadTemplate> {
  await assertIsTemplate(path);
  return await readTemplate(folderTree(path));
}
