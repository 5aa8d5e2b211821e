/** `pdfapi admin migrate` */
import type { Command } from 'commander';
import {
  addDataDirectoryOption,
  type DataDirectoryOptions,
  locateDirectory,
} from '../../connection/data-directory.ts';
import { writeStdout } from '../../io/streams.ts';
import type { OpenSession } from '../../session.ts';

export function addAdminMigrateCommand(admin: Command, open: OpenSession): void {
  addDataDirectoryOption(
    admin
      .command('migrate')
      .summary('bring the schema of a database up to date')
      .description(
        'Applies the migrations that the database lacks and prints the version of its schema. Servers do this themselves when they start; use it to do it before, or for servers that must not. It may run at any time and any number of times.',
      ),
  )
    .addHelpText(
      'after',
      `
Examples:
  pdfapi admin migrate --database-url postgres://pdfapi@localhost/pdfapi
  PDFAPI_DATABASE_URL_FILE=/run/secrets/database-url pdfapi admin migrate --json
  pdfapi admin migrate --data-dir /var/lib/pdfapi`,
    )
    .action(async (options: DataDirectoryOptions, self: Command) => {
      const session = await open(self);
      const { context, terminal } = session;
      const { migrateLocatedStore } = await import('#server/data-directory');
      const location = await locateDirectory(session, options);
      terminal.activity('Migrating');
      const { name, from, to } = await migrateLocatedStore(location);
      terminal.rest();
      terminal.note(
        from === to ? `${name} has schema ${to} already.` : `Migrated ${name} from schema ${from} to ${to}.`,
      );
      await writeStdout(context.json ? `${JSON.stringify({ database: name, from, to })}\n` : `${to}\n`);
    });
}
