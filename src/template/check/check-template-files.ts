/** Checks that uploaded files form a template, before the server stores them. */
import { Failure } from '#contract/errors';
import { memoryTree } from '../load/memory-tree.ts';
import type { CheckResult } from '../model/check-result.ts';
import { checkTemplateFileSet, type TemplateFiles } from '../model/template-files.ts';
import { type CheckOptions, checkTemplate } from './check-template.ts';

/**
 * Returns the errors that `templates check` reports for a folder, and those of paths and sizes. Empty for a valid
 * template.
 */
export async function checkTemplateFiles(files: TemplateFiles, name?: string): Promise<readonly Failure[]> {
  return (await check(files, name)).errors;
}

/** Like `checkTemplateFiles`, without faults that leave something to render. The warnings are about files that are missing. */
export async function checkPreviewFiles(files: TemplateFiles, name?: string): Promise<CheckResult> {
  const { errors, warnings } = await check(files, name, { forPreview: true });
  return { errors, warnings: warnings.filter(({ asset }) => asset !== undefined) };
}

async function check(
  files: TemplateFiles,
  name: string | undefined,
  options?: CheckOptions,
): Promise<CheckResult> {
  try {
    checkTemplateFileSet(files);
  } catch (error) {
    if (error instanceof Failure) return { errors: [error], warnings: [] };
    throw error;
  }
  const { errors, warnings } = await checkTemplate(memoryTree(files, name), options);
  return { errors: errors.map(toTemplateFault), warnings };
}

/** A template file that is not text is a fault of the template, not of the disk. */
function toTemplateFault(error: Failure): Failure {
  if (error.code !== 'file_unreadable') return error;
  const { message, hint } = error;
  return new Failure('invalid_template', message, { cause: error, hint });
}
