/** Gives a key to a team: what `admin signing-identity add` does. */
import { existsSync } from 'node:fs';
import type { SigningIdentity } from '../../core/signing/index.ts';
import type { StoredIdentity } from '../../store/signing-identities.ts';
import type { Store } from '../../store/store.ts';
import { type EnvironmentVariables, readConfig } from '../config.ts';
import { identityKeyPath, readOrMakeIdentityKey } from './identity-key.ts';
import { sealIdentity } from './sealed-identity.ts';

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

/** Throws `invalid_option` for a name that is taken, `file_unreadable` and `file_unwritable` for the key that encrypts. */
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
  const isNew = !existsSync(path);
  const key = readOrMakeIdentityKey(path);
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
