/**
 * The processor time of the store for one PDF, as `measureCharge` has it.
 *
 * `node bench/store/run.ts <folder> …` measures the store of other trees in turns with this one, such as a checkout of an
 * earlier commit with its packages.
 */
import { resolve } from 'node:path';
import { median } from '../median.ts';
import { measureCharge } from './measure-charge.ts';

const rounds = 12;
const here = resolve(import.meta.dirname, '../..');
const trees = [here, ...process.argv.slice(2).map((path) => resolve(path))];

const times = new Map<string, number[]>(trees.map((tree) => [tree, []]));
for (let round = 0; round < rounds; round++) {
  for (const tree of trees) times.get(tree)?.push(await measureCharge(tree));
}
const [own = []] = times.values();
process.stdout.write('| store | ms a PDF | fastest | ratio to this tree |\n| --- | ---: | ---: | ---: |\n');
for (const [tree, all] of times) {
  const ratio = median(all.map((time, index) => time / (own[index] ?? time)));
  process.stdout.write(
    `| ${tree === here ? 'this tree' : tree} | ${median(all).toFixed(3)} | ${Math.min(...all).toFixed(3)} | ${ratio.toFixed(2)} |\n`,
  );
}
