/** `pdfapi admin signing-key rotate` */
import type { Command } from 'commander';
import {
  addDataDirectoryOption,
  type DataDirectoryOptions,
  openDirectoryStore,
} from '../../connection/data-directory.ts';
import { writeStdout } from '../../io/streams.ts';
import type { OpenSession } from '../../session.ts';

export function addAdminSigningKeyCommands(admin: Command, open: OpenSession): void {
  const key = admin
    .command('signing-key')
    .helpCommand(false)
    .summary('the key that signs download addresses')
    .description('The key that signs the addresses of downloads and of the billing page.');
  addDataDirectoryOption(
    key
      .command('rotate')
      .summary('sign with a new key, even while the server runs')
      .description(
        'Starts signing with a new key and prints its id, even while the server runs. Addresses signed by the previous key stay valid until they expire; those signed by older keys do not. After a leak, run it twice to invalidate every existing address.',
      ),
  )
    .addHelpText(
      'after',
      `
Examples:
  pdfapi admin signing-key rotate --data-dir /var/lib/pdfapi`,
    )
    .action(async (options: DataDirectoryOptions, self: Command) => {
      const session = await open(self);
      const store = await openDirectoryStore(session, options);
      const [current, ...before] = await store.rotateSigningKey();
      await writeStdout(
        session.context.json
          ? `${JSON.stringify({
              id: current.id,
              created_at: current.createdAt.toISOString(),
              accepted_too: before.map(({ id }) => id),
            })}\n`
          : `${current.id}\n`,
      );
    });
}
