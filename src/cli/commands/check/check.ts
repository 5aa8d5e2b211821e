/** `pdfapi check <pdf|folder…>`: says which levels of PDF/A and PDF/UA files claim and hold, what they break, and whether their e-invoice and their signatures are valid. Judges e-invoices of XML alone too. */
import type { Command } from 'commander';
import { Failure } from '#contract/errors';
import { count } from '../../io/format.ts';
import { pathArguments } from '../../options/path-argument.ts';
import type { OpenSession } from '../../session.ts';

interface CheckOptions {
  readonly level?: readonly string[];
  readonly trust?: readonly string[];
}

export function addCheckCommand(program: Command, open: OpenSession): void {
  program
    .command('check')
    .summary('check PDFs: PDF/A, PDF/UA, e-invoices, signatures')
    .description(
      'Checks finished PDFs, by any program, for PDF/A-2, PDF/A-3, PDF/A-4, PDF/UA-1 and PDF/UA-2: without --level the levels that each file claims or, if it claims nothing, whether each part of it can be read. Other standards that a file claims, such as PDF/A-1 or PDF/X, are named and not checked. Also checks the e-invoice inside a PDF (Factur-X, ZUGFeRD, XRechnung) or in a file of XML (CII, UBL), and verifies its signatures.',
    )
    .argument(
      '<pdf|folder...>',
      'PDFs, folders of PDFs, e-invoices of XML, or - for stdin',
      pathArguments('A PDF'),
    )
    .option(
      '--level <level>',
      'level to check: 2b, 2u, 2a, 3b, 3u, 3a, 4, 4f, 4e, ua1 or ua2, or pdf: each part of the file can be read (repeatable)',
      (level: string, before: readonly string[] = []) => [...before, level],
    )
    .option(
      '--trust <file>',
      'certificates, in PEM or DER, that those of signatures must lead to (repeatable)',
      (file: string, before: readonly string[] = []) => [...before, file],
    )
    .addHelpText(
      'after',
      `
Examples:
  pdfapi check invoice.pdf
  pdfapi check out/*.xml                            # e-invoices without a PDF: CII or UBL
  pdfapi check contract.pdf --trust root.pem
  pdfapi check archive/ --level 3a --level ua1      # every PDF in the folder and those below it
  pdfapi check out/ --level pdf                     # PDFs that claim nothing: are they sound?
  pdfapi check - --json < invoice.pdf`,
    )
    .action(async (paths: readonly string[], options: CheckOptions, self: Command) => {
      const session = await open(self);
      const [{ checkFiles, readLevels, readTrusted }, { findPdfs }] = await Promise.all([
        import('./check-files.ts'),
        import('./find-pdfs.ts'),
      ]);
      const files = findPdfs(paths);
      const results = await checkFiles(session, files, {
        levels: readLevels(options.level),
        trusted: await readTrusted(options.trust),
      });
      const { reportChecks, writeChecks } = await import('./report-checks.ts');
      if (session.context.json) await writeChecks(results);
      else await reportChecks(session, results, { asTable: files !== paths });
      const failed = results.filter(({ ok }) => !ok);
      if (failed.length === 0) return;
      const of = `${failed.length} of ${count(results.length, 'file')}`;
      // A file that is not there says nothing about PDFs; one that is faulty does.
      const isUnreadable = failed.every(({ error }) => error?.code === 'file_unreadable');
      throw isUnreadable
        ? new Failure('file_unreadable', `${of} could not be read.`)
        : new Failure('check_failed', `${of} did not pass.`);
    });
}
