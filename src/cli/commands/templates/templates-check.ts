/** `pdfapi templates check <folder…>`: reports all errors of templates without printing them. */
import type { Command } from 'commander';
import { Failure } from '../../../contract/errors.ts';
import type { CheckResult } from '../../../core/template/model/check-result.ts';
import { annotation, failureAsJson, failureAsText } from '../../failure.ts';
import { count } from '../../io/format.ts';
import { writeStderr, writeStdout } from '../../io/streams.ts';
import { writeTable } from '../../io/table.ts';
import { warningText } from '../../io/warning-text.ts';
import { pathArguments } from '../../options/path-argument.ts';
import type { OpenSession, Session } from '../../session.ts';

export function addTemplatesCheckCommand(templates: Command, open: OpenSession): void {
  templates
    .command('check')
    .summary('find errors in template folders')
    .description('Checks settings, Twig, assets, sample data and schema of template folders.')
    .argument('<folder...>', 'template folders', pathArguments('A template folder'))
    .addHelpText(
      'after',
      `
Examples:
  pdfapi templates check ./invoice
  pdfapi templates check ./templates/* --json`,
    )
    .action(async (folders: readonly string[], _options: object, self: Command) => {
      const session = await open(self);
      const { checkTemplateFolder } = await import('../../../core/template/check/check-template-folder.ts');
      const results: (CheckResult & { path: string })[] = [];
      for (const path of folders) {
        const result = await checkTemplateFolder(path).catch((error): CheckResult => {
          // With several folders, one that is not a template must not hide the errors of the others.
          if (folders.length === 1 || !(error instanceof Failure)) throw error;
          return { errors: [error], warnings: [] };
        });
        results.push({ path, ...result });
      }
      if (session.context.json) await writeJson(results);
      else await printResults(session, results);
      const wrong = results.filter(({ errors }) => errors.length > 0);
      if (wrong.length > 0) {
        throw new Failure(
          'invalid_template',
          `${wrong.length} of ${count(results.length, 'template')} with errors.`,
        );
      }
    });
}

type Results = readonly (CheckResult & { readonly path: string })[];

async function writeJson(results: Results): Promise<void> {
  const templates = results.map(({ path, errors, warnings }) => ({
    path,
    ok: errors.length === 0,
    errors: errors.map(failureAsJson),
    warnings: warnings.map(warningText),
  }));
  await writeStdout(`${JSON.stringify({ templates })}\n`);
}

async function printResults(session: Session, results: Results): Promise<void> {
  const { terminal } = session;
  for (const { errors, warnings } of results) {
    for (const error of errors) {
      writeStderr(`${failureAsText(error, terminal.style)}\n`);
      writeStderr(annotation(error, session.context.githubWorkspace));
    }
    for (const warning of warnings) terminal.warn(warningText(warning));
  }
  const rows = results.map(({ path, errors, warnings }) => [
    path,
    errors.length > 0 ? 'failed' : 'ok',
    count(errors.length, 'error'),
    count(warnings.length, 'warning'),
  ]);
  await writeTable(session, ['template', 'result', 'errors', 'warnings'], rows);
}
