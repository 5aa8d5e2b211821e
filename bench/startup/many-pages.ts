/** The time of many pages from one command, beside a shell loop that calls the command for each. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { median } from '../median.ts';
import { workloads } from '../render/workloads.ts';

const bin = resolve(import.meta.dirname, '../../bin/pdfapi.js');
const maxMs = 600_000;

/** `$0` is node, `$1` the command. */
const ways: Readonly<Record<string, string>> = {
  'pdfapi html *.html -o out/': '"$0" "$1" html *.html -o out/ -q --local',
  'for f in *.html; do pdfapi html $f -o out/; done':
    'for f in *.html; do "$0" "$1" html "$f" -o out/ -q --local || exit; done',
};

/** Measures interleaved runs of `pages` receipts, and returns the section of RESULTS.md. */
export function measureManyPages(rounds: number, pages: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-many-pages-'));
  try {
    const receipt = workloads.find(({ name }) => name === 'w1');
    if (!receipt) throw new Error('The receipt is missing in the workloads.');
    for (let page = 0; page < pages; page++) writeFileSync(join(folder, `${page}.html`), receipt.html);
    const names = Object.keys(ways);
    const times = new Map<string, number[]>(names.map((name) => [name, []]));
    // The first round fills caches and is not counted.
    for (let round = 0; round <= rounds; round++) {
      for (const [name, script] of Object.entries(ways)) {
        const time = run(script, folder, pages);
        if (round > 0) times.get(name)?.push(time);
      }
    }
    const [own = []] = times.values();
    const rows = names.map((name) => {
      const walls = times.get(name) ?? [];
      const ratio = median(walls.map((wall, index) => wall / (own[index] ?? wall)));
      const each = median(walls) / pages;
      return `| \`${name}\` | ${(median(walls) / 1000).toFixed(2)} | ${each.toFixed(0)} | ${ratio.toFixed(2)} |`;
    });
    return `## Many pages

${pages} receipts of one page each, from the shell to the last file. Seconds, and milliseconds for each; medians of ${rounds} interleaved
runs, and the median of the ratios to the first line in the same round.

| command | all | each | ratio |
| --- | ---: | ---: | ---: |
${rows.join('\n')}
`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(script: string, cwd: string, pages: number): number {
  const out = join(cwd, 'out');
  rmSync(out, { recursive: true, force: true });
  const before = performance.now();
  const { status, error } = spawnSync('sh', ['-c', script, process.execPath, bin], {
    cwd,
    stdio: 'ignore',
    timeout: maxMs,
  });
  const wall = performance.now() - before;
  if (status !== 0) throw new Error(`${script} ended with ${status ?? error?.message}`);
  if (readdirSync(out).length !== pages) throw new Error(`${script} did not write every PDF`);
  return wall;
}
