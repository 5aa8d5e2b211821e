/** A path that holds no template is told so before anything else is said about it. */
import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../contract/errors.ts';

/** Throws `template_not_found`. */
export async function refuseNoTemplate(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory())
    throw new Failure('template_not_found', `There is no template folder ${folder}.`);
  const error = await lstat(join(folder, 'template.html')).then(
    () => undefined,
    (reason: NodeJS.ErrnoException) => reason,
  );
  // A file that may not be read is there, and says so when it is read.
  if (error?.code !== 'ENOENT') return;
  throw new Failure('template_not_found', `${folder} is not a template: it has no template.html.`, {
    hint: 'Start one with: pdfapi templates new <name>',
  });
}
