/** Runs in the thread that checks templates. */
import { checkTemplateFiles } from '../../../core/template/check/check-template-files.ts';
import type { TemplateFiles } from '../../../core/template/model/template-files.ts';
import { type SerializedError, serializeError } from '../../../core/workers/serialize-error.ts';
import { serveTasks } from '../../../core/workers/serve-tasks.ts';

export interface TemplateCheckTask {
  readonly files: TemplateFiles;
  readonly name: string;
}

serveTasks(async ({ files, name }: TemplateCheckTask): Promise<readonly SerializedError[]> => {
  const found = await checkTemplateFiles(files, name);
  return found.map(serializeError);
});
