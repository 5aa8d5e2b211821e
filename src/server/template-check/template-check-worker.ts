/** Runs in the thread that checks templates. */

import { type SerializedError, serializeError } from '#runtime/serialize-error';
import { serveTasks } from '#runtime/serve-tasks';
import { checkPreviewFiles, checkTemplateFiles } from '#template/check/check-template-files';
import type { LintFinding } from '#template/lint/lint-finding';
import { memoryTree } from '#template/load/memory-tree';
import type { Warning } from '#template/model/check-result';
import type { TemplateFiles } from '#template/model/template-files';
import type { DataSchemaJson } from '#template/schema/data-schema-json';
import { type DescribedTemplate, describeTemplateFiles, withoutText } from './describe-template-files.ts';

export interface TemplateCheckTask {
  readonly files: TemplateFiles;
  readonly name: string;
  /**
   * `check` finds errors, `preview` those that leave nothing to render and files that are missing, and `describe` warnings and accessibility problems
   * too. `schema` finds what the template reads from its data. Default: `check`.
   */
  readonly kind?: 'check' | 'preview' | 'describe' | 'schema';
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
    kind === 'describe' ? await describeTemplateFiles(files, name) : await checkFiles(files, name, kind);
  return { errors: errors.map(serializeError), ...rest };
});

async function checkFiles(
  files: TemplateFiles,
  name: string,
  kind: TemplateCheckTask['kind'],
): Promise<DescribedTemplate> {
  if (kind !== 'preview') {
    return { errors: await checkTemplateFiles(files, name), warnings: [], accessibility: [] };
  }
  const { errors, warnings } = await checkPreviewFiles(files, name);
  return { errors, warnings: warnings.map(withoutText), accessibility: [] };
}

async function readSchema(files: TemplateFiles, name: string): Promise<TemplateCheckAnswer> {
  const { inferTemplateSchema } = await import('#template/schema/template-schema');
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
