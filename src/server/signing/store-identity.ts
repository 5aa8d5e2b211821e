/** Gives a key to a team: what `admin signing-identity add` does. */
import { existsSync } from 'node:fs';
import { Failure } from '#contract/errors';
import type { SigningIdentity } from '#signing';
import type { StoredIdentity } from '#store/signing-identities';
import type { Store } from '#store/store';
import { type EnvironmentVariables, readConfig } from '../config.ts';
import { identityKeyPath, makeIdentityKey, readIdentityKey } from './identity-key.ts';
import { isSealedWith, sealIdentity } from './sealed-identity.ts';

interface NewIdentity {
  readonly teamId: number;
  readonly name: string;
  readonly identity: SigningIdentity;
}

interface StoringFlags {
  readonly dataDir?: string | undefined;
  readonly identityKeyFile?: string | undefined;
}

interface StoringResult {
  readonly identity: StoredIdentity;
  /** The file of the key that encrypts identities, if this was the first one. */
  readonly madeKey: string | undefined;
}

/**
 * Throws `invalid_option` for a name that is taken, and `file_unwritable` and `file_unreadable` for the key that encrypts,
 * also if it is not the one of the identities that the service has: a server reads one key.
 */
export async function storeIdentity(
  store: Store,
  { teamId, name, identity }: NewIdentity,
  { dataDir, identityKeyFile }: StoringFlags,
  environment: EnvironmentVariables,
): Promise<StoringResult> {
  const flags = {
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(identityKeyFile === undefined ? {} : { identityKeyFile }),
  };
  const path = identityKeyPath(readConfig(flags, environment).config);
  const others = await store.signingIdentities.list();
  const isNew = !existsSync(path);
  if (isNew) {
    if (others.length > 0) throw notTheirKey(`${path} does not exist`, others);
    await makeIdentityKey(path);
  }
  const key = readIdentityKey(path);
  if (others.length > 0 && !(await isKeyOf(store, others, key))) {
    throw notTheirKey(`${path} holds another key`, others);
  }
  const { certificate } = identity;
  const stored = await store.signingIdentities.add({
    teamId,
    name,
    sealed: sealIdentity(identity, { teamId, name }, key),
    subject: certificate.subject.replaceAll('\n', ', '),
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    expiresAt: new Date(certificate.validTo),
  });
  return { identity: stored, madeKey: isNew ? path : undefined };
}

/** An older program may have used several keys. */
async function isKeyOf(
  { signingIdentities }: Store,
  identities: readonly StoredIdentity[],
  key: Uint8Array,
): Promise<boolean> {
  for (const { teamId, name } of identities) {
    const found = await signingIdentities.find(teamId, name);
    if (found && isSealedWith(found.sealed, key)) return true;
  }
  return false;
}

function notTheirKey(what: string, { length }: readonly StoredIdentity[]): Failure {
  const identities = length === 1 ? 'the signing identity' : `the ${length} signing identities`;
  return new Failure('file_unreadable', `${what}, and ${identities} of this service need their own.`, {
    hint: 'Copy the key from the server that made it, or from where you keep it apart from the backups. If it is lost, remove the identities first: pdfapi admin signing-identity remove <name>',
  });
}
