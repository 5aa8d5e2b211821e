/** All that can be known to be wrong with a template folder without printing it. */
import type { CheckResult } from './check-result.ts';
import { checkTemplate } from './check-template.ts';
import { folderTree } from './folder-tree.ts';
import { refuseNoTemplate } from './refuse-no-template.ts';

/** Throws `template_not_found` where there is no template at all; every other fault is in the result. */
export async function checkTemplateFolder(path: string): Promise<CheckResult> {
  await refuseNoTemplate(path);
  return await checkTemplate(folderTree(path));
}
