/** Encrypts files of several sizes, and lets qpdf do the same. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileProtection, protectPdf } from '../../src/pdf/index.ts';
import { median } from '../median.ts';
import { documentOf, sizes } from './document-of.ts';
import { timed } from './timed.ts';

const passwords = { userPassword: 'user password', ownerPassword: 'owner password' };
/** Returns the section of the results. */
export function protectSection(rounds: number): string {
  const hasQpdf = spawnSync('qpdf', ['--version']).status === 0;
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-bench-'));
  const rows: string[] = [];
  for (const [title, size] of sizes) {
    const pdf = documentOf(size);
    const [input, output] = [join(folder, 'in.pdf'), join(folder, 'out.pdf')];
    writeFileSync(input, pdf);
    const qpdf = () =>
      spawnSync('qpdf', ['--encrypt', 'user password', 'owner password', '256', '--', input, output]);
    const times: { prepare: number; encrypt: number; qpdf: number }[] = [];
    for (let round = -Math.ceil(rounds / 3); round < rounds; round++) {
      const prepare = timed(() => createFileProtection(passwords));
      const protection = createFileProtection(passwords);
      const encrypt = timed(() => protectPdf(pdf, protection));
      const own = { prepare, encrypt, qpdf: hasQpdf ? timed(qpdf) : 0 };
      if (round >= 0) times.push(own);
    }
    const sealed = protectPdf(pdf, createFileProtection(passwords));
    const [prepare, encrypt] = [
      median(times.map((each) => each.prepare)),
      median(times.map((each) => each.encrypt)),
    ];
    const cells = [
      title,
      pdf.length.toLocaleString('en'),
      prepare.toFixed(1),
      encrypt.toFixed(1),
      (prepare + encrypt).toFixed(1),
      (sealed.length - pdf.length).toLocaleString('en'),
      hasQpdf ? median(times.map((each) => each.qpdf)).toFixed(0) : '–',
    ];
    rows.push(`| ${cells.join(' | ')} |`);
  }
  rmSync(folder, { recursive: true });
  return `## Protect: AES-256

Medians of ${rounds} runs in milliseconds. \`qpdf\` is a process that also reads and writes files.

| what | bytes | passwords | encrypting | together | bytes more | qpdf |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`;
}
