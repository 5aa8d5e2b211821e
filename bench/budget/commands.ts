/** What a document costs that the commands of two trees print, each from the start of node to the file, in turns. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../median.ts';
import type { Document } from './documents.ts';

export interface CommandCost {
  /** Milliseconds until the command has ended. */
  readonly wall: number;
  /** Milliseconds of node's processor time. */
  readonly node: number;
  readonly bytes: number;
}

const probe = join(import.meta.dirname, '../startup/processor-time.js');

/** The costs are in the order of the trees, which are built. */
export function measureCommands(trees: readonly string[], document: Document, rounds: number): CommandCost[] {
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-budget-'));
  try {
    writeFileSync(join(folder, 'document.html'), document.html);
    for (const side of ['header', 'footer'] as const)
      writeFileSync(join(folder, `${side}.html`), document[side] ?? '');
    const turns = trees.map(() => [] as CommandCost[]);
    // The first round fills caches and is not counted.
    for (let round = 0; round <= rounds; round++) {
      for (const [index, tree] of trees.entries()) {
        const cost = print(tree, document, folder);
        if (round > 0) turns[index]?.push(cost);
      }
    }
    return turns.map((own) => ({
      wall: median(own.map(({ wall }) => wall)),
      node: median(own.map(({ node }) => node)),
      bytes: own[0]?.bytes ?? 0,
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function print(tree: string, { name, header, footer }: Document, folder: string): CommandCost {
  const output = join(folder, 'output.pdf');
  rmSync(output, { force: true });
  const sides = [
    ...(header ? ['--header', 'header.html'] : []),
    ...(footer ? ['--footer', 'footer.html'] : []),
  ];
  const args = ['html', 'document.html', ...sides, '-o', output, '--quiet', '--local'];
  const start = performance.now();
  // When the process exits, the probe writes its processor time to file descriptor 3.
  const ended = spawnSync(process.execPath, ['--require', probe, join(tree, 'bin/pdfapi.js'), ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  const wall = performance.now() - start;
  if (ended.status !== 0) throw new Error(`${name} by the command of ${tree} ended with ${ended.status}.`);
  return { wall, node: Number(ended.output[3]) / 1_000, bytes: statSync(output).size };
}
