/** `pdfapi templates push <folder…>`: pushes template folders to the server as new versions. */
import type { Command } from 'commander';
import { writeStdout } from '../../io/streams.ts';
import { writeTable } from '../../io/table.ts';
import { pathArguments } from '../../options/path-argument.ts';
import type { OpenSession } from '../../session.ts';
import {
  addTemplateRepositoryOptions,
  openTemplateRepository,
  type TemplateRepositoryOptions,
} from './repository/template-repository.ts';

interface Options extends TemplateRepositoryOptions {
  readonly publish?: true;
  readonly dryRun?: true;
  readonly force?: true;
}

export function addTemplatesPushCommand(templates: Command, open: OpenSession): void {
  addTemplateRepositoryOptions(
    templates
      .command('push')
      .summary('store template folders on a server')
      .description(
        'Checks template folders and stores each as a new version of the template of its name. An unchanged folder makes no new version. Changes on the server since the last push or pull are a conflict; `.pdfapi.json` in the folder records that state and belongs in git. Files are compared byte by byte, so git must not convert their line endings.',
      )
      .argument('<folder...>', 'template folders', pathArguments('A template folder'))
      .option('--publish', 'also publish the version: the API renders it from then on')
      .option('--dry-run', 'check and compare without storing anything')
      .option('--force', 'store it even if the server has changes; for CI that does not commit .pdfapi.json'),
  )
    .addHelpText(
      'after',
      `
Examples:
  pdfapi templates push ./invoice                      # a draft: the API keeps rendering the published version
  pdfapi templates push ./templates/* --publish
  pdfapi templates push ./invoice --dry-run            # what would be stored
  pdfapi templates push ./invoice --publish --data-dir /var/lib/pdfapi --team acme`,
    )
    .action(async (folders: readonly string[], options: Options, self: Command) => {
      const session = await open(self);
      const { terminal, context } = session;
      const [{ assertTargetFolder }, { comparePush, pushFolder }, { writeFolderRecord }] = await Promise.all([
        import('./repository/check-folder.ts'),
        import('./repository/push-folders.ts'),
        import('./repository/folder-record.ts'),
      ]);
      const { publish = false, dryRun = false, force = false } = options;
      const locals = [];
      for (const path of folders) locals.push(await assertTargetFolder(session, path, { publish }));
      // Nothing is stored unless every folder may be.
      const repository = await openTemplateRepository(session, options);
      const states = await comparePush(repository, locals, { publish, dryRun, force });
      const pushed: Shown[] = [];
      try {
        for (const state of states) {
          const { name, path, hash, hasErrors } = state.local;
          terminal.activity(`pushing ${name}`);
          const result = await pushFolder(repository, state, { publish, dryRun, force });
          const { id, version } = result;
          if (id !== null && !dryRun) {
            await writeFolderRecord(session, path, repository.address, { id, version, hash, name });
          }
          const { published, unchanged } = result;
          pushed.push({
            id,
            version,
            published,
            unchanged,
            name,
            path,
            has_errors: hasErrors ? true : undefined,
            dry_run: dryRun ? true : undefined,
          });
        }
      } catch (error) {
        // Versions that were stored before another one failed are printed too.
        const stored = dryRun ? [] : pushed.filter(({ unchanged }) => !unchanged);
        for (const { name, version } of stored) terminal.warn(`Version ${version} of "${name}" was stored.`);
        throw error;
      }
      terminal.rest();
      if (context.json) {
        const [only] = pushed;
        return await writeStdout(`${JSON.stringify(folders.length === 1 ? only : pushed)}\n`);
      }
      await writeTable(session, header, pushed.map(row));
      if (dryRun) terminal.note('Nothing was stored: --dry-run.');
    });
}

interface Shown {
  readonly id: number | null;
  readonly version: number;
  readonly published: boolean;
  readonly unchanged: boolean;
  readonly name: string;
  readonly path: string;
  readonly has_errors?: boolean | undefined;
  readonly dry_run?: boolean | undefined;
}

const header = ['ID', 'NAME', 'VERSION', 'STATE', 'CONTENT'];
const row = ({ id, name, version, published, unchanged }: Shown): string[] => [
  id === null ? '-' : String(id),
  name,
  String(version),
  published ? 'published' : 'draft',
  unchanged ? 'unchanged' : 'new',
];
