/** `pdfapi admin backup|restore` */
import type { Command } from 'commander';
import {
  addDataDirectoryOption,
  type DataDirectoryOptions,
  locateDirectory,
  openDirectoryStore,
} from '../../connection/data-directory.ts';
import { writeStdout } from '../../io/streams.ts';
import { pathArgument } from '../../options/path-argument.ts';
import type { OpenSession } from '../../session.ts';

export function addAdminBackupCommands(admin: Command, open: OpenSession): void {
  addDataDirectoryOption(
    admin
      .command('backup')
      .summary('back up the database, even while the server runs')
      .description(
        'Writes one file with teams, tokens, templates, ledger and keys, even while the server runs. PDFs behind download addresses are not included.',
      )
      .argument('<file>', 'the file to write', pathArgument('The file')),
  )
    .addHelpText(
      'after',
      `
Examples:
  pdfapi admin backup /backups/pdfapi.sqlite --data-dir /var/lib/pdfapi
  pdfapi admin backup "pdfapi-$(date +%F).sqlite"`,
    )
    .action(async (file: string, options: DataDirectoryOptions, self: Command) => {
      const session = await open(self);
      const { locateStore, requireDataDirectory } = await import('#server/data-directory');
      requireDataDirectory(
        locateStore(options, session.context.environment),
        'For example pg_dump, which copies one consistent moment, or the archive of its log.',
      );
      const store = await openDirectoryStore(session, options);
      session.terminal.activity('Copying the database');
      await store.backup(file);
      session.terminal.rest();
      await writeStdout(session.context.json ? `${JSON.stringify({ path: file })}\n` : `${file}\n`);
    });

  addDataDirectoryOption(
    admin
      .command('restore')
      .summary('restore a backup; the server must be stopped')
      .description(
        'Checks a backup and replaces the database with it; the old database is kept beside it. The server must be stopped.',
      )
      .argument('<file>', 'a file written by pdfapi admin backup', pathArgument('The file')),
  )
    .addHelpText(
      'after',
      `
Examples:
  pdfapi admin restore /backups/pdfapi.sqlite --data-dir /var/lib/pdfapi`,
    )
    .action(async (file: string, options: DataDirectoryOptions, self: Command) => {
      const session = await open(self);
      const { requireDataDirectory, restoreBackup } = await import('#server/data-directory');
      const folder = requireDataDirectory(
        await locateDirectory(session, options),
        'For example pg_restore, into an empty database.',
      );
      const { replaced } = await restoreBackup(file, folder, {
        owner: { pid: process.pid, address: 'pdfapi admin restore' },
        now: new Date(),
      });
      if (replaced) session.terminal.note(`The previous database is kept as ${replaced}.`);
      await writeStdout(
        session.context.json
          ? `${JSON.stringify({ path: file, dataDir: folder, replaced })}\n`
          : `${folder}\n`,
      );
    });
}
