/** Runs in the thread that checks templates. */

import type { LintFinding } from '../../../core/lint/lint-finding.ts';
import { checkTemplateFiles } from '../../../core/template/check/check-template-files.ts';
import type { Warning } from '../../../core/template/model/check-result.ts';
import type { TemplateFiles } from '../../../core/template/model/template-files.ts';
import { type SerializedError, serializeError } from '../../../core/workers/serialize-error.ts';
import { serveTasks } from '../../../core/workers/serve-tasks.ts';
import { describeTemplateFiles } from './describe-template-files.ts';

export interface TemplateCheckTask {
  readonly files: TemplateFiles;
  readonly name: string;
  /** Also finds warnings and accessibility problems. */
  readonly isComplete?: boolean;
}

export interface TemplateCheckAnswer {
  readonly errors: readonly SerializedError[];
  readonly warnings: readonly Warning[];
  readonly accessibility: readonly LintFinding[];
}

serveTasks(async ({ files, name, isComplete }: TemplateCheckTask): Promise<TemplateCheckAnswer> => {
  const { errors, ...rest } = isComplete
    ? await describeTemplateFiles(files, name)
    : { errors: await checkTemplateFiles(files, name), warnings: [], accessibility: [] };
  return { errors: errors.map(serializeError), ...rest };
});
