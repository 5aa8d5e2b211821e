/** `pdfapi templates rename <template> <new-name>`: renames a template on a server. */
import type { Command } from 'commander';
import { templateName } from '#contract/templates';
import { writeStdout } from '../../io/streams.ts';
import type { OpenSession } from '../../session.ts';
import { serverCell } from './repository/server-cell.ts';
import {
  addTemplateRepositoryOptions,
  openTemplateRepository,
  type TemplateRepositoryOptions,
} from './repository/template-repository.ts';

interface Options extends TemplateRepositoryOptions {
  readonly dryRun?: boolean;
}

export function addTemplatesRenameCommand(templates: Command, open: OpenSession): void {
  addTemplateRepositoryOptions(
    templates
      .command('rename')
      .summary('rename a template on a server')
      .description(
        'Renames a template. Its id and versions stay the same, so requests to the API keep working. A folder that it was pushed from keeps the old name in its template.json until you change it.',
      )
      .argument('<template>', 'id, name, or the folder it was pushed from')
      .argument('<new-name>', 'a name that no other template has')
      .option('--dry-run', 'check whether it could be renamed, without renaming it'),
  )
    .addHelpText('after', '\nExample:\n  pdfapi templates rename invoice invoice-2026')
    .action(
      async (named: string, newName: string, { dryRun = false, ...options }: Options, self: Command) => {
        const session = await open(self);
        const name = templateName(newName);
        const { findTemplate, isFolder } = await import('./repository/find-template.ts');
        const repository = await openTemplateRepository(session, options);
        const { id } = await findTemplate(repository, await repository.list(), named);
        const { previousName, unchanged } = await repository.rename(id, name, dryRun);
        await writeStdout(
          session.context.json
            ? `${JSON.stringify({ id, name, previous_name: previousName, unchanged, dry_run: dryRun ? true : undefined })}\n`
            : `${id}\t${serverCell(name)}\n`,
        );
        if (dryRun) session.terminal.note('Nothing was renamed: --dry-run.');
        else if (isFolder(named) && !unchanged) {
          session.terminal.note(
            `To push ${named} to it, set "name" in its template.json: ${JSON.stringify(name)}`,
          );
        }
      },
    );
}
