/** `pdfapi templates list` and `show` */
import type { Command } from 'commander';
import type { TemplateRecord } from '../../server/data-directory.ts';
import { addDataDirectoryOption } from '../data-directory.ts';
import type { OpenSession, Session } from '../session.ts';
import { writeStdout } from '../streams.ts';
import { writeTable } from '../table.ts';
import { openTemplateHome, type TemplateDetails, type TemplateHomeOptions } from '../template-home.ts';

export function addTemplatesListCommands(templates: Command, open: OpenSession): void {
  addDataDirectoryOption(
    templates
      .command('list')
      .summary('the templates on a server')
      .description('Lists the templates of a team, the last changed first.')
      .option('--team <team>', 'name or id; needed where there are several'),
  ).action(async (options: TemplateHomeOptions, self: Command) => {
    const session = await open(self);
    const home = await openTemplateHome(session, options);
    const items = (await home.list()).map(shown);
    if (session.context.json) return await writeStdout(`${JSON.stringify(items)}\n`);
    await writeTable(
      session,
      ['ID', 'NAME', 'TYPE', 'PUBLISHED', 'LATEST', 'UPDATED'],
      items.map((each) => [
        String(each.id),
        each.name,
        each.type,
        each.published_version === null ? '-' : String(each.published_version),
        String(each.latest_version),
        each.updated_at,
      ]),
    );
  });

  addDataDirectoryOption(
    templates
      .command('show')
      .summary('one template on a server: versions and variables')
      .description('Shows a template, its versions, and the variables that it reads.')
      .argument('<template>', 'id or name')
      .option('--team <team>', 'name or id; needed where there are several'),
  ).action(async (idOrName: string, options: TemplateHomeOptions, self: Command) => {
    const session = await open(self);
    const home = await openTemplateHome(session, options);
    const [details, content] = await Promise.all([home.show(idOrName), home.files(idOrName)]);
    const { templateVariables } = await import('../../core/template/template-variables.ts');
    await tell(session, details, await templateVariables(content.files), [...content.files.keys()]);
  });
}

const shown = (template: TemplateRecord) => ({
  id: template.id,
  name: template.name,
  type: template.type,
  has_base_pdf: template.hasBasePdf,
  published_version: template.publishedVersion,
  latest_version: template.latestVersion,
  created_at: template.createdAt.toISOString(),
  updated_at: template.updatedAt.toISOString(),
});

async function tell(
  session: Session,
  details: TemplateDetails,
  variables: readonly string[],
  files: readonly string[],
): Promise<void> {
  const versions = details.versions.map(({ version, hash, createdAt, published }) => ({
    version,
    hash,
    created_at: createdAt.toISOString(),
    published,
  }));
  if (session.context.json) {
    return await writeStdout(`${JSON.stringify({ ...shown(details), versions, variables, files })}\n`);
  }
  const { terminal } = session;
  terminal.note(
    `${terminal.style.bold(details.name)}  ${terminal.style.dim(`${details.type}, id ${details.id}`)}`,
  );
  terminal.note(`variables: ${variables.join(', ') || 'none'}`);
  terminal.note(`files: ${files.join(', ')}`);
  await writeTable(
    session,
    ['VERSION', 'STATE', 'CREATED', 'CONTENT'],
    versions.map(({ version, published, created_at, hash }) => [
      String(version),
      published ? 'published' : '-',
      created_at,
      hash.slice(0, 12),
    ]),
  );
}
