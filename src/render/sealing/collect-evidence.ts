/** Collects what proves in years that a signature was valid when it was made (PAdES B-LT). */
import type { SignatureEvidence } from '#pdf/signing/add-evidence';
import {
  collectValidation,
  type HttpExchange,
  type SignatureFinding,
  SigningError,
  verifyDetached,
} from '#signing';

export interface CollectedEvidence extends SignatureEvidence {
  /** Evidence that could not be had, one sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Collects for the certificates of a signature, and for those of its time stamps. Throws a `SigningError` if one of them was
 * revoked, because no reader would accept the signature.
 */
export async function collectEvidence(
  signature: Uint8Array,
  digestOf: (algorithm: string) => Uint8Array,
  exchange: HttpExchange,
): Promise<CollectedEvidence> {
  const { certificates, timestamps } = verifyDetached(signature, digestOf);
  const collected = [];
  for (const chain of [certificates, ...timestamps.map((each) => each.certificates)]) {
    if (chain.length > 0) collected.push(await collectValidation(chain, exchange));
  }
  const findings: readonly SignatureFinding[] = collected.flatMap((each) => each.findings);
  const revoked = findings.find(({ severity }) => severity === 'error');
  if (revoked) throw new SigningError('identity', revoked.message);
  return {
    certificates: unique(collected.flatMap((each) => each.certificates.map(({ raw }) => raw))),
    ocsps: unique(collected.flatMap((each) => each.ocsps)),
    crls: unique(collected.flatMap((each) => each.crls)),
    warnings: [...new Set(findings.map(({ message }) => message))],
  };
}

const unique = (all: readonly Uint8Array[]): Uint8Array[] => [
  ...new Map(all.map((bytes) => [Buffer.from(bytes).toString('base64'), bytes])).values(),
];
