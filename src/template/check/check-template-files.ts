/** Checks that uploaded files form a template, before the server stores them. */
import { Failure } from '#contract/errors';
import { memoryTree } from '../load/memory-tree.ts';
import { checkTemplateFileSet, type TemplateFiles } from '../model/template-files.ts';
import { type CheckOptions, checkTemplate } from './check-template.ts';

/**
 * Returns the errors that `templates check` reports for a folder, and those of paths and sizes. Empty for a valid
 * template.
 */
export async function checkTemplateFiles(
  files: TemplateFiles,
  name?: string,
  options?: CheckOptions,
): Promise<readonly Failure[]> {
  try {
    checkTemplateFileSet(files);
  } catch (error) {
    if (error instanceof Failure) return [error];
    throw error;
  }
  const { errors } = await checkTemplate(memoryTree(files, name), options);
  return errors.map(toTemplateFault);
}

/** A template file that is not text is a fault of the template, not of the disk. */
function toTemplateFault(error: Failure): Failure {
  if (error.code !== 'file_unreadable') return error;
  const { message, hint } = error;
  return new Failure('invalid_template', message, { cause: error, hint });
}
