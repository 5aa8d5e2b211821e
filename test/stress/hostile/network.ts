/** Pages that use the network against the server. `host` is the address of `hostileServer`. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll } from 'vitest';
import { type HostilePage, script } from './hostile-page.ts';

export const networkPages = (host: string): readonly HostilePage[] => [
  {
    name: 'waits for a style that never arrives',
    html: `<link rel="stylesheet" href="${host}/never">x`,
    ends: [200],
  },
  {
    name: 'waits for a script that never arrives',
    html: `<script src="${host}/never"></script>x`,
    ends: [200],
  },
  {
    name: 'waits for a style that arrives letter by letter',
    html: `<link rel="stylesheet" href="${host}/drip">x`,
    ends: [200],
  },
  {
    name: 'waits for a thousand pictures that never arrive',
    html: Array.from({ length: 1_000 }, (_, i) => `<img src="${host}/never${i}">`).join(''),
    ends: [200],
  },
  {
    name: 'waits within a script for what never arrives',
    html: script(
      `const asked = new XMLHttpRequest(); asked.open('GET', '${host}/never', false); asked.send()`,
    ),
    ends: [200, 422],
  },
  { name: 'is sent from one address to the next', html: `<img src="${host}/next">x`, ends: [200] },
  { name: 'loads a picture without an end', html: `<img src="${host}/endless">x`, ends: [200] },
  {
    name: 'reads an answer without an end',
    html: script(`window.pdfapiReady = fetch('${host}/endless').then((answer) => answer.arrayBuffer())`),
    ends: [422],
  },
  {
    name: 'has a style that unfolds to gigabytes',
    html: `<link rel="stylesheet" href="${host}/bomb">x`,
    ends: [200, 422],
  },
];

/** Starts a server that stops with the test file. */
export async function hostileServer(): Promise<string> {
  // 600 KB that decompress to 600 MB.
  const bomb = gzipSync(Buffer.alloc(600e6, 'a{color:red}'), { level: 9 });
  const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
    drip: (response) => {
      response.writeHead(200, { 'content-type': 'text/css' });
      const timer = setInterval(() => response.write('a'), 200);
      response.on('close', () => clearInterval(timer));
    },
    next: (response) => response.writeHead(302, { location: `/next?${Math.random()}` }).end(),
    endless: (response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' });
      const part = Buffer.alloc(1024 * 1024);
      const more = () => {
        while (!response.destroyed && response.write(part));
      };
      response.on('drain', more);
      more();
    },
    bomb: (response) =>
      response.writeHead(200, { 'content-type': 'text/css', 'content-encoding': 'gzip' }).end(bomb),
  };
  const server = createServer((request, response) => {
    const [, name = ''] = /^\/(\w+)/.exec(request.url ?? '') ?? [];
    answers[name]?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
