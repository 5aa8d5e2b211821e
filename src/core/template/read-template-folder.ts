/** A template as a folder on disk. */
import { folderTree } from './folder-tree.ts';
import { type ReadTemplate, readTemplate } from './read-template.ts';
import { refuseNoTemplate } from './refuse-no-template.ts';

/** Throws `template_not_found` and the errors of `readTemplate`. */
export async function readTemplateFolder(path: string): Promise<ReadTemplate> {
  await refuseNoTemplate(path);
  return await readTemplate(folderTree(path));
}
