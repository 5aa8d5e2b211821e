/**
 * Compares the server of this tree with those of other trees, each built: one caller, and sixteen. They run in turns, so
 * that the noise of the machine meets all of them. `node bench/serve/compare.ts <folder> …`
 */
import { basename, resolve } from 'node:path';
import { type Document, deliver, documents } from '../budget/documents.ts';
import { median } from '../median.ts';
import { produce } from './produce.ts';
import { type Served, startServed } from './served.ts';

const rounds = Number(process.env.ROUNDS ?? 10);
const seconds = Number(process.env.SECONDS ?? 2);
const here = resolve(import.meta.dirname, '../..');
const trees = [here, ...process.argv.slice(2).map((path) => resolve(path))];
const [receipt] = documents as readonly [Document];

const servers = new Map<string, Served>();
for (const tree of trees) servers.set(tree, await startServed([], tree));
try {
  for (const server of servers.values()) {
    for (let warm = 0; warm < 100; warm++) await deliver(server, receipt);
  }
  process.stdout.write('| server | callers | PDFs/s | ratio |\n| --- | ---: | ---: | ---: |\n');
  for (const callers of [1, 16]) await compare(callers);
} finally {
  for (const server of servers.values()) await server.close();
}

async function compare(callers: number): Promise<void> {
  const rates = new Map<string, number[]>(trees.map((tree) => [tree, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [tree, server] of servers)
      rates.get(tree)?.push((await produce(() => deliver(server, receipt), { callers, seconds })).rate);
  }
  const own = rates.get(here) ?? [];
  for (const [tree, all] of rates) {
    const ratio = median(all.map((rate, index) => rate / (own[index] ?? rate)));
    const name = tree === here ? 'this tree' : basename(tree);
    process.stdout.write(`| ${name} | ${callers} | ${median(all).toFixed(1)} | ${ratio.toFixed(2)} |\n`);
  }
}
