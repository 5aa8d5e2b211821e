/** Arranges and stamps files, and lets qpdf do the same. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { arrangePages, countPages } from '../../src/pdf/index.ts';
import { stampPages } from '../../src/pdf/overlay/stamp-pages.ts';
import { fixture } from '../../test/support/pdf/fixture.ts';
import { median } from '../median.ts';
import { documentOf } from './document-of.ts';
import { timed } from './timed.ts';

/** Returns the section of the results. */
export function arrangeSection(rounds: number): string {
  const hasQpdf = spawnSync('qpdf', ['--version']).status === 0;
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-bench-'));
  const [input, logo, output] = ['in.pdf', 'logo.pdf', 'out.pdf'].map((name) => join(folder, name));
  const stamp = fixture('plain');
  writeFileSync(logo ?? '', stamp);
  const rows: string[] = [];
  for (const [title, reports, size] of [
    ['1 MB, 3 pages', 1, 1_000_000],
    ['1 MB, 30 pages', 10, 1_000_000],
    ['180 pages', 60, 0],
  ] as const) {
    const parts = Array.from({ length: reports }, () => fixture('report'));
    const pdf = documentOf(size, parts);
    writeFileSync(input ?? '', pdf);
    const count = countPages(pdf);
    const reverse = Array.from({ length: count }, (_, i) => count - 1 - i);
    const twice = Array.from({ length: 2 * count }, (_, i) => i >> 1);
    const sheets = reverse.map(() => 0);
    const qpdf = (...args: string[]) =>
      hasQpdf ? timed(() => spawnSync('qpdf', [input ?? '', ...args, output ?? ''])) : 0;
    const works = [
      () => timed(() => arrangePages(pdf, () => ({ pages: reverse }))),
      () => timed(() => arrangePages(pdf, () => ({ pages: twice }))),
      () => timed(() => arrangePages(pdf, () => ({ turns: [{ degrees: 90, isRelative: true }] }))),
      () => timed(() => stampPages(pdf, [{ pdf: stamp, sheets, isUnder: false, anchor: 'centre' }])),
      () => qpdf('--pages', '.', 'z-1', '--'),
      () => qpdf('--overlay', logo ?? '', '--repeat=1', '--'),
    ];
    const times: number[][] = works.map(() => []);
    for (let round = -Math.ceil(rounds / 3); round < rounds; round++) {
      for (const [i, work] of works.entries()) {
        const time = work();
        if (round >= 0) times[i]?.push(time);
      }
    }
    const cells = times.map((each, i) =>
      i < 4 ? median(each).toFixed(1) : hasQpdf ? median(each).toFixed(0) : '–',
    );
    rows.push(`| ${[title, pdf.length.toLocaleString('en'), ...cells].join(' | ')} |`);
  }
  rmSync(folder, { recursive: true });
  return `## Pages and stamps

Medians of ${rounds} runs in milliseconds: all pages in reverse, each page twice, all pages turned, a PDF over each page. \`qpdf\` is a
process that also reads and writes files: in reverse, and the same PDF over each page.

| what | bytes | reverse | twice | turned | stamped | qpdf: reverse | qpdf: stamped |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`;
}
