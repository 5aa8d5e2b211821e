/** Three servers on one database, as processes of the built command whose clocks differ. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ServingProcess, startServing } from '../faults/serving-process.ts';

interface NodesOptions {
  /** The address of the database. */
  readonly url: string;
  readonly dataDirectory: string;
}

/** Milliseconds by which the clock of each node is ahead. */
const clocks = [0, 600_000, -600_000] as const;
const timeoutMs = 6_000;
const leaseMarginMs = 2_000;

export class Nodes {
  killed = 0;
  stopped = 0;
  readonly #options: NodesOptions;
  #running: ServingProcess[];

  private constructor(options: NodesOptions, running: ServingProcess[]) {
    this.#options = options;
    this.#running = running;
  }

  static async start(options: NodesOptions): Promise<Nodes> {
    return new Nodes(options, await Promise.all(clocks.map((_, index) => startNode(options, index))));
  }

  /** Returns the address of any node, perhaps of one that is dead. */
  any(random: () => number): string {
    return this.#running[Math.floor(random() * this.#running.length)]?.url ?? '';
  }

  /** Sends kill -9 to some, and starts others in their places. */
  async kill(count: number, random: () => number): Promise<void> {
    const first = Math.floor(random() * clocks.length);
    const chosen = Array.from({ length: count }, (_, index) => (first + index) % clocks.length);
    this.killed += count;
    await Promise.all(
      chosen.map(async (index) => {
        await this.#running[index]?.kill();
        this.#running[index] = await startNode(this.#options, index);
      }),
    );
  }

  /** Stops one for so long that others take its work over, then lets it go on. */
  async standStill(random: () => number): Promise<void> {
    const child = this.#running[Math.floor(random() * clocks.length)]?.child;
    this.stopped += 1;
    child?.kill('SIGSTOP');
    await delay(timeoutMs + leaseMarginMs + 1_000);
    child?.kill('SIGCONT');
  }

  /** Returns the lines of all logs about requests that failed unexpectedly. */
  failures(): string {
    return this.#running
      .flatMap((node) => node.log().split('\n'))
      .filter((line) => line.includes('request failed'))
      .join('\n');
  }

  async close(): Promise<void> {
    await Promise.all(this.#running.map((node) => node.kill()));
  }
}

function startNode({ url, dataDirectory }: NodesOptions, index: number): Promise<ServingProcess> {
  const flags = [
    ...['--public-url', 'http://localhost', '--workers', '1', '--drain-delay', '0'],
    ...['--timeout', `${timeoutMs}ms`, '--lease-margin', `${leaseMarginMs}ms`],
  ];
  // Nothing of a node's folder is needed by another one.
  return startServing(join(dataDirectory, `node-${index}`), {
    flags,
    environment: {
      PDFAPI_DATABASE_URL: url,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${shiftedClock(clocks[index] ?? 0)}`,
    },
  });
}

/** A module that sets the clock of its process forward. */
function shiftedClock(ahead: number): string {
  const code = `const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...parts) { if (parts.length > 0) super(...parts); else super(Real.now() + ${ahead}); }
      static now() { return Real.now() + ${ahead}; }
    };`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}
