/** The options that put stamps over and under pages, as commander declares them and as parsed. */
import type { Command } from 'commander';
import { pageSelection } from '../page-selection-option.ts';
import { pathArgument } from '../path-argument.ts';

export interface StampOptions {
  /** Files: HTML with Twig, or PDF. */
  readonly stamp?: string | undefined;
  readonly under?: string | undefined;
  /** The pages of both. */
  readonly stampPages?: string | undefined;
}

export const stampOptionNames = ['--stamp', '--under', '--stamp-pages'];

export function addStampOptions(command: Command): Command {
  return command
    .optionsGroup('Stamp:')
    .option(
      '--stamp <file>',
      'HTML with Twig, or a PDF, over the pages: draft.html, logo.pdf',
      pathArgument('--stamp'),
    )
    .option('--under <file>', 'the same under the pages: letterhead.pdf', pathArgument('--under'))
    .option(
      '--stamp-pages <list>',
      'pages of the finished PDF that get them: 2-, last, odd (default: all)',
      pageSelection,
    );
}

/** The files that no result may overwrite. */
export const stampFiles = ({ stamp, under }: StampOptions): (string | undefined)[] => [stamp, under];

/** Whether a browser has to print one of them. */
export const needsBrowser = (options: StampOptions): boolean =>
  stampFiles(options).some((file) => file !== undefined && !/\.pdf$/i.test(file));
