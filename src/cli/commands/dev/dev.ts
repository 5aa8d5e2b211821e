/** `pdfapi dev <folder>`: shows a template in the browser beside its data, and renders it again at every save. */
import { type Command, InvalidArgumentError } from 'commander';
import { Failure } from '#contract/errors';
import { statPath } from '../../io/stat-path.ts';
import { addRegionOptions } from '../../options/page/region-options.ts';
import { pathArgument } from '../../options/path-argument.ts';
import type { OpenSession } from '../../session.ts';
import type { DevOptions } from './run-dev.ts';

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

export function addDevCommand(program: Command, open: OpenSession): void {
  const command = program
    .command('dev')
    .summary('preview a template while you edit it')
    .description('Shows the PDF of a template beside its data and renders it again on every save.')
    .argument('<folder>', 'a template folder, such as ./invoice', pathArgument('The template folder'))
    .option(
      '-d, --data <file>',
      'data to fill in instead of data.json; the page can choose other data',
      pathArgument('--data'),
    )
    .option('--port <number>', 'port of the page; 0 picks a free one (default: 4680, or a free one)', port)
    .option('--open', 'open the page in the default browser')
    .option('--strict', 'fail on undefined variables, missing assets or glyphs, and page errors')
    .option('--no-strict', 'only warn about them, even if pdfapi.json sets strict')
    .option('--allow-host <host[:port]>', 'a non-public host that the page may reach', collect)
    .option('--no-sandbox', 'run the browser without its sandbox; only for trusted HTML');
  addRegionOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  pdfapi dev ./invoice --open
  pdfapi dev ./invoice -d ./order-1234.json
  pdfapi dev ./invoice --port 8000 --strict`,
    )
    .action(async (folder: string, options: DevOptions, self: Command) => {
      const session = await open(self);
      await assertFolderTemplate(folder);
      assertData(options.data);
      const { runDev } = await import('./run-dev.ts');
      await runDev(session, folder, options);
    });
}

/** The template must exist at the start; later it may disappear and reappear. Throws `usage` and `template_not_found`. */
async function assertFolderTemplate(folder: string): Promise<void> {
  if (/^\d+$/.test(folder) && !statPath(folder)) {
    throw new Failure('usage', `${folder} is the id of a template on a server, but dev needs a folder.`, {
      hint: `Fetch it first: pdfapi templates pull ${folder}`,
    });
  }
  const { assertIsTemplate } = await import('#template/load/assert-is-template');
  await assertIsTemplate(folder);
}

/** Throws `file_unreadable`. */
function assertData(data: string | undefined): void {
  if (data === undefined || statPath(data)?.isFile()) return;
  const why = statPath(data) ? 'it is not a file' : 'no such file';
  throw new Failure('file_unreadable', `Cannot read ${data}: ${why}.`, {
    hint: '--data takes a file of JSON.',
  });
}

function port(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('The port must be a whole number from 0 to 65535.');
}
