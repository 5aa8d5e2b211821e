/** A web server on loopback that keeps what each request sent. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Visit {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

interface Answer {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Site extends AsyncDisposable {
  /** `host:port`. */
  readonly host: string;
  readonly origin: string;
  readonly visits: Visit[];
  /** The requests for this path. */
  of(path: string): IncomingHttpHeaders[];
}

/** `name` is 127.0.0.1 or localhost, which are two sites. A path without an answer is an empty page. */
export async function startSite(
  answer: (path: string) => Answer | string | undefined,
  name: '127.0.0.1' | 'localhost' = '127.0.0.1',
): Promise<Site> {
  const visits: Visit[] = [];
  const server = createServer(({ url: path = '', headers }, response) => {
    visits.push({ path, headers });
    const given = answer(path) ?? '';
    const {
      status = 200,
      type = 'text/html',
      headers: own,
      body = '',
    } = typeof given === 'string' ? { body: given } : given;
    response.writeHead(status, { 'content-type': type, 'access-control-allow-origin': '*', ...own });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `${name}:${(server.address() as AddressInfo).port}`;
  return {
    host,
    origin: `http://${host}`,
    visits,
    of: (path) => visits.filter((visit) => visit.path === path).map(({ headers }) => headers),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
