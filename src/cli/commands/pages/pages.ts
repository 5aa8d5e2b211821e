/** `pdfapi pages <pdf…>`: chooses, reorders, turns and splits the pages of PDFs that exist. */
import { type Command, InvalidArgumentError } from 'commander';
import { findTurnProblem } from '#contract/api/page-turns';
import type { OutputOptions } from '../../io/output.ts';
import { addFileOptions } from '../../options/output/output-options.ts';
import { pageSelection } from '../../options/page-selection-option.ts';
import { pathArgument, pathArguments } from '../../options/path-argument.ts';
import { addProtectionOptions } from '../../options/protection/protection-options.ts';
import type { ProtectionOptions } from '../../options/protection/read-protection.ts';
import { addMetaOption, addStandardsOptions } from '../../options/render-options.ts';
import type { StampOptions } from '../../options/stamp/stamp-files.ts';
import { addStampOptions } from '../../options/stamp/stamp-options.ts';
import type { StandardsOptions } from '../../options/standards.ts';
import type { OpenSession } from '../../session.ts';

export interface PagesOptions extends OutputOptions, ProtectionOptions, StampOptions, StandardsOptions {
  readonly pages?: string;
  readonly rotate?: readonly string[];
  readonly flatten?: boolean;
  readonly imageQuality?: number;
  /** Path of a file. */
  readonly bookmarks?: string;
  readonly property?: readonly string[];
  readonly attach?: readonly string[];
  readonly splitEvery?: number;
  /** Bytes. */
  readonly splitSize?: number;
  readonly splitOutline?: number;
  readonly meta?: readonly string[];
  readonly lang?: string;
  readonly strict?: boolean;
  readonly sandbox: boolean;
  readonly inputPasswordFile?: readonly string[];
}

export function addPagesCommand(program: Command, open: OpenSession): void {
  const command = program
    .command('pages')
    .summary('choose, turn and split the pages of PDFs')
    .description(
      'Chooses, repeats, reorders and turns pages of PDFs, or splits a PDF into several. Outline, links, tags, form fields and page labels of the pages stay. Several PDFs become one document first, as with merge.',
    )
    .argument('<pdf...>', 'a.pdf, a.pdf:1-3 (pages of it), - (a PDF on stdin)')
    .optionsGroup('Pages:')
    .option(
      '--pages <list>',
      'these pages, in this order: 1-3,7,9-, last, r2 (last but one), even; a page may be repeated',
      pageSelection,
    )
    .option(
      '--rotate <turn[:list]>',
      'turn pages clockwise: +90, -90:2-5, right:even; a number without a sign replaces how they are turned',
      turns,
    )
    .option('--flatten', 'make form fields, comments and stamps a part of the pages')
    .option(
      '--image-quality <number>',
      'encode pictures as JPEG of this quality, 1 to 100, where that makes them smaller',
      quality,
    )
    .optionsGroup('Split:')
    .option('--split-every <pages>', 'a PDF for every so many pages', amount)
    .option('--split-size <size>', 'PDFs of at most this size, such as 10MB or 500KB', size)
    .option('--split-outline <level>', 'a PDF for each entry of the outline down to this level', amount)
    .optionsGroup('Output:');
  addFileOptions(command, {
    output:
      "file, or folder/, to write the PDF to; - is stdout; for a split a pattern: 'out/{{ title }}-{{ part }}.pdf'",
  });
  addStandardsOptions(addMetaOption(command.optionsGroup('Document:')))
    .option(
      '--property <name=value>',
      'any other property, such as dc:rights=… or Department=…; an empty value removes it',
      (text: string, before: readonly string[] = []) => [...before, text],
    )
    .option(
      '--bookmarks <file>',
      'replace the outline: JSON such as [{"title": "Annex", "page": 3}]',
      pathArgument('--bookmarks'),
    )
    .option('--attach <file>', 'attach a file to the PDF', pathArguments('--attach'))
    .option('--lang <tag>', 'language of the document, such as de or en-GB')
    .option('--strict', 'fail if an e-invoice is no longer marked as one, and on problems of stamps');
  addStampOptions(command);
  addProtectionOptions(command)
    .option(
      '--input-password-file <[pdf=]file>',
      'file with the passwords of the PDFs, one per line, or of one of them: a.pdf=secret.txt',
      pathArguments('--input-password-file'),
    )
    .optionsGroup('Rendering:')
    .option('--no-sandbox', 'run the browser, which prints stamps of HTML, without its sandbox')
    .addHelpText(
      'after',
      `
Examples:
  pdfapi pages scan.pdf --pages 3,1-2 -o sorted.pdf
  pdfapi pages scan.pdf --rotate +90:even -o upright.pdf
  pdfapi pages a.pdf:1-3 b.pdf:last -o both.pdf              # as qpdf --pages, pdftk cat
  pdfapi pages old.pdf --pdfua --lang de --meta title=Satzung
  pdfapi pages form.pdf --flatten --image-quality 80 -o small.pdf
  pdfapi pages book.pdf --split-outline 1 -o 'out/{{ part }} {{ title }}.pdf'
  pdfapi pages report.pdf --split-size 10MB                  # report-1.pdf, report-2.pdf, …`,
    )
    .action(async (texts: readonly string[], options: PagesOptions, self: Command) => {
      const session = await open(self);
      const { runPages } = await import('./run-pages.ts');
      await runPages(session, texts, options);
    });
}

function turns(text: string, before: readonly string[] = []): readonly string[] {
  const problem = findTurnProblem(text);
  if (problem === undefined) return [...before, text];
  throw new InvalidArgumentError(problem);
}

function amount(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of at least 1.');
}

function quality(text: string): number {
  if (/^(?:[1-9]\d?|100)$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 to 100.');
}

/** Decimal units, as in mail programs. */
function size(text: string): number {
  const [, digits, unit = 'B'] = /^(\d{1,12}(?:\.\d{1,3})?)\s*(B|KB|MB|GB)?$/i.exec(text) ?? [];
  const bytes = Number(digits) * 1000 ** ['B', 'KB', 'MB', 'GB'].indexOf(unit.toUpperCase());
  if (bytes >= 1000) return Math.floor(bytes);
  throw new InvalidArgumentError('It must be a size of at least 1KB, such as 500KB or 10MB.');
}
