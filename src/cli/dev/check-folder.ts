/** The template of a preview must be there when it begins; later it may come and go. */
import { Failure } from '../../contract/errors.ts';
import { refuseNoTemplate } from '../../core/template/refuse-no-template.ts';
import { similarTemplates } from '../similar-templates.ts';

/** Throws `usage` and `template_not_found`. */
export async function checkTemplateFolder(folder: string): Promise<void> {
  await refuseNoTemplate(folder).catch(async (error) => {
    if (/^\d+$/.test(folder)) {
      throw new Failure('usage', `${folder} is the id of a template on a server, and dev takes a folder.`, {
        hint: `Fetch it first: pdfapi templates pull ${folder}`,
      });
    }
    const similar = await similarTemplates(folder);
    if (similar === undefined || !(error instanceof Failure)) throw error;
    throw new Failure('template_not_found', error.message, {
      hint: `Did you mean ${similar}?`,
      cause: error,
    });
  });
}
