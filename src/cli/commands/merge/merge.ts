/** `pdfapi merge <item…>`: merges several documents into one PDF. */
import type { Command } from 'commander';
import { Failure } from '#contract/errors';
import { documentsPerMerge } from '#contract/limits';
import { pathArguments } from '../../options/path-argument.ts';
import { addBasePasswordOption, addProtectionOptions } from '../../options/protection/protection-options.ts';
import {
  addDocumentOptions,
  addInvoiceOption,
  addOutputOptions,
  addRenderingOptions,
} from '../../options/render-options.ts';
import { addSigningOptions } from '../../options/signing/signing-options.ts';
import { addStampOptions } from '../../options/stamp/stamp-options.ts';
import { assertNoUrlOption } from '../../rendering/assert-no-url.ts';
import type { OpenSession } from '../../session.ts';
import { readMergeItems } from './merge-items.ts';
import type { LocalMergeOptions } from './merge-local.ts';

export function addMergeCommand(program: Command, open: OpenSession): void {
  const command = program
    .command('merge')
    .summary('merge several documents into one PDF')
    .description(
      'Renders and merges documents in the order given: template folders, HTML, Markdown and finished PDFs on this machine, or templates on the server (pro plan, at most 50).',
    )
    .argument(
      '<item...>',
      './invoice:data.json, page.html, page.html:data.json, notes.md, a.pdf, a.pdf:1-3 (pages of it), - (a PDF on stdin); on the server: letter:data.json or 12:data.json',
    );
  addOutputOptions(command);
  addInvoiceOption(addDocumentOptions(command));
  addStampOptions(command);
  addBasePasswordOption(addProtectionOptions(command)).option(
    '--input-password-file <[pdf=]file>',
    'file with the passwords of the PDFs, one per line, or of one of them: a.pdf=secret.txt',
    pathArguments('--input-password-file'),
  );
  addSigningOptions(command);
  addRenderingOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  pdfapi merge ./letter:letter.json ./invoice:invoice.json terms.pdf -o all.pdf
  pdfapi merge cover.html chapter-*.md terms.pdf -o book.pdf
  pdfapi merge cover.pdf report.pdf:2-5,9- ./letter:letter.json:1 -o all.pdf   # some pages of each
  pdfapi merge letter:letter.json invoice:data.json 7 --url     # on the server, by name and by id
  pdfapi merge *.pdf -o all.pdf --meta title="Everything"`,
    )
    .action(async (texts: readonly string[], options: LocalMergeOptions, self: Command) => {
      const session = await open(self);
      const merge = await readMergeItems(session, texts);
      if (merge.target === 'remote') {
        const { items } = merge;
        if (items.length > documentsPerMerge) {
          throw new Failure(
            'usage',
            `The server merges at most ${documentsPerMerge} documents, but ${items.length} were given.`,
            {
              hint: 'Generate them first (pdfapi generate or batch) and merge the files locally.',
            },
          );
        }
        const { mergeRemotely } = await import('./merge-remote.ts');
        return await mergeRemotely(session, items, options, self);
      }
      assertNoUrlOption(options);
      const { mergeLocally } = await import('./merge-local.ts');
      await mergeLocally(session, merge.items, options);
    });
}
