/** Everything that can be said about a template without printing it: errors, warnings and accessibility problems. */
import type { Failure } from '../../../contract/errors.ts';
import type { LintFinding } from '../../../core/lint/lint-finding.ts';
import { checkTemplate } from '../../../core/template/check/check-template.ts';
import { checkTemplateFiles } from '../../../core/template/check/check-template-files.ts';
import { memoryTree } from '../../../core/template/load/memory-tree.ts';
import { readTemplate } from '../../../core/template/load/read-template.ts';
import type { Warning } from '../../../core/template/model/check-result.ts';
import type { TemplateFiles } from '../../../core/template/model/template-files.ts';

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
  const { lintReadTemplate } = await import('../../../core/template/lint-template.ts');
  const accessibility = await lintReadTemplate(await readTemplate(tree));
  return { errors: [], warnings: warnings.map(withoutText), accessibility };
}

/** The text of the file is not sent from thread to thread for each warning. */
const withoutText = ({ location, ...warning }: Warning): Warning =>
  location ? { ...warning, location: { ...location, text: undefined } } : warning;
