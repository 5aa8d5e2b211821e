/** `pdfapi templates pull <template> [folder]`: writes a template of a server to a folder. */
import type { Command } from 'commander';
import { count } from '../../io/format.ts';
import { writeStdout } from '../../io/streams.ts';
import { pathArgument } from '../../options/path-argument.ts';
import type { OpenSession } from '../../session.ts';
import {
  addTemplateRepositoryOptions,
  openTemplateRepository,
  type TemplateRepositoryOptions,
} from './repository/template-repository.ts';
import { findVersion, type VersionOption, versionOption } from './repository/version-option.ts';

interface Options extends TemplateRepositoryOptions {
  readonly from?: VersionOption;
  readonly force?: true;
}

export function addTemplatesPullCommand(templates: Command, open: OpenSession): void {
  addTemplateRepositoryOptions(
    templates
      .command('pull')
      .summary('fetch a template of a server as a folder')
      .description(
        'Writes the latest version of a template as a folder, file by file as it was pushed, or brings a folder up to date. Changes in the folder are never overwritten without --force.',
      )
      .argument('<template>', 'id, name, or the folder to bring up to date')
      .argument('[folder]', 'target folder (default: its name)', pathArgument('The folder'))
      .option('--from <version>', 'published, latest, or a version number', versionOption)
      .option('--force', 'write into a folder that is not empty, and overwrite changes'),
  )
    .addHelpText(
      'after',
      `
Examples:
  pdfapi templates pull invoice                        # → ./invoice
  pdfapi templates pull 12 ./templates/letter --from published
  pdfapi templates pull ./invoice                      # brings the folder up to date`,
    )
    .action(async (named: string, folder: string | undefined, options: Options, self: Command) => {
      const session = await open(self);
      const { terminal, context } = session;
      const [{ findTemplate, isFolder }, { pullTemplate }] = await Promise.all([
        import('./repository/find-template.ts'),
        import('./repository/pull-template.ts'),
      ]);
      const repository = await openTemplateRepository(session, options);
      const entry = await findTemplate(repository, await repository.list(), named);
      const { name } = entry;
      const version = findVersion(entry, options.from ?? 'latest');
      const path = folder ?? (isFolder(named) ? named : folderName(name));
      terminal.activity(`pulling version ${version}`);
      const { written, removed, unchanged } = await pullTemplate(session, repository, entry, {
        path,
        version,
        force: options.force === true,
      });
      terminal.rest();
      terminal.note(
        unchanged
          ? `${path} already is version ${version}`
          : `${count(written.length, 'file')} of version ${version}${removed.length > 0 ? `, ${removed.length} removed` : ''}`,
      );
      await writeStdout(
        context.json
          ? `${JSON.stringify({ path, name, version, files: written, removed, unchanged })}\n`
          : `${path}\n`,
      );
    });
}

/** A template's name is for people and may contain characters that are invalid in file names. */
const folderName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .toLowerCase() || 'template';
