/** Measures what it costs that controls become fields. Writes RESULTS.md. See README.md. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBrowserPool } from '../../src/browser/browser-pool.ts';
import { render } from '../../src/render/render.ts';
import { Deadline } from '../../src/runtime/deadline.ts';
import { noAssets } from '../../src/template/model/template.ts';
import { browserOptions } from '../../test/support/real-browser.ts';
import { median } from '../median.ts';
import { peerProgram } from '../paged/peers-folder.ts';
import { describeRun } from '../result-sections.ts';
import { measureFloor } from './floor.ts';
import { controlCount, formPage } from './form-page.ts';

const rounds = Number(process.env.ROUNDS ?? 60);

const browser = startBrowserPool({ ...browserOptions, workers: 1 });

async function printed(forms: boolean, options: object = {}): Promise<Uint8Array> {
  const deadline = new Deadline(60_000);
  const template = {
    name: 'bench',
    html: formPage,
    forms,
    page: {},
    metadata: {},
    partials: {},
    assets: noAssets,
  };
  const { pdf } = await render({ template, data: {}, owner: 'team', ...options }, { browser, deadline });
  deadline.close();
  return pdf;
}

async function timed(forms: boolean, options: object = {}): Promise<{ ms: number; bytes: number }> {
  const start = performance.now();
  const { length: bytes } = await printed(forms, options);
  return { ms: performance.now() - start, bytes };
}

const pdfua = { standards: { pdfa: '3a', pdfua: true } } as const;
const cases = [
  ['as ink', () => timed(false)],
  ['as fields', () => timed(true)],
  ['as ink, PDF/A-3a and PDF/UA', () => timed(false, pdfua)],
  ['as fields, PDF/A-3a and PDF/UA', () => timed(true, pdfua)],
] as const;
const results = cases.map(() => [] as { ms: number; bytes: number }[]);
for (let round = -10; round < rounds; round++) {
  for (const [i, [, run]] of cases.entries()) {
    const result = await run();
    if (round >= 0) results[i]?.push(result);
  }
}
const large = { compact: false };
const loose = { ink: await printed(false, large), fields: await printed(true, large) };
await browser.close();
const floor = await measureFloor(loose, rounds);

const times = results.map((each) => median(each.map(({ ms }) => ms)));
const rows = cases.map(([title], i) => {
  const base = times[i - (i % 2)] ?? 1;
  const ratio = i % 2 === 0 ? '1' : ((times[i] ?? 0) / base).toFixed(2);
  return `| ${title} | ${times[i]?.toFixed(1)} | ${ratio} | ${results[i]?.[0]?.bytes.toLocaleString('en')} |`;
});

const leastParts = [
  ['one call to the page that reads each control', floor.reading],
  ["Chromium's print of an outline around each", floor.outlines],
  ['compressing the appearances', floor.appearances],
  ['making the file with fields smaller, beside that without', floor.compaction],
] as const;
const least = leastParts.reduce((sum, [, ms]) => sum + ms, 0);

writeFileSync(
  join(import.meta.dirname, 'RESULTS.md'),
  `# Results

Written by \`npm run bench:forms\`; do not edit. ${describeRun()}

## A page with ${controlCount} controls

Medians of ${rounds} renders in milliseconds, in one warm browser that is shared by turns.

| controls | ms | ratio | bytes |
| --- | ---: | ---: | ---: |
${rows.join('\n')}

The least that fields of this page cost, if finding the controls in the PDF and writing the fields cost nothing:

| milliseconds |  |
| --- | ---: |
${leastParts.map(([title, ms]) => `| ${title} | ${ms.toFixed(1)} |`).join('\n')}
| all, and its ratio to the page as ink | ${least.toFixed(1)} (${(1 + least / (times[0] ?? 1)).toFixed(2)}) |

${commands()}`,
);

/** As commands, which start a browser; and the one other program that makes fields of HTML, without tags. */
function commands(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-bench-'));
  try {
    const [input, output] = [join(folder, 'form.html'), join(folder, 'form.pdf')];
    writeFileSync(input, formPage);
    const weasyprint = peerProgram('weasyprint');
    const run = (program: string, args: readonly string[]) => {
      const start = performance.now();
      const { status } = spawnSync(program, [...args]);
      return status === 0 ? performance.now() - start : Number.NaN;
    };
    const own = ['bin/pdfapi.js', 'html', input, '--output', output];
    const pairs = Array.from({ length: Math.ceil(rounds / 3) }, () => [
      run(process.execPath, own),
      run(process.execPath, [...own, '--forms']),
      weasyprint === undefined ? Number.NaN : run(weasyprint, ['--pdf-forms', input, output]),
    ]);
    const [ink = 0, fields = 0, peer = 0] = [0, 1, 2].map((i) => median(pairs.map((each) => each[i] ?? 0)));
    return `As commands, with the start of a browser: ${ink.toFixed(0)} ms as ink, ${fields.toFixed(0)} ms as fields (${(fields / ink).toFixed(2)}); ${Number.isNaN(peer) ? 'WeasyPrint was not installed' : `\`weasyprint --pdf-forms\`, whose fields have no tags, ${peer.toFixed(0)} ms`}.\n`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
