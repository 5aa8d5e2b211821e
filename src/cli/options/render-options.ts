/** The options that all rendering commands share, as commander declares them and as parsed. */
import type { Command } from 'commander';
import type { OutputOptions } from '../io/output.ts';
import type { DataOptions } from './data/read-data.ts';
import { addRowsOptions, type RowsOptions } from './data/rows-option.ts';
import { addImageOptions, type ImageFlags } from './images/image-options.ts';
import type { ScreenshotFlags } from './images/screenshot-options.ts';
import { addFileOptions } from './output/output-options.ts';
import { addShownOptions, type LoadOptions } from './page/load-options.ts';
import { addRegionOptions, type RegionOptions } from './page/region-options.ts';
import { pageSelection } from './page-selection-option.ts';
import { pathArgument, pathArguments } from './path-argument.ts';
import { addProtectionOptions } from './protection/protection-options.ts';
import type { ProtectionOptions } from './protection/read-protection.ts';
import { addSigningOptions, type SigningOptions } from './signing/signing-options.ts';
import type { StampOptions } from './stamp/stamp-files.ts';
import { addStampOptions } from './stamp/stamp-options.ts';
import type { StandardsOptions } from './standards.ts';

export interface RenderOptions
  extends DataOptions,
    RowsOptions,
    OutputOptions,
    ImageFlags,
    PageOptions,
    LoadOptions,
    ScreenshotFlags,
    ProtectionOptions,
    SigningOptions,
    StampOptions,
    StandardsOptions {
  /** true, or the lifetime in minutes. */
  readonly url?: string | true;
  /** The address of a storage. */
  readonly upload?: string;
  readonly meta?: readonly string[];
  readonly pages?: string;
  readonly reproducible?: true;
  readonly report?: string;
  readonly strict?: boolean;
  readonly lint?: true;
  readonly scripts: boolean;
  readonly tags: boolean;
  readonly forms?: true;
  readonly baseUrl?: string;
  readonly compact: boolean;
  readonly attach?: readonly string[];
  readonly sandbox: boolean;
  readonly watch?: true;
  readonly allowHost?: readonly string[];
}

export interface PageOptions extends RegionOptions {
  readonly format?: string;
  readonly landscape?: true;
  readonly portrait?: true;
  readonly margin?: string;
  readonly marginTop?: string;
  readonly marginRight?: string;
  readonly marginBottom?: string;
  readonly marginLeft?: string;
  readonly lang?: string;
  readonly header?: string;
  readonly footer?: string;
}

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

export function addRenderOptions(command: Command): Command {
  addRowsOptions(addDataOptions(command));
  addImageOptions(addOutputOptions(command)).option(
    '--report <file|->',
    'write pages, bytes, times, fonts, requests and console messages as JSON',
    pathArgument('--report'),
  );
  addPageOptions(command);
  addShownOptions(command);
  addInvoiceOption(addDocumentOptions(command)).option(
    '--attach <file>',
    'attach a file to the PDF, such as the table behind a chart',
    pathArguments('--attach'),
  );
  addStampOptions(command);
  addProtectionOptions(command);
  addSigningOptions(command);
  return addRenderingOptions(command);
}

export function addWatchOption(command: Command): Command {
  return command
    .optionsGroup('Output:')
    .option('--watch', 'render again whenever one of its files changes, until Ctrl-C');
}

export function addDataOptions(command: Command): Command {
  return command
    .optionsGroup('Data:')
    .option(
      '-d, --data <file|->',
      'JSON to fill in; if repeated, later files are merged over earlier ones',
      pathArguments('--data'),
    )
    .option('-s, --set <key=value>', 'set one value, such as customer.name=Ada or items.0.price=3', collect);
}

export function addOutputOptions(command: Command): Command {
  return addFileOptions(command.optionsGroup('Output:'))
    .option('--url [minutes]', 'print a signed address of the PDF instead (server only; default: 60 minutes)')
    .option('--upload <address>', 'have the server PUT the PDF to a presigned address of your storage');
}

function addPageOptions(command: Command): Command {
  return command
    .optionsGroup('Page:')
    .option(
      '--format <size>',
      'A0 to A6, Letter, Legal, Tabloid, Ledger; 100mmx150mm; or 80mm, as high as its contents',
    )
    .option('--landscape', 'turn the page')
    .option('--portrait', 'keep the page upright, even if the template or pdfapi.json turns it')
    .option('--margin <length>', 'all margins: 12.5 (mm), 2cm, 1in, 36pt, or "1in 2cm" as in CSS')
    .option('--margin-top <length>', 'one margin; auto is as high as the header')
    .option('--margin-right <length>', 'one margin')
    .option('--margin-bottom <length>', 'one margin; auto is as high as the footer')
    .option('--margin-left <length>', 'one margin')
    .option('--lang <tag>', 'language of HTML without lang, such as de or en-GB')
    .option('--header <file>', 'HTML for the top of every page', pathArgument('--header'))
    .option('--footer <file>', 'HTML for the bottom of every page', pathArgument('--footer'));
}

export function addDocumentOptions(command: Command): Command {
  const described = addMetaOption(addRegionOptions(command.optionsGroup('Document:')))
    .option('--pages <list>', 'only these pages, in this order: 1-3,7,9- or last', pageSelection)
    .option('--reproducible', 'the same input gives the same bytes, dated SOURCE_DATE_EPOCH or 1970');
  return addStandardsOptions(described);
}

export const addMetaOption = (command: Command): Command =>
  command.option('--meta <key=value>', 'title, author, subject, keywords or creator', collect);

export function addStandardsOptions(command: Command): Command {
  return command
    .option(
      '--pdfa <level>',
      'make PDF/A for archives: 2b, 2u, 2a, 3b, 3u, 3a, 4, 4f or 4e; fail if it does not conform',
    )
    .option(
      '--pdfua [part]',
      'make PDF/UA for screen readers: part 1 (default) or 2; fail if it does not conform',
    );
}

/** In the group of `addDocumentOptions`. */
export function addInvoiceOption(command: Command): Command {
  return command.option(
    '--e-invoice <file>',
    'embed this XML as Factur-X (ZUGFeRD) or XRechnung, in PDF/A-3',
    pathArgument('--e-invoice'),
  );
}

export function addRenderingOptions(command: Command): Command {
  return command
    .optionsGroup('Rendering:')
    .option('--strict', 'fail on undefined variables, missing assets or glyphs, and page errors')
    .option('--no-strict', 'only warn about them, even if pdfapi.json sets strict')
    .option('--no-scripts', 'do not run scripts of the document')
    .option('--no-tags', 'no accessibility tags: faster and smaller for very long tables')
    .option('--forms', 'make form fields of the controls of the HTML: input, select and textarea')
    .option('--base-url <url>', 'base address of relative links (default: they stay relative)')
    .option('--no-compact', 'leave the PDF as Chromium wrote it: faster, and about twice as large')
    .option('--allow-host <host[:port]>', 'a non-public host that the page may reach', collect)
    .option('--no-sandbox', 'run the browser without its sandbox; only for trusted HTML')
    .option('--lint', 'warn of what keeps the PDF from being accessible, with file and line');
}
