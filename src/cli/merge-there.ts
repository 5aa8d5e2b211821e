/** `pdfapi merge` of templates on the server. */
import type { Command } from 'commander';
import type { JsonObject } from '../contract/json.ts';
import { explainUnknownId, findTemplates } from './find-templates.ts';
import type { ServerItem } from './merge-items.ts';
import { readMetaOptions } from './page-options.ts';
import { readData } from './read-data.ts';
import { refuseOverwriting } from './refuse-overwriting.ts';
import { refuseSharedStdin } from './refuse-shared-stdin.ts';
import type { RenderOptions } from './render-options.ts';
import { localOptions, metadataOrNone, refuseLocalOptions, renderThere } from './render-there.ts';
import type { Session } from './session.ts';

export async function mergeThere(
  session: Session,
  items: readonly ServerItem[],
  options: RenderOptions,
  command: Command,
): Promise<void> {
  refuseLocalOptions(
    command,
    localOptions,
    'Merge template folders and PDFs instead, such as ./invoice a.pdf.',
  );
  const metadata = metadataOrNone(readMetaOptions(options.meta));
  const files = items.map((item) => item.data);
  refuseOverwriting([options.output], files);
  refuseSharedStdin(files);
  const allData: JsonObject[] = [];
  for (const file of files) {
    const read = await readData(file === undefined ? {} : { data: [file] }, session.terminal);
    allData.push(read?.exact ?? {});
  }
  await renderThere(
    session,
    options,
    { filename: 'merged.pdf', what: `${items.length} documents` },
    async ({ client, options: bounds, url }, delivery) => {
      const readPage = (page: number) => client.templatePage(page, bounds);
      const given = items.map(({ template }) => template);
      const templates = await findTemplates(readPage, given, url);
      const documents = templates.map(({ id }, index) => ({ id, data: allData[index] ?? {} }));
      const merged = await client
        .merge({ templates: documents, ...metadata, ...delivery }, bounds)
        .catch(async (error) => {
          throw await explainUnknownId(error, readPage, given);
        });
      return { ...merged, templates };
    },
  );
}
