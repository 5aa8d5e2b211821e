/** `pdfapi admin signing-identity add|list|remove|log`: the keys with which a server signs PDFs of a team. */
import { type Command, InvalidArgumentError } from 'commander';
import { identityNamePattern } from '#contract/api/identity-name';
import { Failure } from '#contract/errors';
import type { SignatureUse, StoredIdentity } from '#server/data-directory';
import {
  addDataDirectoryOption,
  type DataDirectoryOptions,
  findTeam,
  openDirectoryStore,
} from '../../connection/data-directory.ts';
import { writeStdout } from '../../io/streams.ts';
import { tableTime, writeTable } from '../../io/table.ts';
import { pathArgument, pathArguments } from '../../options/path-argument.ts';
import { readIdentityFiles } from '../../options/signing/open-key.ts';
import { wholeNumber } from '../../options/whole-number.ts';
import type { OpenSession } from '../../session.ts';

interface TeamOptions extends DataDirectoryOptions {
  readonly team?: string;
}

interface AddOptions extends TeamOptions {
  readonly key: string;
  readonly certificate?: readonly string[];
  readonly keyPasswordFile?: string;
  readonly identityKeyFile?: string;
}

interface LogOptions extends TeamOptions {
  readonly identity?: string;
  readonly limit: number;
}

const teamOption = ['--team <team>', 'name or id; required if there are several'] as const;
const allTeamsOption = ['--team <team>', 'name or id (default: all teams)'] as const;

