/** `pdfapi templates delete <template>`: deletes a template on a server. */
import type { Command } from 'commander';
import { assertConfirmed } from '../../io/confirm.ts';
import { count } from '../../io/format.ts';
import { writeStdout } from '../../io/streams.ts';
import type { OpenSession } from '../../session.ts';
import { serverCell } from './repository/server-cell.ts';
import {
  addTemplateRepositoryOptions,
  type ManagedEntry,
  openTemplateRepository,
  type TemplateRepositoryOptions,
} from './repository/template-repository.ts';

interface Options extends TemplateRepositoryOptions {
  readonly dryRun?: boolean;
}

export function addTemplatesDeleteCommand(templates: Command, open: OpenSession): void {
  addTemplateRepositoryOptions(
    templates
      .command('delete')
      .summary('delete a template of a server')
      .description(
        'Deletes a template with all its versions: the API responds with 404 for it from then on, and its name becomes free. Folders, finished documents and charges are kept. Its id is never reused. Asks at a terminal; scripts confirm with --yes.',
      )
      .argument('<template>', 'id, name, or the folder it was pushed from')
      .option('--dry-run', 'check whether it could be deleted, without deleting it'),
  )
    .addHelpText('after', '\nExample:\n  pdfapi templates delete invoice --yes')
    .action(async (named: string, { dryRun = false, ...options }: Options, self: Command) => {
      const session = await open(self);
      const { findTemplate } = await import('./repository/find-template.ts');
      const repository = await openTemplateRepository(session, options);
      const entry = await findTemplate(repository, await repository.list(), named);
      const { id, name } = entry;
      if (!dryRun) await assertConfirmed(session, questionAbout(entry), `pdfapi templates delete ${named}`);
      await repository.delete(entry, dryRun);
      await writeStdout(
        session.context.json
          ? `${JSON.stringify({ id, name, deleted: !dryRun, dry_run: dryRun ? true : undefined })}\n`
          : `${id}\t${serverCell(name)}\n`,
      );
      if (dryRun) session.terminal.note('Nothing was deleted: --dry-run.');
    });
}

function questionAbout({ id, name, latestVersion, publishedVersion }: ManagedEntry): string {
  const published = publishedVersion === null ? 'not published' : `version ${publishedVersion} published`;
  return `Delete "${serverCell(name)}" (id ${id}, ${count(latestVersion, 'version')}, ${published})? This cannot be undone.`;
}
