/** The options that put stamps over and under pages, as commander declares them. */
import type { Command } from 'commander';
import { pageSelection } from '../page-selection-option.ts';
import { pathArgument } from '../path-argument.ts';

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
