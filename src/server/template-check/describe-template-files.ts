/** Everything that can be said about a template without printing it: errors, warnings and accessibility problems. */
import type { Failure } from '#contract/errors';
import { checkTemplate } from '#template/check/check-template';
import { checkTemplateFiles } from '#template/check/check-template-files';
import type { LintFinding } from '#template/lint/lint-finding';
import { memoryTree } from '#template/load/memory-tree';
import { readTemplate } from '#template/load/read-template';
import type { Warning } from '#template/model/check-result';
import type { TemplateFiles } from '#template/model/template-files';

export interface DescribedTemplate {
  readonly errors: readonly Failure[];
  readonly warnings: readonly Warning[];
  /** Empty if there are errors. */
  readonly accessibility: readonly LintFinding[];
}

export async function describeTemplateFiles(files: TemplateFiles, name: string): Promise<DescribedTemplate> {
  const errors = await checkTemplateFiles(files, name);
  if (errors.length > 0) return { errors, warnings: [], accessibility: [] };
  const tree = memoryTree(files, name);
  const { warnings } = await checkTemplate(tree);
  const { lintReadTemplate } = await import('#template/lint-template');
  const accessibility = await lintReadTemplate(await readTemplate(tree));
  return { errors: [], warnings: warnings.map(withoutText), accessibility };
}

/** The text of the file is not sent from thread to thread for each warning. */
export const withoutText = ({ location, ...warning }: Warning): Warning =>
  location ? { ...warning, location: { ...location, text: undefined } } : warning;
