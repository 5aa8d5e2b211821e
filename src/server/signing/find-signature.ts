/** The signature that a request or a row of a job asks for: everything that can be wrong is found before anything is charged. */
import type { SignConfig } from '#contract/api/sign-schema';
import { Failure } from '#contract/errors';
import { assertSignable } from '#render/sealing/requested-signature';
import type { ServerContext } from '../context.ts';
import { identityKeyPath, readIdentityKey } from './identity-key.ts';
import { type IdentityFiles, openIdentity } from './sealed-identity.ts';

export interface RequestedSignature {
  readonly sign: SignConfig;
  readonly files: IdentityFiles;
  /** SHA-256 of the certificate. */
  readonly fingerprint: string;
  /** The address of the operator's time-stamp authority, if the signature gets a time stamp. */
  readonly timestamp: string | undefined;
}

interface SigningTeam {
  readonly teamId: number;
  readonly isProtected: boolean;
}

/**
 * Undefined if the document is not signed. Throws `invalid_option` for what no signed document can be, an identity that the team
 * does not have, a time stamp that the server has no authority for, and long-term evidence without a time stamp.
 */
export async function findSignature(
  context: Pick<ServerContext, 'store' | 'config'>,
  sign: SignConfig | undefined,
  { teamId, isProtected }: SigningTeam,
): Promise<RequestedSignature | undefined> {
  if (!sign) return undefined;
  const { store, config } = context;
  assertSignable({ isProtected, isReproducible: false });
  // Also the message for those of other teams, which must not be guessed.
  const found = await store.signingIdentities.find(teamId, sign.identity);
  if (!found) {
    throw invalid('identity', `The team has no signing identity ${JSON.stringify(sign.identity)}.`);
  }
  if (found.expiresAt < store.now()) {
    const day = found.expiresAt.toISOString().slice(0, 10);
    throw invalid('identity', `The certificate of the signing identity ${sign.identity} expired on ${day}.`);
  }
  if (sign.timestamp && config.timestampAuthority === undefined) {
    throw invalid('timestamp', 'The server has no time-stamp authority: its operator sets one.');
  }
  if (sign.long_term && !sign.timestamp) {
    throw invalid('long_term', 'Long-term evidence needs a time stamp: set timestamp to true.');
  }
  return {
    sign,
    files: openIdentity(found.sealed, found, readIdentityKey(identityKeyPath(config))),
    fingerprint: found.fingerprint,
    timestamp: sign.timestamp ? config.timestampAuthority : undefined,
  };
}

const invalid = (field: keyof SignConfig, message: string): Failure =>
  new Failure('invalid_option', message, { errors: { [`config.sign.${field}`]: [message] } });
