import type { EgressLimits } from './limits.ts';
import { EgressRefused } from './refusal.ts';

/** Counts what one render uses, and refuses what goes beyond its limits. */
export class Budget {
  bytes = 0;
  connections = 0;
  #open = 0;
  readonly #limits: EgressLimits;

  constructor(limits: EgressLimits) {
    this.#limits = limits;
  }

  /** Takes one connection; before anything is awaited, so that requests at the same time cannot slip past. */
  take(): void {
    const { connections, openConnections } = this.#limits;
    const over = this.spend(0);
    if (over) throw over;
    if (this.connections >= connections) {
      throw new EgressRefused(
        `The document opened ${connections} connections, the maximum for one document.`,
      );
    }
    if (this.#open >= openConnections) {
      throw new EgressRefused(
        `The document has ${openConnections} connections open, the maximum at one time.`,
      );
    }
    this.connections++;
    this.#open++;
  }

  giveBack(): void {
    this.#open--;
  }

  /** Counts bytes that came or went; when they are more than the render may move, says so. */
  spend(bytes: number): EgressRefused | undefined {
    this.bytes += bytes;
    if (this.bytes <= this.#limits.bytes) return undefined;
    const limit = Math.round(this.#limits.bytes / 1024 / 1024);
    return new EgressRefused(
      `The document moved more than ${limit} MB over the network, the maximum for one document.`,
    );
  }
}
