/** What the command takes on its way to a manual with references, each step with all before it. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { manual } from './manual.ts';

const run = promisify(execFile);
const command = join(import.meta.dirname, '../../bin/pdfapi.js');

interface Step {
  readonly name: string;
  readonly args: readonly string[];
  /** Whether it prints its own seconds. */
  readonly printsSeconds?: boolean;
}

export interface FloorOptions {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly turns: number;
}

/** Returns a table in Markdown. */
export async function floorTable(
  chapters: number,
  { folder, environment, turns }: FloorOptions,
): Promise<string> {
  const sources = [false, true].map((references) => {
    const path = join(folder, `floor-${chapters}-${references}.html`);
    writeFileSync(path, manual(chapters, references).html);
    return path;
  });
  const [plain = '', full = ''] = sources;
  const output = join(folder, 'floor.pdf');
  const print = (source: string, ...options: string[]) => [
    ...[command, 'html', source, '-o', output, '--timeout', '600s'],
    ...options,
  ];
  const steps: readonly Step[] = [
    { name: 'Node and the program start (`--version`)', args: [command, '--version'] },
    {
      name: 'Chromium alone: starts, loads and prints',
      args: [join(import.meta.dirname, 'chromium-alone.ts'), plain, output],
      printsSeconds: true,
    },
    {
      name: 'pdfapi, without references, tags and compaction',
      args: print(plain, '--no-tags', '--no-compact'),
    },
    { name: 'pdfapi, without references', args: print(plain) },
    { name: 'pdfapi, with references and heads that change', args: print(full) },
  ];
  const times = new Map<Step, number[]>(steps.map((step) => [step, []]));
  for (let turn = 0; turn < turns; turn++) {
    for (const [step, list] of times) {
      const started = performance.now();
      const { stdout } = await run(process.execPath, [...step.args], { cwd: folder, env: environment });
      list.push(step.printsSeconds ? Number(stdout) : (performance.now() - started) / 1000);
    }
  }
  const rows = [...times].map(([{ name }, list]) => {
    const median = list.toSorted((a, b) => a - b)[list.length >> 1] ?? Number.NaN;
    return `| ${name} | ${median.toFixed(2)} |`;
  });
  return `| of which, ${turns === 1 ? 'once' : `median of ${turns} in turns`} | seconds |\n|---|---:|\n${rows.join('\n')}\n`;
}
