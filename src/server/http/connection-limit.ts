/**
 * Keeps fewer connections than the process may open files. Without it, clients that connect and send nothing take the
 * files that a browser, a thread or the database needs, and no token is needed for that.
 */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';

/** Files for the browser’s pipes, threads, the database, templates and proxies of pages, and for each worker. */
const ownFiles = 256;
const filesOfWorker = 16;
/** Below this many files, work is refused that a server with the usual limit would do. */
const fewFiles = 1_024;
/** Milliseconds between two lines of the log about the same. */
const repeatMs = 10 * 60_000;

interface ConnectionLimitOptions {
  readonly workers: number;
  readonly log: FastifyBaseLogger;
}

/** Does nothing where the limit of files cannot be read. Node.js has raised it to the hard limit when it started. */
export function limitConnections(server: Server, { workers, log }: ConnectionLimitOptions): void {
  // Without a listener, a connection that cannot be accepted would end the process.
  const logOnce = oncePer(repeatMs);
  server.on('error', (error) => {
    // An address that is taken ends the start, which says so.
    if (!server.listening) return;
    logOnce(() =>
      log.error({ err: error }, 'a connection could not be accepted (see ulimit -n, LimitNOFILE)'),
    );
  });
  const files = readFileLimit();
  if (files === undefined) return;
  const reserved = Math.min(ownFiles + filesOfWorker * workers, Math.ceil(files * 0.75));
  const maxConnections = files - reserved;
  if (files < fewFiles) {
    log.warn(
      { files, maxConnections },
      `this process may open only ${files} files; raise the limit to ${fewFiles} or more (ulimit -n, LimitNOFILE)`,
    );
  }
  keepAtMost(server, maxConnections, () =>
    logOnce(() =>
      log.warn(
        { files, maxConnections },
        'there are as many connections as files allow (ulimit -n, LimitNOFILE); those that wait longest are closed',
      ),
    ),
  );
}

/** Closes the connection that has waited longest for a request. If none waits, the new one is closed. */
function keepAtMost(server: Server, max: number, onFull: () => void): void {
  /** Without a request in progress, the one that has waited longest first. */
  const waiting = new Set<Socket>();
  const requests = new WeakMap<Socket, number>();
  let count = 0;
  server.on('connection', (socket: Socket) => {
    count++;
    waiting.add(socket);
    socket.once('close', () => {
      count--;
      waiting.delete(socket);
    });
    if (count <= max) return;
    onFull();
    const [longest = socket] = waiting;
    longest.destroy();
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    requests.set(socket, (requests.get(socket) ?? 0) + 1);
    waiting.delete(socket);
    response.once('close', () => {
      const left = (requests.get(socket) ?? 1) - 1;
      requests.set(socket, left);
      if (left === 0 && !socket.destroyed) waiting.add(socket);
    });
  });
}

function readFileLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

function oncePer(ms: number): (act: () => void) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (act) => {
    if (performance.now() - last < ms) return;
    last = performance.now();
    act();
  };
}
