/** Reports a path without a template before any other fault. */
import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '#contract/errors';

/** Throws `template_not_found`, with the template that was probably meant. */
export async function assertIsTemplate(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (!found) throw await notFound(folder, `There is no template folder ${folder}.`);
  if (!found.isDirectory()) {
    throw new Failure('template_not_found', `${folder} is a file, but a template is a folder.`);
  }
  for (const name of ['template.html', 'template.md', 'editor.json']) {
    const error = await lstat(join(folder, name)).then(
      () => undefined,
      (reason: NodeJS.ErrnoException) => reason,
    );
    // An unreadable file exists. Reading it reports the error.
    if (error?.code !== 'ENOENT') return;
  }
  throw await notFound(
    folder,
    `${folder} is not a template: it has none of template.html, template.md and editor.json.`,
  );
}

async function notFound(folder: string, message: string): Promise<Failure> {
  const { similarTemplates } = await import('./similar-templates.ts');
  const similar = await similarTemplates(folder);
  return new Failure('template_not_found', message, {
    hint: similar ? `Did you mean ${similar}?` : 'Start one with: pdfapi templates new <name>',
  });
}
