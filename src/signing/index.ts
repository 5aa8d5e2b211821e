/**
 * The cryptography of signatures in PDFs, after PAdES: keys read, signatures and time stamps made and verified, chains of
 * certificates followed. It knows nothing of PDFs: it signs and verifies digests of bytes.
 */

export { createDigest, type DigestAlgorithm } from './certificates/digest-algorithms.ts';
export { readCertificates } from './certificates/read-certificates.ts';
export { maxSignedDataLength, signDetached } from './cms/sign-detached.ts';
export { type SignatureReport, verifyDetached } from './cms/verify-detached.ts';
export type { SignatureFinding } from './findings.ts';
export type { HttpExchange } from './http-exchange.ts';
export { readIdentity } from './identity/read-identity.ts';
export { assembleIdentity, type SigningIdentity, signerName } from './identity/signing-identity.ts';
export { SigningError } from './signing-error.ts';
export { type RequestTimestamp, timestampClient } from './timestamp/timestamp-client.ts';
export { type TimestampReport, verifyTimestamp } from './timestamp/verify-timestamp.ts';
export { collectValidation } from './validation/collect-validation.ts';
export { verifyChain } from './validation/verify-chain.ts';
