/** `pdfapi generate <name|id>`: fills the server's published version of a template with local data. */
import type { Command } from 'commander';
import type { TemplateReference } from '#contract/templates';
import type { Data } from '#template/data/parse-data-file';
import { explainUnknownId, findTemplates } from '../../connection/find-templates.ts';
import { readMetaOptions } from '../../options/page/page-options.ts';
import { passwordFiles } from '../../options/protection/read-protection.ts';
import type { RenderOptions } from '../../options/render-options.ts';
import { signingFiles } from '../../options/signing/signing-options.ts';
import { pdfName } from '../../rendering/pdf-name.ts';
import {
  documentConfig,
  localFlags,
  metadataOrNone,
  rejectLocalOptions,
  renderRemotely,
  type SharedTools,
} from '../../rendering/remote.ts';
import type { Finished, RenderedTemplate } from '../../rendering/result.ts';
import type { Session } from '../../session.ts';

interface RemoteData {
  readonly data: Data | undefined;
  /** The file that names the document and has its data, if there is one. */
  readonly file?: string | undefined;
  readonly filename?: string | undefined;
  readonly shared?: SharedTools | undefined;
}

export type GenerateRemotely = (
  session: Session,
  data: RemoteData,
  options: RenderOptions,
) => Promise<Finished>;

/** Returns a function that renders a document. The template is looked up once for all of them; a failure is not kept. */
export async function prepareRemotely(
  session: Session,
  template: TemplateReference,
  options: RenderOptions,
  command: Command,
): Promise<GenerateRemotely> {
  rejectLocalOptions(
    command,
    // Only the renderer of a document sees what happens in it.
    [...localFlags('render'), '--report', '--watch', '--rows', '--typed'],
    'Render the template’s folder instead: pdfapi templates pull, then pdfapi generate ./folder',
  );
  const metadata = metadataOrNone(readMetaOptions(options.meta));
  const standards = await documentConfig(session, options);
  const isNamed = template.kind === 'name';
  const named = isNamed
    ? { filename: pdfName(template.name), what: `template ${template.name}` }
    : { filename: `template-${template.id}.pdf`, what: `template ${template.id}` };
  const inputs = [
    ...(options.data ?? []),
    options.eInvoice,
    ...passwordFiles(options),
    ...signingFiles(options),
  ];
  let looked: Promise<readonly RenderedTemplate[]> | undefined;
  return async (each, { data, file, filename = named.filename, shared }, own) =>
    await renderRemotely(
      each,
      own,
      { ...named, filename, inputs: [...inputs, file], shared },
      async ({ client, options: bounds, url }, delivery) => {
        const readPage = (page: number) => client.templatePage(page, bounds);
        looked ??= findTemplates(readPage, [template], url).catch((error) => {
          looked = undefined;
          throw error;
        });
        const [found = { id: 0, name: null }] = await looked;
        const body = { data: data?.exact ?? {}, ...metadata, ...standards, ...delivery };
        const generated = await client.generate(found.id, body, bounds).catch(async (error) => {
          throw await explainUnknownId(error, readPage, [template]);
        });
        return { ...generated, template: found };
      },
    );
}
