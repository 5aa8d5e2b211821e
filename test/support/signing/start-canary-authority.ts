/**
 * A time-stamp authority whose certificates name addresses of another server, the canary: it counts who asks, and has what
 * they promise.
 */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { makeCertificate } from './make-certificate.ts';
import { makeOcspResponse, makeRevocationList } from './make-revocation.ts';
import { timestampAuthority } from './timestamp-authority.ts';

export interface CanaryAuthority {
  readonly timestampUrl: string;
  /** `127.0.0.1:port` of the canary. */
  readonly canary: string;
  /** `METHOD path` of what the canary was asked. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** `host` is how the certificates call the canary, with `{port}` for its port. */
export async function startCanaryAuthority(host = '127.0.0.1:{port}'): Promise<CanaryAuthority> {
  const requests: string[] = [];
  const canary = await listen((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const bytes = answers[request.url ?? '']?.();
    response.writeHead(bytes ? 200 : 404).end(bytes);
  });
  const base = `http://${host.replace('{port}', String(canary.port))}`;
  const root = makeCertificate({ name: 'Canary Root', purpose: 'root' });
  const issuer = makeCertificate({
    name: 'Canary Issuer',
    purpose: 'intermediate',
    issuer: root,
    issuerUrl: `${base}/root.cer`,
    crlUrl: `${base}/root.crl`,
  });
  const authority = makeCertificate({
    name: 'Canary Time',
    purpose: 'timestamp',
    issuer,
    ocspUrl: `${base}/ocsp`,
    crlUrl: `${base}/issuer.crl`,
  });
  const answers: Readonly<Record<string, () => Uint8Array>> = {
    '/root.cer': () => root.certificate.raw,
    '/root.crl': () => makeRevocationList({ issuer: root }),
    '/issuer.crl': () => makeRevocationList({ issuer }),
    '/ocsp': () => makeOcspResponse({ certificate: authority, issuer }),
  };
  const stamp = timestampAuthority({ authority, chain: [issuer] });
  const server = await listen(async (request, response) => {
    const headers = { 'content-type': 'application/timestamp-query' };
    const body = await buffer(request);
    response.end((await stamp({ url: '', method: 'POST', headers, body })).body);
  });
  return {
    timestampUrl: `http://127.0.0.1:${server.port}/tsa`,
    canary: `127.0.0.1:${canary.port}`,
    requests,
    async close() {
      await Promise.all([canary.close(), server.close()]);
    },
  };
}

async function listen(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
