/** Finds every fault of a template folder that shows without printing. */

import { assertIsTemplate } from '../load/assert-is-template.ts';
import { folderTree } from '../load/folder-tree.ts';
import type { CheckResult } from '../model/check-result.ts';
import { checkTemplate } from './check-template.ts';

/** Throws `template_not_found` if there is no template at all. Every other fault is in the result. */
export async function checkTemplateFolder(path: string): Promise<CheckResult> {
  await assertIsTemplate(path);
  return await checkTemplate(folderTree(path));
}
