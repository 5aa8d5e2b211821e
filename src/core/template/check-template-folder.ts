/** Finds every fault of a template folder that shows without printing. */
import type { CheckResult } from './check-result.ts';
import { checkTemplate } from './check-template.ts';
import { folderTree } from './folder-tree.ts';
import { refuseNoTemplate } from './refuse-no-template.ts';

/** Throws `template_not_found` if there is no template at all. Every other fault is in the result. */
export async function checkTemplateFolder(path: string): Promise<CheckResult> {
  await refuseNoTemplate(path);
  return await checkTemplate(folderTree(path));
}
