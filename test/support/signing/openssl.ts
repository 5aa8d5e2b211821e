/** OpenSSL as another program that signs, verifies and stamps, where it is installed. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { HttpExchange } from '../../../src/signing/index.ts';
import type { MadeCertificate } from './make-certificate.ts';

/** Undefined if it is not installed, or too old to compare with. */
export const opensslVersion = findVersion();

function findVersion(): string | undefined {
  try {
    const version = /^OpenSSL ([3-9]\.\d+)/.exec(
      execFileSync('openssl', ['version'], { encoding: 'utf8' }),
    )?.[1];
    if (version === undefined) console.warn('openssl is older than 3.0: nothing is compared with it.');
    return version;
  } catch {
    console.warn('openssl is not installed: nothing is compared with it.');
    return undefined;
  }
}

/** A folder for the files that commands exchange, removed after use. */
export class OpensslFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'pdfapi-openssl-'));

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  write(name: string, content: Uint8Array | string): void {
    writeFileSync(join(this.path, name), content);
  }

  /** The key as `<name>.key`, the certificate as `<name>.pem`. */
  writeCertificate(name: string, { key, certificate }: MadeCertificate): void {
    this.write(`${name}.key`, key.export({ format: 'pem', type: 'pkcs8' }));
    this.write(`${name}.pem`, certificate.toString());
  }

  /** Returns its output; throws with its messages if it fails. */
  run(command: string, ...args: readonly string[]): Buffer {
    return execFileSync('openssl', [...command.split(' '), ...args], { cwd: this.path, stdio: 'pipe' });
  }
}

/** A server on loopback that responds to each POST with what the function makes of its body. */
export async function serveReplies(
  reply: (body: Uint8Array, path: string) => Uint8Array,
): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(async (request, response) => {
    response.end(reply(await buffer(request), request.url ?? ''));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const fetchExchange: HttpExchange = async ({ url, method, headers, body }) => {
  const response = await fetch(url, { method, headers, ...(body ? { body: Buffer.from(body) } : {}) });
  return { status: response.status, body: new Uint8Array(await response.arrayBuffer()) };
};
