/** `pdfapi merge` of templates on the server. */
import type { Command } from 'commander';
import type { JsonObject } from '#contract/json';
import { explainUnknownId, findTemplates } from '../../connection/find-templates.ts';
import { assertSingleStdin } from '../../io/assert-single-stdin.ts';
import { readData } from '../../options/data/read-data.ts';
import { readMetaOptions } from '../../options/page/page-options.ts';
import { passwordFiles } from '../../options/protection/read-protection.ts';
import type { RenderOptions } from '../../options/render-options.ts';
import { signingFiles } from '../../options/signing/signing-options.ts';
import { stampFiles } from '../../options/stamp/stamp-files.ts';
import {
  documentConfig,
  localFlags,
  metadataOrNone,
  rejectLocalOptions,
  renderRemotely,
} from '../../rendering/remote.ts';
import { printFinished } from '../../rendering/result.ts';
import type { Session } from '../../session.ts';
import type { ServerItem } from './merge-items.ts';

export async function mergeRemotely(
  session: Session,
  items: readonly ServerItem[],
  options: RenderOptions,
  command: Command,
): Promise<void> {
  rejectLocalOptions(
    command,
    localFlags('merge'),
    'Merge template folders and PDFs instead, such as ./invoice a.pdf.',
  );
  const metadata = metadataOrNone(readMetaOptions(options.meta));
  const standards = await documentConfig(session, options);
  const files = items.map((item) => item.data);
  const others = [
    options.eInvoice,
    ...stampFiles(options),
    ...passwordFiles(options),
    ...signingFiles(options),
  ];
  assertSingleStdin(files);
  const allData: JsonObject[] = [];
  for (const file of files) {
    const read = await readData(file === undefined ? {} : { data: [file] }, session.terminal);
    allData.push(read?.exact ?? {});
  }
  const merged = await renderRemotely(
    session,
    options,
    { filename: 'merged.pdf', what: `${items.length} documents`, inputs: [...files, ...others] },
    async ({ client, options: bounds, url }, delivery) => {
      const readPage = (page: number) => client.templatePage(page, bounds);
      const given = items.map(({ template }) => template);
      const templates = await findTemplates(readPage, given, url);
      const documents = templates.map(({ id }, index) => ({
        id,
        data: allData[index] ?? {},
        pages: items[index]?.pages,
      }));
      const generated = await client
        .merge({ templates: documents, ...metadata, ...standards, ...delivery }, bounds)
        .catch(async (error) => {
          throw await explainUnknownId(error, readPage, given);
        });
      return { ...generated, templates };
    },
  );
  await printFinished(session, merged);
}
