/** The verdict of `verifySignatures` on a signature. All of it can be sent to another thread. */
import type { PermittedChanges } from '#contract/api/permitted-changes';
import type { SignatureFinding } from '#signing';

export interface SealFinding {
  /**
   * `not_covered`: the signature does not protect the document. `changed`: something was changed after it. Others are
   * those of the cryptography.
   */
  readonly code: SignatureFinding['code'] | 'not_covered' | 'changed';
  /** An error makes the signature invalid. */
  readonly severity: SignatureFinding['severity'];
  readonly message: string;
}

export interface VerifiedSignature {
  /** The whole name of the field. */
  readonly field: string;
  /** Undefined if no page shows it. */
  readonly page: number | undefined;
  /** A signature of a person or an organization, or the time stamp of a whole document. */
  readonly kind: 'signature' | 'timestamp';
  /**
   * Whether its key signed exactly these bytes, they are all that it must cover, and nothing was changed after it that may
   * not be. It does not say whether the certificate is to be trusted.
   */
  readonly valid: boolean;
  /** Whether it covers the file up to its end. */
  readonly coversFile: boolean;
  /** The name in the certificate. */
  readonly signer: string | undefined;
  readonly issuer: string | undefined;
  /** SHA-256 of the certificate, in hexadecimal digits. */
  readonly fingerprint: string | undefined;
  /** Such as `RSA with SHA-256`. */
  readonly algorithm: string | undefined;
  /** The level of PAdES; undefined for a signature of another kind. */
  readonly level: 'B-B' | 'B-T' | 'B-LT' | undefined;
  /** Whether one of the trusted certificates leads to its own; undefined if none were named. */
  readonly trusted: boolean | undefined;
  /** The time that the signer claims. */
  readonly date: Date | undefined;
  /** The time that an authority confirms. */
  readonly timestamp: { readonly time: Date | undefined; readonly authority: string | undefined } | undefined;
  /** The changes that it permits, if it certifies the document. */
  readonly certifies: PermittedChanges | undefined;
  readonly reason: string | undefined;
  readonly location: string | undefined;
  /** The name that the signer gave. */
  readonly name: string | undefined;
  readonly findings: readonly SealFinding[];
}

export interface SignatureCheck {
  /** In the order in which they were made. */
  readonly signatures: readonly VerifiedSignature[];
  /** Signature fields that are not signed. */
  readonly unsigned: readonly string[];
}
