/** What a document costs that two servers deliver, in turns: milliseconds, and PDFs a second. */
import { median } from '../median.ts';
import { produce } from '../serve/produce.ts';
import type { Served } from '../serve/served.ts';
import { type Document, deliver } from './documents.ts';

export interface ServedCost {
  /** Milliseconds of processor time a PDF. */
  readonly node: number;
  readonly chromium: number;
  /** Milliseconds from the request to the answer, of one caller. */
  readonly wall: number;
  /** PDFs a second. */
  readonly rates: Readonly<Record<Callers, number>>;
  readonly bytes: number;
}

export const callerCounts = [1, 4] as const;
type Callers = (typeof callerCounts)[number];

/** `rounds`: turns for each server, of `seconds` for each number of callers. The costs are in the order of the servers. */
export async function measureServed(
  servers: readonly Served[],
  document: Document,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<ServedCost[]> {
  const turns = servers.map(() => [] as Turn[]);
  // A server has run for a while: the first dozens take twice as long.
  for (const server of servers) {
    await produce(() => deliver(server, document), { callers: 4, seconds: seconds * 2, atLeast: 8 });
  }
  for (let round = 0; round < rounds; round++) {
    for (const [index, server] of servers.entries())
      turns[index]?.push(await takeTurn(server, document, seconds));
  }
  return turns.map((own) => ({
    node: median(own.map(({ node }) => node)),
    chromium: median(own.map(({ chromium }) => chromium)),
    wall: median(own.map(({ wall }) => wall)),
    rates: { 1: median(own.map(({ rates }) => rates[1])), 4: median(own.map(({ rates }) => rates[4])) },
    bytes: own[0]?.bytes ?? 0,
  }));
}

type Turn = ServedCost;

async function takeTurn(server: Served, document: Document, seconds: number): Promise<Turn> {
  let bytes = 0;
  const ask = async () => {
    bytes = await deliver(server, document);
  };
  const before = server.usage();
  const one = await produce(ask, { callers: 1, seconds, atLeast: 2 });
  const after = server.usage();
  const four = await produce(ask, { callers: 4, seconds, atLeast: 8 });
  return {
    node: (after.node.cpuMs - before.node.cpuMs) / one.times.length,
    chromium: (after.chromium.cpuMs - before.chromium.cpuMs) / one.times.length,
    wall: median(one.times),
    rates: { 1: one.rate, 4: four.rate },
    bytes,
  };
}
