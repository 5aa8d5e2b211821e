/** Ways of merging PDFs: this project, a library, and the programs installed on the system. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { PDFDocument } from '@cantoo/pdf-lib';
import { mergeFiles } from '../../src/pdf/merge/merge-files.ts';

export interface Merger {
  readonly name: string;
  merge(documents: readonly Uint8Array[], files: readonly string[], out: string): Promise<Uint8Array>;
}

const installed = (program: string, version: string) => spawnSync(program, [version]).status === 0;

function program(name: string, args: (files: readonly string[], out: string) => readonly string[]): Merger {
  return {
    name,
    merge: async (_, files, out) => {
      const { status, stderr } = spawnSync(name.split(' ')[0] ?? name, args(files, out));
      if (status !== 0) throw new Error(`${name}: ${stderr}`);
      return readFileSync(out);
    },
  };
}

export const command = new URL('../../bin/pdfapi.js', import.meta.url).pathname;

/** This project comes first; the others are compared with it. */
export function mergers(): Merger[] {
  return [
    { name: 'pdfapi', merge: async (documents) => mergeFiles(documents) },
    {
      name: 'pdfapi merge, the command',
      merge: async (_, files, out) => {
        const { status, stderr } = spawnSync(process.execPath, [command, 'merge', ...files, '-o', out]);
        if (status !== 0) throw new Error(`pdfapi: ${stderr}`);
        return readFileSync(out);
      },
    },
    {
      name: 'pdf-lib (@cantoo)',
      merge: async (documents) => {
        const merged = await PDFDocument.create();
        for (const pdf of documents) {
          const document = await PDFDocument.load(pdf, { updateMetadata: false });
          for (const page of await merged.copyPages(document, document.getPageIndices()))
            merged.addPage(page);
        }
        return merged.save();
      },
    },
    ...(installed('qpdf', '--version')
      ? [
          program('qpdf', (files, out) => ['--empty', '--pages', ...files, '--', out]),
          program('qpdf --object-streams=generate', (files, out) => [
            '--empty',
            '--object-streams=generate',
            '--pages',
            ...files,
            '--',
            out,
          ]),
        ]
      : []),
    ...(installed('pdfunite', '-v') ? [program('pdfunite', (files, out) => [...files, out])] : []),
  ];
}
