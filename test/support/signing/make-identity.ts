/** A root, an issuer below it, and an identity that signs with their certificates. */

import type { SigningIdentity } from '../../../src/signing/index.ts';
import { type KeyType, type MadeCertificate, makeCertificate } from './make-certificate.ts';

export interface MadeIdentity {
  readonly identity: SigningIdentity;
  readonly root: MadeCertificate;
  readonly issuer: MadeCertificate;
}

export function makeIdentity(keyType: KeyType = 'p256'): MadeIdentity {
  const root = makeCertificate({ name: 'Test Root', purpose: 'root' });
  const issuer = makeCertificate({ name: 'Test Issuer', purpose: 'intermediate', issuer: root });
  const { certificate, key } = makeCertificate({ name: 'Ada Lovelace', purpose: 'signer', issuer, keyType });
  const chain = [issuer.certificate, root.certificate];
  return { identity: { key, certificate, chain, warnings: [] }, root, issuer };
}
