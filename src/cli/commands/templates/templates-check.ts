/** `pdfapi templates check <folder…>`: reports all errors of templates without printing them. */
import type { Command } from 'commander';
import { Failure } from '#contract/errors';
import { describeLintFinding, type LintFinding } from '#template/lint/lint-finding';
import type { CheckResult } from '#template/model/check-result';
import { annotation, failureAsJson, failureAsText } from '../../failure.ts';
import { findTemplateFolders } from '../../inputs/find-template-folders.ts';
import { count } from '../../io/format.ts';
import { sanitize } from '../../io/sanitize.ts';
import { writeStderr, writeStdout } from '../../io/streams.ts';
import { writeTable } from '../../io/table.ts';
import { warningText } from '../../io/warning-text.ts';
import { pathArguments } from '../../options/path-argument.ts';
import type { OpenSession, Session } from '../../session.ts';

export function addTemplatesCheckCommand(templates: Command, open: OpenSession): void {
  templates
    .command('check')
    .summary('find errors in template folders')
    .description('Checks settings, Twig, assets, sample data, schema and accessibility of template folders.')
    .argument('<folder...>', 'template folders, or folders of templates', pathArguments('A template folder'))
    .option('--strict', 'also fail on warnings; hints never fail')
    .addHelpText(
      'after',
      `
Examples:
  pdfapi templates check ./invoice
  pdfapi templates check ./templates --strict --json`,
    )
    .action(async (paths: readonly string[], { strict = false }: { strict?: boolean }, self: Command) => {
      const session = await open(self);
      const { checkTemplateFolder } = await import('#template/check/check-template-folder');
      const folders = findTemplateFolders(paths);
      const results: Result[] = [];
      for (const path of folders) {
        const result = await checkTemplateFolder(path).catch((error): CheckResult => {
          // With several folders, one that is not a template must not hide the errors of the others.
          if (folders.length === 1 || !(error instanceof Failure)) throw error;
          return { errors: [error], warnings: [] };
        });
        // A template with errors is not linted: its author would have to tell apart which findings follow from them.
        const accessibility = result.errors.length > 0 ? [] : await lintTemplateFolder(path);
        const hasWarnings =
          result.warnings.length > 0 || accessibility.some(({ severity }) => severity === 'warning');
        const isOk = result.errors.length === 0 && !(strict && hasWarnings);
        results.push({ path, ...result, accessibility, isOk });
      }
      if (session.context.json) await writeJson(results);
      else await printResults(session, results);
      const wrong = results.filter(({ isOk }) => !isOk);
      if (wrong.length === 0) return;
      const hasErrors = wrong.some(({ errors }) => errors.length > 0);
      const what = hasErrors ? 'with errors' : 'with warnings, which --strict does not accept';
      throw new Failure(
        'invalid_template',
        `${wrong.length} of ${count(results.length, 'template')} ${what}.`,
      );
    });
}

interface Result extends CheckResult {
  readonly path: string;
  readonly accessibility: readonly LintFinding[];
  readonly isOk: boolean;
}

/** Throws the errors of `readTemplate`. */
async function lintTemplateFolder(path: string): Promise<readonly LintFinding[]> {
  const [{ readTemplateFolder }, { lintReadTemplate }] = await Promise.all([
    import('#template/load/read-template-folder'),
    import('#template/lint-template'),
  ]);
  return await lintReadTemplate(await readTemplateFolder(path));
}

async function writeJson(results: readonly Result[]): Promise<void> {
  const templates = results.map(({ path, errors, warnings, accessibility, isOk }) => ({
    path,
    ok: isOk,
    errors: errors.map(failureAsJson),
    warnings: warnings.map(warningText),
    accessibility,
  }));
  await writeStdout(`${JSON.stringify({ templates })}\n`);
}

async function printResults(session: Session, results: readonly Result[]): Promise<void> {
  const { terminal } = session;
  for (const { errors, warnings, accessibility } of results) {
    for (const error of errors) {
      writeStderr(`${failureAsText(error, terminal.style)}\n`);
      writeStderr(annotation(error, session.context.githubWorkspace));
    }
    for (const warning of warnings) terminal.warn(warningText(warning));
    for (const finding of accessibility) {
      const text = describeLintFinding(finding, { marksHints: false });
      if (finding.severity === 'warning') terminal.warn(text);
      else terminal.note(`${terminal.style.cyan('hint:')} ${sanitize(text)}`);
    }
  }
  const rows = results.map(({ path, errors, warnings, accessibility, isOk }) => {
    const hints = accessibility.filter(({ severity }) => severity === 'hint').length;
    return [
      path,
      isOk ? 'ok' : 'failed',
      count(errors.length, 'error'),
      count(warnings.length + accessibility.length - hints, 'warning'),
      count(hints, 'hint'),
    ];
  });
  await writeTable(session, ['template', 'result', 'errors', 'warnings', 'hints'], rows);
}
