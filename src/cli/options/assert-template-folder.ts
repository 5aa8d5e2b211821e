/** Finds the most likely mistakes in a template's path before a browser is started for it. */
import { Failure } from '#contract/errors';
import { statPath } from '../io/stat-path.ts';

/** Throws `template_not_found` with the nearest folder, and `usage` if the path is a file. */
export async function assertTemplateFolder(path: string): Promise<void> {
  const found = statPath(path);
  if (found?.isDirectory()) return;
  if (found) {
    throw new Failure('usage', `${path} is a file, but a template is a folder.`, {
      hint: `For one HTML file: pdfapi html ${path}`,
    });
  }
  throw await missingTemplateFolder(path, `There is no template folder ${path}.`);
}

/** Returns a failure with `message` that suggests the nearest folder. */
export async function missingTemplateFolder(path: string, message: string): Promise<Failure> {
  const { similarTemplates } = await import('#template/load/similar-templates');
  const similar = await similarTemplates(path);
  return new Failure('template_not_found', message, {
    hint: similar ? `Did you mean ${similar}?` : 'Start one with: pdfapi templates new <name>',
  });
}
