/** `pdfapi test <folder…>`: renders templates and compares the documents with approved ones. */
import { type Command, InvalidArgumentError } from 'commander';
import { pathArguments } from '../../options/path-argument.ts';
import type { OpenSession } from '../../session.ts';

export interface TestOptions {
  readonly update?: true;
  readonly changed?: true;
  /** `line`, or with a file `junit=report.xml`. */
  readonly reporter?: readonly string[];
  /** Per cent. */
  readonly tolerance?: number;
  readonly sandbox: boolean;
  readonly allowHost?: readonly string[];
}

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

export function addTestCommand(program: Command, open: OpenSession): void {
  program
    .command('test')
    .summary('compare templates with approved PDFs')
    .description(
      'Renders each template with data.json and with each file of its folder cases, and compares the PDFs with those of its folder golden: pages, text, fonts, links, bookmarks, properties, labels, and the pixels of each page. Ends with 5 if one differs.',
    )
    .argument('<folder...>', 'template folders, or folders of templates', pathArguments('A folder'))
    .option(
      '--update',
      'approve: write new PDFs to golden, and changed ones after a question at the terminal or with --yes',
    )
    .option('--changed', 'only templates whose files have changed since they last passed')
    .option(
      '--reporter <name[=file]>',
      'line, junit, html or github; may be repeated (default: line)',
      collect,
    )
    .option('--tolerance <percent>', 'pixels of a page that may differ (default: 0)', percent)
    .optionsGroup('Rendering:')
    .option('--allow-host <host[:port]>', 'a non-public host that the page may reach', collect)
    .option('--no-sandbox', 'run the browser without its sandbox; only for trusted HTML')
    .addHelpText(
      'after',
      `
Examples:
  pdfapi test ./templates/*
  pdfapi test ./templates --update                    # approve what is new or has changed
  pdfapi test ./templates --changed
  pdfapi test ./templates --reporter line --reporter junit=report.xml --reporter html=report.html`,
    )
    .action(async (folders: readonly string[], options: TestOptions, self: Command) => {
      const session = await open(self);
      const { runTest } = await import('./run-test.ts');
      await runTest(session, folders, options);
    });
}

function percent(text: string): number {
  const value = /^\d{1,3}(?:\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (value <= 100) return value;
  throw new InvalidArgumentError('It must be a number from 0 to 100.');
}
