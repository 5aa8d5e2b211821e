/** A server that responds as a test specifies, for faults that a correct one does not have. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export interface StubServer {
  readonly url: string;
  /** Method and path of every request, in order. */
  readonly requests: readonly string[];
}

/** `answer` returns the JSON for a request, or undefined for 404. The server stops with the test file. */
export async function startStubServer(
  answer: (request: string) => { status?: number; body: unknown } | undefined,
): Promise<StubServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const asked = `${request.method} ${request.url}`;
    requests.push(asked);
    request.resume().on('end', () => {
      const { status = 200, body } = answer(asked) ?? { status: 404, body: { message: 'Not found.' } };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
