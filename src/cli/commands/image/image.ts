/** `pdfapi image <pdf>`: draws the pages of a PDF as images. */
import type { Command } from 'commander';
import type { OutputOptions } from '../../io/output.ts';
import { addImageOptions, type ImageFlags } from '../../options/images/image-options.ts';
import { addFileOptions } from '../../options/output/output-options.ts';
import { pageSelection } from '../../options/page-selection-option.ts';
import { pathArgument, pathArguments } from '../../options/path-argument.ts';
import type { OpenSession } from '../../session.ts';

export interface ImageCommandOptions extends OutputOptions, ImageFlags {
  readonly pages?: string;
  readonly inputPasswordFile?: readonly string[];
  readonly sandbox: boolean;
}

export function addImageCommand(program: Command, open: OpenSession): void {
  const command = program
    .command('image')
    .summary('draw the pages of a PDF as images')
    .description(
      'Draws the pages of a PDF, by any program, as PNG, JPEG or WebP. The PDF is drawn in the sandbox of a browser page without network.',
    )
    .argument('<pdf|->', 'a PDF; - is stdin', pathArgument('The PDF'))
    .optionsGroup('Pages:')
    .option('--pages <list>', 'only these pages: 1-3,7,9- or last (default: all)', pageSelection)
    .optionsGroup('Output:');
  addFileOptions(command, {
    output: 'file of each image; {n} is the number of the page (default: <name>-{n}.png); - is stdout',
    filename: 'name of the images in the current folder',
  });
  addImageOptions(command)
    .optionsGroup('Protection:')
    .option(
      '--input-password-file <file>',
      'file with passwords of the PDF, one per line',
      pathArguments('--input-password-file'),
    )
    .optionsGroup('Rendering:')
    .option('--no-sandbox', 'run the browser without its sandbox; only for PDFs that you trust')
    .addHelpText(
      'after',
      `
Examples:
  pdfapi image invoice.pdf                                   # invoice-1.png, invoice-2.png, …
  pdfapi image invoice.pdf --pages 1 -o preview.webp --dpi 96
  pdfapi image scan.pdf -o 'out/page-{n}.jpg' --dpi 300
  pdfapi image - --pages 1 --image png -o - < invoice.pdf > invoice.png`,
    )
    .action(async (file: string, options: ImageCommandOptions, self: Command) => {
      const session = await open(self);
      const { runImage } = await import('./run-image.ts');
      await runImage(session, file, options);
    });
}
