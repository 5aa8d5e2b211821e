/** Merges a month's worth of documents with the command and with `qpdf`: time, memory and size. Linux only. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { rewriteFile } from '../../src/pdf/copying/rewrite-file.ts';
import { getPages } from '../../src/pdf/document/page-tree.ts';
import { PdfName, PdfStream } from '../../src/pdf/object.ts';
import { PdfReader } from '../../src/pdf/reading/reader.ts';
import type { Printed } from './documents.ts';
import { command } from './mergers.ts';

const counts = [1000, 10_000];

export async function manyTable(printed: readonly Printed[], folder: string): Promise<string> {
  const files = writeVariants(printed, join(folder, 'many'), Math.max(...counts));
  const rows: string[] = [];
  for (const count of counts) {
    const some = files.slice(0, count);
    const out = join(folder, 'many.pdf');
    const ways = [
      ['pdfapi merge', process.execPath, [command, 'merge', ...some, '-o', out]],
      ['qpdf', 'qpdf', ['--empty', '--pages', ...some, '--', out]],
    ] as const;
    for (const [name, program, args] of ways) {
      if (program === 'qpdf' && spawnSync('qpdf', ['--version']).status !== 0) continue;
      rmSync(out, { force: true });
      const { seconds, megabytes } = await measured(program, args);
      const size = (statSync(out).size / 2 ** 20).toFixed(1);
      rows.push(`| ${[count, name, seconds.toFixed(1), Math.round(megabytes), size].join(' | ')} |`);
    }
  }
  return ['| documents | | seconds | most memory, MB | size, MB |', '|--:|---|--:|--:|--:|', ...rows].join(
    '\n',
  );
}

/** Each document has different content, as a month's invoices do. A comment makes the difference. */
function writeVariants(printed: readonly Printed[], folder: string, count: number): string[] {
  mkdirSync(folder);
  return Array.from({ length: count }, (_, n) => {
    const pdf = printed[n % printed.length]?.pdf ?? new Uint8Array();
    const file = new PdfReader(pdf);
    for (const { dict } of getPages(file)) {
      const content = file.get(dict, 'Contents');
      if (!(content instanceof PdfStream)) throw new Error('A page has no content.');
      content.data = deflateSync(Buffer.concat([file.decode(content), Buffer.from(`\n% ${n}\n`)]));
      content.dict.set('Filter', new PdfName('FlateDecode'));
    }
    const path = join(folder, `${n}.pdf`);
    writeFileSync(path, rewriteFile(file, { compact: false }));
    return path;
  });
}

async function measured(program: string, args: readonly string[]) {
  const started = performance.now();
  const child = spawn(program, args, { stdio: 'ignore' });
  let kilobytes = 0;
  const look = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      kilobytes = Math.max(kilobytes, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0));
    } catch {
      // It has ended.
    }
  }, 20);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(look);
  if (code !== 0) throw new Error(`${program} ended with code ${code}.`);
  return { seconds: (performance.now() - started) / 1000, megabytes: kilobytes / 1024 };
}
