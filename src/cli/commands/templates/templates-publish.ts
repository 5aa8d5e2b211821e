/** `pdfapi templates publish <template>`: makes the API render this version. */
import type { Command } from 'commander';
import { Failure } from '#contract/errors';
import { writeStdout } from '../../io/streams.ts';
import { wholeNumber } from '../../options/whole-number.ts';
import type { OpenSession } from '../../session.ts';
import { serverCell } from './repository/server-cell.ts';
import {
  addTemplateRepositoryOptions,
  openTemplateRepository,
  type TemplateRepositoryOptions,
} from './repository/template-repository.ts';

interface Options extends TemplateRepositoryOptions {
  readonly to?: number;
  readonly dryRun?: boolean;
}

export function addTemplatesPublishCommand(templates: Command, open: OpenSession): void {
  addTemplateRepositoryOptions(
    templates
      .command('publish')
      .summary('choose the version that a server renders')
      .description('Publishes the latest version of a template, or goes back to an earlier one.')
      .argument('<template>', 'id, name, or the folder it was pushed from')
      .option('--to <version>', 'a version other than the latest', wholeNumber)
      .option('--dry-run', 'check whether it could be published, without publishing it'),
  )
    .addHelpText(
      'after',
      `
Examples:
  pdfapi templates publish invoice
  pdfapi templates publish invoice --to 3              # back to an earlier version
  pdfapi templates publish ./invoice --dry-run`,
    )
    .action(async (named: string, { to, dryRun = false, ...options }: Options, self: Command) => {
      const session = await open(self);
      const { findTemplate } = await import('./repository/find-template.ts');
      const repository = await openTemplateRepository(session, options);
      const { id, name, latestVersion } = await findTemplate(repository, await repository.list(), named);
      const version = to ?? latestVersion;
      if (version > latestVersion || version < 1) {
        throw new Failure('version_not_found', `Template ${id} has no version ${version}.`, {
          hint: `Its latest version is ${latestVersion}.`,
        });
      }
      await repository.publish(id, version, dryRun);
      await writeStdout(
        session.context.json
          ? `${JSON.stringify({ id, name, version, published: true, dry_run: dryRun ? true : undefined })}\n`
          : `${id}\t${serverCell(name)}\t${version}\n`,
      );
      if (dryRun) session.terminal.note('Nothing was published: --dry-run.');
    });
}
