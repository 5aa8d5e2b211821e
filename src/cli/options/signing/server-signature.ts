/** `--sign-identity`: the server signs with a key that it has for the team, and this machine needs none. */
import { identityNamePattern } from '#contract/api/identity-name';
import type { SignConfig } from '#contract/api/sign-schema';
import { Failure } from '#contract/errors';
import { assertSignable } from '#render/sealing/requested-signature';
import type { Session } from '../../session.ts';
import type { ProtectionOptions } from '../protection/read-protection.ts';
import { findSigningDetail, ltvNeedsTimestamp, type SigningOptions } from './signing-options.ts';

/** `config.sign` of a request. Throws `usage`, and `invalid_option` for what cannot be signed. */
export function readServerSignature(
  { context }: Pick<Session, 'context'>,
  options: SigningOptions & ProtectionOptions,
): SignConfig | undefined {
  const { signIdentity: identity, sign, passwordFile, ownerPasswordFile } = options;
  if (identity === undefined) return undefined;
  if (sign !== undefined) {
    throw new Failure('usage', '--sign and --sign-identity are mutually exclusive.', {
      hint: '--sign signs on this machine with a file, --sign-identity on the server with a key that it has.',
    });
  }
  if (!identityNamePattern.test(identity)) {
    throw new Failure(
      'usage',
      `--sign-identity ${JSON.stringify(identity)} is not the name of a signing identity.`,
    );
  }
  const detail = findSigningDetail(options, { isOfServer: true });
  if (detail !== undefined) {
    throw new Failure('usage', `${detail} needs --sign: a server has its own keys.`);
  }
  if (options.timestamp !== undefined && options.timestamp !== 'server') {
    throw new Failure('usage', '--timestamp names an authority, but a server asks its own.', {
      hint: 'For a time stamp of the server: --timestamp server',
    });
  }
  if (options.ltv && options.timestamp === undefined) throw ltvNeedsTimestamp();
  const passwords = [passwordFile, ownerPasswordFile, context.pdfPassword];
  assertSignable({ isProtected: passwords.some((given) => given !== undefined), isReproducible: false });
  const { signReason, signLocation, signName, signField, certify, timestamp, ltv } = options;
  return {
    identity,
    ...(signReason === undefined ? {} : { reason: signReason }),
    ...(signLocation === undefined ? {} : { location: signLocation }),
    ...(signName === undefined ? {} : { name: signName }),
    ...(signField === undefined ? {} : { field: signField }),
    ...(certify === undefined ? {} : { certify }),
    ...(timestamp === undefined ? {} : { timestamp: true }),
    ...(ltv ? { long_term: true } : {}),
  };
}
