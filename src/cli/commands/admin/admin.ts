/** `pdfapi admin …`: the operator's management of teams, tokens, credits and data of a server. */
import type { Command } from 'commander';
import type { OpenSession } from '../../session.ts';
import { addAdminBackupCommands } from './admin-backup.ts';
import { addAdminClockCommands } from './admin-clock.ts';
import { addAdminCreditsCommands } from './admin-credits.ts';
import { addAdminMigrateCommand } from './admin-migrate.ts';
import { addAdminMoveCommand } from './admin-move.ts';
import { addAdminSigningIdentityCommands } from './admin-signing-identity.ts';
import { addAdminSigningKeyCommands } from './admin-signing-key.ts';
import { addAdminTeamCommands } from './admin-team.ts';
import { addAdminTokenCommands } from './admin-token.ts';

export function addAdminCommands(program: Command, open: OpenSession): void {
  const admin = program
    .command('admin')
    .helpCommand(false)
    .summary('manage teams, tokens, credits, keys and backups of a server')
    .description(
      'Works on the data directory of a server on this machine, or on the database of servers on PostgreSQL, even while they run. None of this is part of the HTTP API.',
    );
  addAdminTeamCommands(admin, open);
  addAdminTokenCommands(admin, open);
  addAdminCreditsCommands(admin, open);
  addAdminClockCommands(admin, open);
  addAdminSigningIdentityCommands(admin, open);
  addAdminSigningKeyCommands(admin, open);
  addAdminBackupCommands(admin, open);
  addAdminMigrateCommand(admin, open);
  addAdminMoveCommand(admin, open);
}
