/** `pdfapi templates new <name>`: creates a folder that renders, as a starting point. */
import type { Command } from 'commander';
import { Failure } from '#contract/errors';
import { count } from '../../io/format.ts';
import { writeStdout } from '../../io/streams.ts';
import { parseLang } from '../../options/page/page-options.ts';
import { pathArgument } from '../../options/path-argument.ts';
import type { OpenSession } from '../../session.ts';
import type { NewTemplate } from './new/new-template-folder.ts';

interface Options {
  readonly from: string;
  readonly editor?: true;
  readonly fromData?: string;
  readonly fromSchema?: string;
  readonly lang?: string;
}

export function addTemplatesNewCommand(templates: Command, open: OpenSession): void {
  templates
    .command('new')
    .summary('create a template folder')
    .description('Creates a template folder that renders as it is, as a starting point.')
    .argument('<name>', 'the folder to create', pathArgument('The name of the folder'))
    .option(
      '--from <example>',
      'blank, invoice, e-invoice, report, book, certificate, letter, application-form, editor-invoice or editor-form',
      'blank',
    )
    .option('--editor', 'a blank editor template: an editor.json instead of template.html')
    .option('--from-data <file>', 'a template that prints this JSON; - for stdin')
    .option('--from-schema <file>', 'a template that prints the data which this JSON Schema describes')
    .option(
      '--lang <tag>',
      'language: of an example that is translated, or of what is made from data (default: that of the data, else en)',
    )
    .addHelpText(
      'after',
      `
Examples:
  pdfapi templates new ./receipt
  pdfapi templates new ./receipt --from invoice
  pdfapi templates new ./rechnung --from invoice --lang de
  pdfapi templates new ./form --editor
  pdfapi templates new ./order --from-data order.json
  pdfapi templates new ./auftrag --from-data auftrag.json --lang de`,
    )
    .action(async (path: string, options: Options, self: Command) => {
      const session = await open(self);
      const source = choose(options);
      const lang = options.lang === undefined ? undefined : parseLang(options.lang);
      const { newTemplateFolder } = await import('./new/new-template-folder.ts');
      const { from, files, language } = await newTemplateFolder(path, { ...source, lang }, session);
      const { style } = session.terminal;
      session.terminal.note(`Made ${count(files.length, 'file')} from ${from}:`);
      for (const file of files) session.terminal.note(style.dim(`  ${file}`));
      if (language) session.terminal.note(`Language: ${language.tag}${remarkOn(language)}`);
      const argument = path.startsWith('.') || path.startsWith('/') ? path : `./${path}`;
      session.terminal.note(`Next: ${style.bold(`pdfapi generate ${argument}`)}`);
      await writeStdout(
        session.context.json
          ? `${JSON.stringify({ path, from, files, language: language?.tag })}\n`
          : `${path}\n`,
      );
    });
}

function remarkOn({ tag, source }: NonNullable<NewTemplate['language']>): string {
  if (source === 'given') return '';
  const reasons = { named: 'named by the data', guessed: 'guessed', unknown: 'the data does not show it' };
  return ` (${reasons[source]}; --lang ${/^en\b/.test(tag) ? 'de' : 'en'} changes it)`;
}

/** Throws `usage`: a template is made from the data of one document. */
function assertIsNoRows(file: string): string {
  if (!/\.(?:csv|tsv|tab|ndjson|jsonl|xlsx?|ods)$/i.test(file)) return file;
  throw new Failure('usage', `${file} is a file of rows, and --from-data takes the data of one document.`, {
    hint: 'Write one row as a JSON object, with numbers as numbers: {"number": "R1", "customer": {"name": "Ada"}, "total": 12.5}. Then: pdfapi batch ./folder with the file of rows',
  });
}

/** Where the files come from. */
export interface NewTemplateSource {
  readonly kind: 'example' | 'data' | 'schema';
  /** The name of the example, or a file. */
  readonly name: string;
  /** The language, if one is asked for. */
  readonly lang?: string | undefined;
}

function choose({ from, editor, fromData, fromSchema }: Options): NewTemplateSource {
  const given: (readonly [string, NewTemplateSource])[] = [];
  if (from !== 'blank') given.push([`--from ${from}`, { kind: 'example', name: from }]);
  if (editor) given.push(['--editor', { kind: 'example', name: 'editor' }]);
  if (fromData !== undefined) given.push(['--from-data', { kind: 'data', name: assertIsNoRows(fromData) }]);
  if (fromSchema !== undefined) given.push(['--from-schema', { kind: 'schema', name: fromSchema }]);
  const [one, other] = given;
  if (one && other) {
    throw new Failure('usage', `${other[0]} and ${one[0]} are mutually exclusive.`, {
      hint: 'Give one of them.',
    });
  }
  return one?.[1] ?? { kind: 'example', name: 'blank' };
}
