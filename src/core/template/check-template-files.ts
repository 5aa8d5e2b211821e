/** Whether the files that arrived for a template make one: what the server asks before it keeps them. */
import { Failure } from '../../contract/errors.ts';
import { checkTemplate } from './check-template.ts';
import { memoryTree } from './memory-tree.ts';
import { checkTemplateFileSet, type TemplateFiles } from './template-files.ts';

/** The same errors as `templates check` tells of a folder, and those of paths and sizes; none: it is a template. */
export async function checkTemplateFiles(files: TemplateFiles, name?: string): Promise<readonly Failure[]> {
  try {
    checkTemplateFileSet(files);
  } catch (error) {
    if (error instanceof Failure) return [error];
    throw error;
  }
  const { errors } = await checkTemplate(memoryTree(files, name));
  return errors.map(asFaultOfTemplate);
}

/** A file of a template that is no text is a fault of the template here, and none of the disk. */
function asFaultOfTemplate(error: Failure): Failure {
  if (error.code !== 'file_unreadable') return error;
  const { message, hint } = error;
  return new Failure('invalid_template', message, { cause: error, ...(hint ? { hint } : {}) });
}
