/** The template of a preview must exist at the start; later it may disappear and reappear. */
import { Failure } from '../../../contract/errors.ts';
import { assertIsTemplate } from '../../../core/template/load/assert-is-template.ts';
import { statPath } from '../../io/stat-path.ts';

/** Throws `usage` and `template_not_found`. */
export async function assertFolderTemplate(folder: string): Promise<void> {
  if (/^\d+$/.test(folder) && !statPath(folder)) {
    throw new Failure('usage', `${folder} is the id of a template on a server, but dev needs a folder.`, {
      hint: `Fetch it first: pdfapi templates pull ${folder}`,
    });
  }
  await assertIsTemplate(folder);
}
