import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { forward } from '../../../../src/browser/egress/forward.ts';
import { Unreachable } from '../../../../src/browser/egress/unreachable.ts';
import { tcpServer } from '../../../support/browser/egress/loopback.ts';

/** A GET without a body, whose response is written to `client`. */
function exchange(client: Duplex) {
  const incoming = new IncomingMessage(new Socket());
  incoming.method = 'GET';
  incoming.push(null);
  const outgoing = new ServerResponse(incoming);
  outgoing.assignSocket(client as Socket);
  onTestFinished(() => void outgoing.destroy());
  return { incoming, outgoing, meter: () => {} };
}

test('a response arrives whole even if the server closes before the client reads it', async () => {
  const server = await tcpServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\nall of this'));
  });
  let received = '';
  const taking: (() => void)[] = [];
  const client = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      taking.push(() => {
        received += chunk;
        done();
      });
    },
  });
  const parts = exchange(client);
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  void forward({ ...parts, url: new URL(`http://${server.host}/`), socket });
  await once(socket, 'close');
  expect(received).toBe('');
  while (!parts.outgoing.writableFinished && !parts.outgoing.destroyed) {
    taking.shift()?.();
    await setImmediate();
  }
  expect(received).toMatch(/^HTTP\/1\.1 200 .*all of this/s);
});

test('a server that closed before the request makes `forward` reject as unreachable', async () => {
  const client = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  const socket = new Socket().destroy();
  await once(socket, 'close');
  const done = forward({ ...exchange(client), url: new URL('http://a.example/'), socket });
  await expect(done).rejects.toThrow(Unreachable);
});
