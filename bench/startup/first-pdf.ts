/**
 * The time of one command from the shell to the PDF of a one-page receipt, beside the commands of other systems that are
 * installed. typst sets a page of its own, which says the same; it is the fastest of its kind.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { median } from '../median.ts';
import { workloads } from '../render/workloads.ts';

const bin = resolve(import.meta.dirname, '../../bin/pdfapi.js');
const maxMs = 60_000;

interface Way {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The file that it writes; undefined for a command that prints nothing. */
  readonly output?: string;
}

/** Measures interleaved runs, and returns the section of RESULTS.md. */
export function measureFirstPdf(rounds: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-first-pdf-'));
  try {
    const receipt = workloads.find(({ name }) => name === 'w1');
    if (!receipt) throw new Error('The receipt is missing in the workloads.');
    writeFileSync(join(folder, 'receipt.html'), receipt.html);
    writeFileSync(join(folder, 'receipt.typ'), typstReceipt);
    const ways = findWays();
    const times = new Map<Way, number[]>(ways.map((way) => [way, []]));
    // The first round fills caches and is not counted.
    for (let round = 0; round <= rounds; round++) {
      for (const way of ways) {
        const time = run(way, folder);
        if (round > 0) times.get(way)?.push(time);
      }
    }
    const [own = []] = times.values();
    const rows = ways.map((way) => {
      const walls = times.get(way) ?? [];
      const ratio = median(walls.map((wall, index) => wall / (own[index] ?? wall)));
      return `| ${way.name} | ${median(walls).toFixed(0)} | ${Math.min(...walls).toFixed(0)} | ${ratio.toFixed(2)} |`;
    });
    return `## A first PDF

One command, from the shell to the file: a receipt of one page. Milliseconds; medians of ${rounds} interleaved runs, and
the median of the ratios to \`pdfapi html\` in the same round.

| command | wall | fastest | ratio |
| --- | ---: | ---: | ---: |
${rows.join('\n')}
`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run({ name, command, args, output }: Way, folder: string): number {
  if (output !== undefined) rmSync(join(folder, output), { force: true });
  const before = performance.now();
  const { status, error } = spawnSync(command, args, { cwd: folder, stdio: 'ignore', timeout: maxMs });
  const wall = performance.now() - before;
  if (status !== 0) throw new Error(`${name} ended with ${status ?? error?.message}`);
  if (output !== undefined && statSync(join(folder, output)).size < 1_000) {
    throw new Error(`${name} wrote no PDF`);
  }
  return wall;
}

/** The ways that this machine has. pdfapi is the first. */
function findWays(): readonly Way[] {
  const html = [bin, 'html', 'receipt.html', '-o', 'pdfapi.pdf', '--force', '-q', '--local'];
  const ways: Way[] = [
    { name: 'pdfapi html', command: process.execPath, args: html, output: 'pdfapi.pdf' },
    { name: 'node -e 0', command: process.execPath, args: ['-e', '0'] },
  ];
  const older = findOnPath('node').find((node) => nodeMajor(node) < 22);
  if (older !== undefined) {
    const version = `Node.js ${nodeMajor(older)}`;
    ways.push({
      name: `pdfapi html, started by ${version}`,
      command: older,
      args: html,
      output: 'pdfapi.pdf',
    });
    ways.push({ name: `node -e 0 of ${version}`, command: older, args: ['-e', '0'] });
  }
  const [wkhtmltopdf] = findOnPath('wkhtmltopdf');
  if (wkhtmltopdf !== undefined) {
    const args = ['-q', 'receipt.html', 'wkhtmltopdf.pdf'];
    ways.push({ name: 'wkhtmltopdf', command: wkhtmltopdf, args, output: 'wkhtmltopdf.pdf' });
  }
  const [chromium] = [...findOnPath('chromium'), ...findOnPath('google-chrome')];
  if (chromium !== undefined) {
    const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const args = ['--headless', ...asRoot, '--print-to-pdf=chromium.pdf', 'receipt.html'];
    ways.push({ name: 'chromium --print-to-pdf', command: chromium, args, output: 'chromium.pdf' });
  }
  const [typst] = findOnPath('typst');
  if (typst !== undefined) {
    const args = ['compile', 'receipt.typ', 'typst.pdf'];
    ways.push({ name: 'typst compile', command: typst, args, output: 'typst.pdf' });
  }
  const python = findOnPath('python3').find((each) => spawnSync(each, ['-c', 'import typst']).status === 0);
  if (typst === undefined && python !== undefined) {
    const program = 'import typst; typst.compile("receipt.typ", output="typst.pdf")';
    const name = 'typst, as a module of Python';
    ways.push({ name, command: python, args: ['-c', program], output: 'typst.pdf' });
  }
  return ways;
}

const findOnPath = (name: string): string[] =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile());

function nodeMajor(node: string): number {
  const { stdout } = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  return Number.parseInt(stdout, 10);
}

const typstReceipt = `#set page(width: 210mm, height: 297mm)
#set text(size: 10pt)
= Corner Café
12 Main Street \\
Receipt 2026-000187
#block(width: 80mm, table(columns: (1fr, auto), stroke: none,
  ..range(8).map(i => ([Espresso], [#(1.5 + i * 3.7)])).flatten(),
  [*Total*], [*187.40*]))
Thank you for your visit.
`;
