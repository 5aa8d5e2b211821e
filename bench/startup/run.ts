/**
 * Measures how long the command takes to start, compared with the bare runtime. The runs are interleaved, so that other
 * load affects all of them. Reports the medians of wall-clock and processor time, and writes RESULTS.md.
 *
 *   npm run build && npm run bench:startup
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { median } from '../median.ts';
import { describeRun } from '../result-sections.ts';
import { measureFirstPdf } from './first-pdf.ts';
import { measureManyPages } from './many-pages.ts';

const rounds = Number(process.argv[2] ?? 60);
const root = resolve(import.meta.dirname, '../..');
const bin = join(root, 'bin', 'pdfapi.js');
const probe = join(import.meta.dirname, 'processor-time.js');

/** Milliseconds over the bare runtime that a start may take. */
const goal = 60;

const bare = 'node -e 0';
const starts: Readonly<Record<string, readonly string[]>> = {
  [bare]: ['-e', '0'],
  'pdfapi --version': [bin, '--version'],
  'pdfapi --help': [bin, '--help'],
  'pdfapi completion bash': [bin, 'completion', 'bash'],
  'pdfapi generate --help': [bin, 'generate', '--help'],
};

interface Times {
  readonly wall: number[];
  readonly processor: number[];
}

const times = new Map<string, Times>(Object.keys(starts).map((name) => [name, { wall: [], processor: [] }]));

// The first round fills the compile cache and is not counted.
for (let round = 0; round <= rounds; round++) {
  for (const [name, args] of Object.entries(starts)) {
    const before = performance.now();
    // When the process exits, the probe writes its processor time to file descriptor 3.
    const { status, output } = spawnSync(process.execPath, ['--require', probe, ...args], {
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    });
    const wall = performance.now() - before;
    if (status !== 0) throw new Error(`${name} ended with ${status}`);
    if (round === 0) continue;
    times.get(name)?.wall.push(wall);
    times.get(name)?.processor.push(Number(output[3]) / 1000);
  }
}

const { wall: bareWall, processor: bareProcessor } = times.get(bare) ?? { wall: [], processor: [] };

const rows = [...times].map(([name, { wall, processor }]) => {
  const over = median(wall) - median(bareWall);
  const overProcessor = median(processor) - median(bareProcessor);
  const cells = [median(wall), Math.min(...wall), over, median(processor), overProcessor];
  return `| ${name} | ${cells.map((cell) => cell.toFixed(0)).join(' | ')} |`;
});

const text = `# Start-up

The time that a shell waits before a command does anything, minus that of the bare runtime. The goal is ${goal} ms.

Milliseconds; medians of ${rounds} interleaved runs. ${describeRun()}
On a busy machine, CPU time is the more stable measure.

| command | wall | fastest | over bare | processor | over bare |
| --- | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}

${measureFirstPdf(Math.ceil(rounds / 3))}
${measureManyPages(Math.ceil(rounds / 20), 100)}`;
writeFileSync(join(import.meta.dirname, 'RESULTS.md'), text);
process.stdout.write(text);
