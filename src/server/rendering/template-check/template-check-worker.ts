/** Runs in the thread that checks templates. */

import type { LintFinding } from '../../../core/lint/lint-finding.ts';
import { checkTemplateFiles } from '../../../core/template/check/check-template-files.ts';
import { memoryTree } from '../../../core/template/load/memory-tree.ts';
import type { Warning } from '../../../core/template/model/check-result.ts';
import type { TemplateFiles } from '../../../core/template/model/template-files.ts';
import type { DataSchemaJson } from '../../../core/template/schema/data-schema-json.ts';
import { type SerializedError, serializeError } from '../../../core/workers/serialize-error.ts';
import { serveTasks } from '../../../core/workers/serve-tasks.ts';
import { describeTemplateFiles } from './describe-template-files.ts';

export interface TemplateCheckTask {
  readonly files: TemplateFiles;
  readonly name: string;
  /**
   * `check` finds errors, and `describe` warnings and accessibility problems too. `schema` finds what the template reads
   * from its data. Default: `check`.
   */
  readonly kind?: 'check' | 'describe' | 'schema';
}

export interface TemplateCheckAnswer {
  readonly errors: readonly SerializedError[];
  readonly warnings: readonly Warning[];
  readonly accessibility: readonly LintFinding[];
  readonly schema?: DataSchemaJson;
}

serveTasks(async ({ files, name, kind }: TemplateCheckTask): Promise<TemplateCheckAnswer> => {
  if (kind === 'schema') return await readSchema(files, name);
  const { errors, ...rest } =
    kind === 'describe'
      ? await describeTemplateFiles(files, name)
      : { errors: await checkTemplateFiles(files, name), warnings: [], accessibility: [] };
  return { errors: errors.map(serializeError), ...rest };
});

async function readSchema(files: TemplateFiles, name: string): Promise<TemplateCheckAnswer> {
  const { inferTemplateSchema } = await import('../../../core/template/schema/template-schema.ts');
  const nothing = { errors: [], warnings: [], accessibility: [] };
  try {
    return {
      ...nothing,
      schema: await inferTemplateSchema(memoryTree(files, name), { toleratesData: true }),
    };
  } catch (error) {
    return { ...nothing, errors: [serializeError(error)] };
  }
}
