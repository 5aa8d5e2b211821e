/** `pdfapi generate <name|id>`: fills the server's published version of a template with local data. */
import type { Command } from 'commander';
import { explainUnknownId, findTemplates } from './find-templates.ts';
import { readMetaOptions } from './page-options.ts';
import { pdfName } from './pdf-name.ts';
import { readData } from './read-data.ts';
import { refuseOverwriting } from './refuse-overwriting.ts';
import type { RenderOptions } from './render-options.ts';
import { localOptions, metadataOrNone, refuseLocalOptions, renderThere } from './render-there.ts';
import type { Session } from './session.ts';
import type { ServerTemplate } from './template-argument.ts';

/** The template sets its own page, and only the server sees what happens in it. */
const localOnly = [
  '--format',
  '--landscape',
  '--portrait',
  '--margin',
  '--margin-top',
  '--margin-right',
  '--margin-bottom',
  '--margin-left',
  '--header',
  '--footer',
  '--lang',
  '--report',
  '--attach',
  '--watch',
  ...localOptions,
];

export async function generateThere(
  session: Session,
  template: ServerTemplate,
  options: RenderOptions,
  command: Command,
): Promise<void> {
  refuseLocalOptions(
    command,
    localOnly,
    'Render the template’s folder instead: pdfapi templates pull, then pdfapi generate ./folder',
  );
  const metadata = metadataOrNone(readMetaOptions(options.meta));
  refuseOverwriting([options.output], options.data ?? []);
  const data = await readData(options, session.terminal);
  const isNamed = template.kind === 'name';
  await renderThere(
    session,
    options,
    isNamed
      ? { filename: pdfName(template.name), what: `template ${template.name}` }
      : { filename: `template-${template.id}.pdf`, what: `template ${template.id}` },
    async ({ client, options: bounds, url }, delivery) => {
      const readPage = (page: number) => client.templatePage(page, bounds);
      const [found = { id: 0, name: null }] = await findTemplates(readPage, [template], url);
      const body = { data: data?.exact ?? {}, ...metadata, ...delivery };
      const generated = await client.generate(found.id, body, bounds).catch(async (error) => {
        throw await explainUnknownId(error, readPage, [template]);
      });
      return { ...generated, template: found };
    },
  );
}
