/** `pdfapi generate <id>`: the server's published version of a template, filled with data from here. */
import type { Command } from 'commander';
import { Failure } from '../contract/errors.ts';
import { readMetaOptions } from './page-options.ts';
import { readData } from './read-data.ts';
import { refuseOverwriting } from './refuse-overwriting.ts';
import type { RenderOptions } from './render-options.ts';
import { metadataOrNone, refuseLocalOptions, renderThere } from './render-there.ts';
import type { Session } from './session.ts';

/** The page is the template's own, and what happens in it is seen by the server only. */
const hereOnly = [
  ...['--format', '--landscape', '--margin', '--margin-top', '--margin-right', '--margin-bottom'],
  ...['--margin-left', '--header', '--footer', '--strict', '--report', '--reproducible', '--no-scripts'],
  ...['--no-tags', '--no-compact', '--attach', '--allow-host', '--no-sandbox'],
];

export async function generateThere(
  session: Session,
  id: number,
  options: RenderOptions,
  command: Command,
): Promise<void> {
  if (session.globals.local) {
    throw new Failure('usage', `${id} is a template on a server, and --local asks none.`, {
      hint: 'A folder renders here: pdfapi templates pull, then pdfapi generate ./folder',
    });
  }
  refuseLocalOptions(command, hereOnly, 'They work with a template folder: pdfapi templates pull');
  const metadata = metadataOrNone(readMetaOptions(options.meta));
  refuseOverwriting([options.output], options.data ?? []);
  const data = await readData(options, session.terminal);
  await renderThere(
    session,
    options,
    { filename: `template-${id}.pdf`, what: `template ${id}` },
    ({ client, options: bounds }, delivery) =>
      client.generate(id, { data: data?.exact ?? {}, ...metadata, ...delivery }, bounds),
  );
}
