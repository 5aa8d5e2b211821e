/** Checks a template folder before a push, prints all of its errors, and reads it. */
import { Failure } from '#contract/errors';
import { checkTemplateFolder } from '#template/check/check-template-folder';
import { annotation, failureAsText } from '../../../failure.ts';
import { count } from '../../../io/format.ts';
import { writeStderr } from '../../../io/streams.ts';
import { warningText } from '../../../io/warning-text.ts';
import type { Session } from '../../../session.ts';
import { type LocalTemplate, readLocalTemplate } from './local-template.ts';

/** A template that cannot be rendered is never stored. Throws its first error, with its location. */
export async function assertTargetFolder(
  { terminal, context }: Session,
  path: string,
): Promise<LocalTemplate> {
  const { errors, warnings } = await checkTemplateFolder(path);
  const [first, ...others] = errors;
  for (const warning of warnings) if (warning.isMissingPartial) terminal.warn(warningText(warning));
  if (!first) return await readLocalTemplate(path);
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
