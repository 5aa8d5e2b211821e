import { connect, type Socket } from 'node:net';
import type { Budget } from './budget.ts';
import { bracketed, type Endpoint } from './endpoint.ts';
import type { EgressLimits } from './limits.ts';
import type { Policy } from './policy.ts';
import { Unreachable } from './unreachable.ts';

/** Opens a connection to an address that the policy admitted. Replaced in tests, where nothing is public. */
export type Connect = (address: string, port: number) => Socket;

export const connectTcp: Connect = (address, port) => connect({ host: address, port, noDelay: true });

/** The connections of one render to the outside. */
export class Upstreams {
  readonly #gate: Policy;
  readonly #budget: Budget;
  readonly #limits: EgressLimits;
  readonly #connect: Connect;
  readonly #sockets = new Set<Socket>();
  #closed = false;

  constructor(gate: Policy, budget: Budget, limits: EgressLimits, connectTo: Connect) {
    this.#gate = gate;
    this.#budget = budget;
    this.#limits = limits;
    this.#connect = connectTo;
  }

  /** A connected socket, which destroys itself when nothing moves on it for a while. Throws `EgressRefused` or `Unreachable`. */
  async open(endpoint: Endpoint): Promise<Socket> {
    this.#gate.inspect(endpoint);
    this.#budget.take();
    try {
      const addresses = await this.#gate.admit(endpoint);
      return await this.#connectFirst(addresses, endpoint);
    } catch (error) {
      this.#budget.giveBack();
      throw error;
    }
  }

  /** Destroys every connection, and those that are being opened. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** The same, for good. */
  close(): void {
    this.#closed = true;
    this.cut();
  }

  async #connectFirst(addresses: readonly string[], endpoint: Endpoint): Promise<Socket> {
    // IPv4 comes first, then IPv6. More than a few are not worth the time that they take when all are dead.
    const tried = [...addresses.slice(0, 2), ...addresses.slice(2).slice(-1)];
    for (const address of tried) {
      const socket = this.#closed ? undefined : await this.#attempt(address, endpoint.port);
      if (socket) return socket;
    }
    throw unreachable(endpoint);
  }

  #attempt(address: string, port: number): Promise<Socket | undefined> {
    const socket = this.#connect(address, port);
    this.#sockets.add(socket);
    // Every later error is followed by 'close', which is what the users of the socket wait for.
    socket.on('error', () => {});
    socket.once('close', () => this.#sockets.delete(socket));
    socket.on('timeout', () => socket.destroy());
    socket.setTimeout(this.#limits.connectMs);
    return new Promise((resolve) => {
      socket.once('close', () => resolve(undefined));
      socket.once('connect', () => {
        socket.setTimeout(this.#limits.idleMs);
        socket.once('close', () => this.#budget.giveBack());
        resolve(socket);
      });
    });
  }
}

function unreachable({ host, port }: Endpoint): Unreachable {
  return new Unreachable(`${bracketed(host)} does not accept connections on port ${port}.`);
}
