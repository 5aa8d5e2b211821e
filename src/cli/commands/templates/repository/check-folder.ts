/** Checks a template folder before a push, prints all of its errors, and reads it. */
import { Failure } from '#contract/errors';
import { checkTemplateFolder } from '#template/check/check-template-folder';
import { mayBeDraft } from '#template/model/template-files';
import { annotation, failureAsText } from '../../../failure.ts';
import { count } from '../../../io/format.ts';
import { writeStderr } from '../../../io/streams.ts';
import { warningText } from '../../../io/warning-text.ts';
import type { Session } from '../../../session.ts';
import { type LocalTemplate, readLocalTemplate } from './local-template.ts';

/** A draft may have errors, which are printed as warnings. Throws the first error otherwise, with its location. */
export async function assertTargetFolder(
  { terminal, context }: Session,
  path: string,
  { publish }: { readonly publish: boolean },
): Promise<LocalTemplate> {
  const { errors, warnings } = await checkTemplateFolder(path);
  const [first, ...others] = errors;
  for (const warning of warnings) if (warning.isMissingPartial) terminal.warn(warningText(warning));
  if (!first) return await readLocalTemplate(path);
  const draft = publish ? undefined : await readDraft(path);
  if (draft) {
    for (const { message, location } of errors) terminal.warn(warningText({ message, location }));
    terminal.warn(
      `${path} is stored as a draft with ${count(errors.length, 'error')}: it cannot be published.`,
    );
    return draft;
  }
  if (others.length === 0) throw first;
  if (!context.json) {
    for (const error of others) {
      writeStderr(`${failureAsText(error, terminal.style)}\n`);
      writeStderr(annotation(error, context.githubWorkspace));
    }
  }
  throw new Failure(first.code, `${path} has ${count(errors.length, 'error')}: ${first.message}`, {
    hint: `All of them: pdfapi templates check ${path}`,
    location: first.location,
  });
}

/** Undefined if not even a draft may have these files. */
async function readDraft(path: string): Promise<LocalTemplate | undefined> {
  try {
    const local = await readLocalTemplate(path);
    return mayBeDraft(local.files) ? { ...local, hasErrors: true } : undefined;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