export function addAdminSigningIdentityCommands(admin: Command, open: OpenSession): void {
  const identity = admin
    .command('signing-identity')
    .helpCommand(false)
    .summary('keys that sign the PDFs of teams')
    .description(
      'Keys with which a server signs PDFs of a team: a request names one in config.sign.identity. They are stored encrypted, by a key that is in a file of its own: identity.key in the data directory.',
    );

  addDataDirectoryOption(
    identity
      .command('add')
      .summary('give a key to a team')
      .description(
        'Stores a key with its certificates for a team. Its password is needed only now. The first identity of a server makes the key that encrypts all of them; keep a copy of that file apart from the backups of the database, which are of no use for signing without it.',
      )
      .argument('<name>', 'by which requests name it', identityName)
      .requiredOption(
        '--key <file>',
        'key: PKCS#12 (.p12, .pfx), or PEM with or without its certificates',
        pathArgument('--key'),
      )
      .option(
        '--certificate <file>',
        'certificates of the key, in PEM (repeatable)',
        pathArguments('--certificate'),
      )
      .option(
        '--key-password-file <file>',
        'file with the password of the key [PDFAPI_KEY_PASSWORD]',
        pathArgument('--key-password-file'),
      )
      .option(...teamOption)
      .option(
        '--identity-key-file <file>',
        'key that encrypts identities [PDFAPI_IDENTITY_KEY_FILE]',
        pathArgument('--identity-key-file'),
      ),
  )
    .addHelpText(
      'after',
      `
Examples:
  pdfapi admin signing-identity add invoices --team acme --key acme.p12 --key-password-file secret.txt
  pdfapi admin signing-identity add invoices --key key.pem --certificate chain.pem --data-dir /var/lib/pdfapi`,
    )
    .action(async (name: string, options: AddOptions, self: Command) => {
      const session = await open(self);
      const store = await openDirectoryStore(session, options);
      const team = await findTeam(store, options.team);
      const read = await readIdentityFiles(session, {
        key: options.key,
        certificates: options.certificate ?? [],
        passwordFile: options.keyPasswordFile,
        options: { key: '--key', password: '--key-password-file' },
      });
      for (const warning of read.warnings) session.terminal.warn(warning);
      const { storeIdentity } = await import('#server/signing/store-identity');
      const keyFile = options.identityKeyFile;
      const stored = await storeIdentity(
        store,
        { teamId: team.id, name, identity: read },
        { ...options, identityKeyFile: keyFile },
        session.context.environment,
      );
      if (session.context.json) return await writeStdout(`${JSON.stringify(toJson(stored.identity))}\n`);
      if (stored.madeKey !== undefined) {
        session.terminal.note(
          `Made ${stored.madeKey}, without which no identity can be used. Keep a copy of it apart from the backups.`,
        );
      }
      await writeStdout(`${stored.identity.name}\n`);
    });

  addDataDirectoryOption(
    identity
      .command('list')
      .description('Lists the signing identities. The keys themselves are never shown.')
      .option(...allTeamsOption),
  ).action(async (options: TeamOptions, self: Command) => {
    const session = await open(self);
    const store = await openDirectoryStore(session, options);
    const teamId = options.team === undefined ? undefined : (await store.teams.get(options.team)).id;
    const found = (await store.signingIdentities.list(teamId)).map(toJson);
    if (session.context.json) return await writeStdout(`${JSON.stringify(found)}\n`);
    await writeTable(
      session,
      ['NAME', 'TEAM', 'SUBJECT', 'EXPIRES', 'FINGERPRINT', 'CREATED'],
      found.map((each) => [
        each.name,
        String(each.team_id),
        each.subject,
        tableTime(session, each.expires_at),
        each.fingerprint.slice(0, 16),
        tableTime(session, each.created_at),
      ]),
      { optional: ['CREATED', 'FINGERPRINT', 'TEAM'] },
    );
  });

  addDataDirectoryOption(
    identity
      .command('remove')
      .description(
        'Removes a signing identity at once; requests that name it are rejected. What it signed stays in the log. This cannot be undone.',
      )
      .argument('<name>', 'its name', identityName)
      .option(...teamOption),
  ).action(async (name: string, options: TeamOptions, self: Command) => {
    const session = await open(self);
    const store = await openDirectoryStore(session, options);
    const team = await findTeam(store, options.team);
    if (!(await store.signingIdentities.remove(team.id, name))) {
      throw new Failure('usage', `Team ${team.name} has no signing identity ${name}.`, {
        hint: 'See: pdfapi admin signing-identity list',
      });
    }
    const removed = { name, team_id: team.id, removed: true };
    await writeStdout(session.context.json ? `${JSON.stringify(removed)}\n` : `${name}\n`);
  });

  addDataDirectoryOption(
    identity
      .command('log')
      .description(
        'Lists the signatures that were made, newest first: when, with which identity, by which token and request, and the SHA-256 of the signed PDF.',
      )
      .option(...allTeamsOption)
      .option('--identity <name>', 'only those of this identity', identityName)
      .option('--limit <number>', 'how many', wholeNumber, 100),
  )
    .addHelpText(
      'after',
      `
Examples:
  pdfapi admin signing-identity log --team acme --identity invoices
  pdfapi admin signing-identity log --json | jq -r '.[] | select(.document_sha256 == "…")'`,
    )
    .action(async (options: LogOptions, self: Command) => {
      const session = await open(self);
      const store = await openDirectoryStore(session, options);
      const teamId = options.team === undefined ? undefined : (await store.teams.get(options.team)).id;
      const { identity: named, limit } = options;
      const uses = (await store.signingIdentities.uses({ teamId, identity: named, limit })).map(toUse);
      if (session.context.json) return await writeStdout(`${JSON.stringify(uses)}\n`);
      await writeTable(
        session,
        ['TIME', 'IDENTITY', 'TEAM', 'TOKEN', 'REQUEST', 'JOB', 'SHA-256'],
        uses.map((each) => [
          tableTime(session, each.at),
          each.identity,
          String(each.team_id),
          each.token_id === null ? '-' : String(each.token_id),
          each.request_id,
          each.job_id ?? '-',
          each.document_sha256,
        ]),
        { optional: ['JOB', 'TEAM', 'REQUEST'] },
      );
    });
}

const toJson = (identity: StoredIdentity) => ({
  name: identity.name,
  team_id: identity.teamId,
  subject: identity.subject,
  fingerprint: identity.fingerprint,
  expires_at: identity.expiresAt.toISOString(),
  created_at: identity.createdAt.toISOString(),
});

const toUse = (use: SignatureUse) => ({
  at: use.at.toISOString(),
  identity: use.identity,
  fingerprint: use.fingerprint,
  team_id: use.teamId,
  token_id: use.tokenId,
  request_id: use.requestId,
  job_id: use.jobId,
  document_sha256: Buffer.from(use.documentHash).toString('hex'),
});

function identityName(text: string): string {
  if (identityNamePattern.test(text)) return text;
  throw new InvalidArgumentError(
    'It has 1 to 64 letters, digits, dots, dashes and underscores, and begins with a letter or a digit.',
  );
}
