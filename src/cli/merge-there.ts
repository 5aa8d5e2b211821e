/** `pdfapi merge` of templates on the server. */
import type { Command } from 'commander';
import { Failure } from '../contract/errors.ts';
import type { JsonObject } from '../contract/json.ts';
import type { IdItem } from './merge-items.ts';
import { readMetaOptions } from './page-options.ts';
import { readData } from './read-data.ts';
import { refuseOverwriting } from './refuse-overwriting.ts';
import type { RenderOptions } from './render-options.ts';
import { metadataOrNone, refuseLocalOptions, renderThere } from './render-there.ts';
import type { Session } from './session.ts';

const hereOnly = [
  '--strict',
  '--reproducible',
  '--no-scripts',
  '--no-tags',
  '--no-compact',
  '--allow-host',
  '--no-sandbox',
];

export async function mergeThere(
  session: Session,
  items: readonly IdItem[],
  options: RenderOptions,
  command: Command,
): Promise<void> {
  if (session.globals.local) {
    throw new Failure('usage', `${items[0]?.text} is a template on a server, and --local asks none.`);
  }
  refuseLocalOptions(command, hereOnly, 'They work with template folders and PDFs.');
  const metadata = metadataOrNone(readMetaOptions(options.meta));
  refuseOverwriting(
    [options.output],
    items.map(({ data }) => data),
  );
  const templates: { id: number; data: JsonObject }[] = [];
  for (const { id, data } of items) {
    const read = await readData(data === undefined ? {} : { data: [data] }, session.terminal);
    templates.push({ id, data: read?.exact ?? {} });
  }
  await renderThere(
    session,
    options,
    { filename: 'merged.pdf', what: `${items.length} documents` },
    ({ client, options: bounds }, delivery) => client.merge({ templates, ...metadata, ...delivery }, bounds),
  );
}
