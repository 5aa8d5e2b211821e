/** A certificate authority with OCSP and a list of revoked certificates, and a time-stamp authority, on loopback. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { SigningIdentity } from '../../../src/signing/index.ts';
import { type MadeCertificate, makeCertificate } from './make-certificate.ts';
import { makeOcspResponse, makeRevocationList } from './make-revocation.ts';
import { timestampAuthority } from './timestamp-authority.ts';

export interface Authorities {
  readonly identity: SigningIdentity;
  readonly root: MadeCertificate;
  /** Where time stamps are given. */
  readonly timestampUrl: string;
  /** From then on the signer's certificate is revoked, since that time. */
  revoke(time: Date): void;
  close(): Promise<void>;
}

/** The identity has its own certificate only: its issuers are to be fetched. */
export async function startAuthorities(): Promise<Authorities> {
  let revokedAt: Date | undefined;
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const answer = answers[request.url ?? ''];
    const bytes = answer ? await answer(body) : undefined;
    response.writeHead(bytes ? 200 : 404).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const places = { issuerUrl: `${host}/root.cer`, crlUrl: `${host}/root.crl` };
  const root = makeCertificate({ name: 'Test Root', purpose: 'root' });
  const issuer = makeCertificate({ name: 'Test Issuer', purpose: 'intermediate', issuer: root, ...places });
  const authority = makeCertificate({ name: 'Test Time', purpose: 'timestamp', issuer: root, ...places });
  const signer = makeCertificate({
    name: 'Ada Lovelace',
    purpose: 'signer',
    issuer,
    issuerUrl: `${host}/issuer.cer`,
    ocspUrl: `${host}/ocsp`,
  });
  const stamp = timestampAuthority({ authority, chain: [root] });
  const answers: Readonly<Record<string, (body: Buffer) => Uint8Array | Promise<Uint8Array>>> = {
    '/root.cer': () => root.certificate.raw,
    '/issuer.cer': () => issuer.certificate.raw,
    '/root.crl': () => makeRevocationList({ issuer: root }),
    '/ocsp': () => makeOcspResponse({ certificate: signer, issuer, ...(revokedAt ? { revokedAt } : {}) }),
    '/tsa': async (body) => {
      const headers = { 'content-type': 'application/timestamp-query' };
      return (await stamp({ url: host, method: 'POST', headers, body })).body;
    },
  };
  return {
    identity: { key: signer.key, certificate: signer.certificate, chain: [], warnings: [] },
    root,
    timestampUrl: `${host}/tsa`,
    revoke(time) {
      revokedAt = time;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
