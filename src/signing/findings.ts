/** The findings of the check of a signature, beside whether it is intact. */

export type SignatureFindingCode =
  /** Bytes that are no signature, or contradict its format. */
  | 'malformed'
  /** Something that this layer does not read. It says nothing against the signature. */
  | 'unsupported'
  /** The signed bytes are not those that were signed. */
  | 'content_changed'
  /** The signature is not one of the certificate's key over these attributes. */
  | 'signature_wrong'
  /** The certificate of the signer is not in the signature. */
  | 'certificate_missing'
  /** The attribute that binds the certificate names another one. */
  | 'certificate_replaced'
  /** Nothing binds the certificate: PAdES demands it. */
  | 'certificate_not_bound'
  /** An algorithm or a key that can be broken today. */
  | 'weak'
  /** A breach of PAdES or CMS that readers tolerate. */
  | 'nonconforming'
  /** Time stamp: wrong, of something else, or of an authority that may give none. */
  | 'timestamp_wrong'
  /** Chain: no path to a trusted certificate. */
  | 'untrusted'
  | 'expired'
  | 'not_yet_valid'
  | 'revoked'
  /** Nothing says whether a certificate was revoked, or what does is out of date or not signed by its issuer. */
  | 'revocation_unknown'
  /** The certificate is not meant for this use. */
  | 'wrong_purpose'
  /** Evidence could not be had. */
  | 'unavailable';

export interface SignatureFinding {
  readonly code: SignatureFindingCode;
  /** An error makes the signature, the time stamp or the chain invalid. */
  readonly severity: 'error' | 'warning' | 'note';
  /** A sentence for people. */
  readonly message: string;
}

export const errorFinding = (code: SignatureFindingCode, message: string): SignatureFinding => ({
  code,
  severity: 'error',
  message,
});

export const warningFinding = (code: SignatureFindingCode, message: string): SignatureFinding => ({
  code,
  severity: 'warning',
  message,
});

export const noteFinding = (code: SignatureFindingCode, message: string): SignatureFinding => ({
  code,
  severity: 'note',
  message,
});

export const hasError = (findings: readonly SignatureFinding[]): boolean =>
  findings.some(({ severity }) => severity === 'error');
