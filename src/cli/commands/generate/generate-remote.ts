/** `pdfapi generate <name|id>`: fills the server's published version of a template with local data. */
import type { Command } from 'commander';
import { explainUnknownId, findTemplates } from '../../connection/find-templates.ts';
import { assertDistinctFiles } from '../../io/assert-distinct-files.ts';
import { readData } from '../../options/data/read-data.ts';
import { readMetaOptions } from '../../options/page/page-options.ts';
import { passwordFiles } from '../../options/protection/read-protection.ts';
import type { RenderOptions } from '../../options/render-options.ts';
import { signingFiles } from '../../options/signing/signing-options.ts';
import type { ServerTemplate } from '../../options/template-argument.ts';
import { pdfName } from '../../rendering/pdf-name.ts';
import {
  documentConfig,
  localFlags,
  metadataOrNone,
  rejectLocalOptions,
  renderRemotely,
} from '../../rendering/remote.ts';
import type { Session } from '../../session.ts';

export async function generateRemotely(
  session: Session,
  template: ServerTemplate,
  options: RenderOptions,
  command: Command,
): Promise<void> {
  rejectLocalOptions(
    command,
    // Only the renderer of a document sees what happens in it.
    [...localFlags('render'), '--report', '--watch', '--rows', '--typed'],
    'Render the template’s folder instead: pdfapi templates pull, then pdfapi generate ./folder',
  );
  const metadata = metadataOrNone(readMetaOptions(options.meta));
  const standards = await documentConfig(session, options);
  assertDistinctFiles(
    [options.output],
    [...(options.data ?? []), options.eInvoice, ...passwordFiles(options), ...signingFiles(options)],
  );
  const data = await readData(options, session.terminal);
  const isNamed = template.kind === 'name';
  await renderRemotely(
    session,
    options,
    isNamed
      ? { filename: pdfName(template.name), what: `template ${template.name}` }
      : { filename: `template-${template.id}.pdf`, what: `template ${template.id}` },
    async ({ client, options: bounds, url }, delivery) => {
      const readPage = (page: number) => client.templatePage(page, bounds);
      const [found = { id: 0, name: null }] = await findTemplates(readPage, [template], url);
      const body = { data: data?.exact ?? {}, ...metadata, ...standards, ...delivery };
      const generated = await client.generate(found.id, body, bounds).catch(async (error) => {
        throw await explainUnknownId(error, readPage, [template]);
      });
      return { ...generated, template: found };
    },
  );
}
