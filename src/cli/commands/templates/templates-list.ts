/** `pdfapi templates list` and `show` */
import type { Command } from 'commander';
import { describeAuthor } from '#contract/manage/version-author';
import { writeStdout } from '../../io/streams.ts';
import { tableTime, writeTable } from '../../io/table.ts';
import type { OpenSession, Session } from '../../session.ts';
import { serverCell } from './repository/server-cell.ts';
import {
  addTemplateRepositoryOptions,
  isManaged,
  type ManagedEntry,
  openTemplateRepository,
  type TemplateEntry,
  type TemplateRepository,
  type TemplateRepositoryOptions,
} from './repository/template-repository.ts';

export function addTemplatesListCommands(templates: Command, open: OpenSession): void {
  addTemplateRepositoryOptions(
    templates
      .command('list')
      .summary('list the templates on a server')
      .description(
        'Lists the templates of a team, most recently changed first. Versions are shown if the token may manage templates.',
      ),
  )
    .addHelpText(
      'after',
      `
Examples:
  pdfapi templates list
  pdfapi templates list --json | jq -r '.[].name'
  pdfapi templates list --data-dir /var/lib/pdfapi --team acme`,
    )
    .action(async (options: TemplateRepositoryOptions, self: Command) => {
      const session = await open(self);
      const repository = await openTemplateRepository(session, options);
      const entries = await repository.entries();
      if (session.context.json) return await writeStdout(`${JSON.stringify(entries.map(shown))}\n`);
      await writeTable(
        session,
        ['ID', 'NAME', 'TYPE', 'PUBLISHED', 'LATEST', 'UPDATED (UTC)'],
        entries.map((each) => [
          String(each.id),
          serverCell(each.name),
          each.type,
          // A draft has no published version. If the token may not read versions, the cell is empty.
          isManaged(each) ? String(each.publishedVersion ?? '-') : '',
          isManaged(each) ? String(each.latestVersion) : '',
          tableTime(session, each.updatedAt),
        ]),
        { optional: ['LATEST', 'TYPE', 'PUBLISHED', 'UPDATED (UTC)'], shortenable: ['NAME'] },
      );
      if (entries.length === 0) {
        session.terminal.note('No templates yet. Store one: pdfapi templates push ./folder --publish');
      }
    });

  addTemplateRepositoryOptions(
    templates
      .command('show')
      .summary('show the versions and variables of a template on a server')
      .description('Shows a template, its versions, and the variables it reads.')
      .argument('<template>', 'id, name, or the folder it was pushed from'),
  )
    .addHelpText(
      'after',
      `
Examples:
  pdfapi templates show invoice
  pdfapi templates show ./invoice --json`,
    )
    .action(async (named: string, options: TemplateRepositoryOptions, self: Command) => {
      const session = await open(self);
      const { findTemplate } = await import('./repository/find-template.ts');
      const repository = await openTemplateRepository(session, options);
      const entry = await findTemplate(repository, await repository.entries(), named);
      await printTemplate(
        session,
        entry,
        isManaged(entry) ? await readDetails(repository, entry) : undefined,
      );
    });
}

const shown = (template: TemplateEntry | ManagedEntry) => ({
  id: template.id,
  name: template.name,
  type: template.type,
  has_base_pdf: template.hasBasePdf,
  ...(isManaged(template)
    ? { published_version: template.publishedVersion, latest_version: template.latestVersion }
    : {}),
  created_at: template.createdAt,
  updated_at: template.updatedAt,
});

async function readDetails(
  repository: TemplateRepository,
  { id, publishedVersion, latestVersion }: ManagedEntry,
) {
  const { templateVariables } = await import('#template/check/template-variables');
  const version = publishedVersion ?? latestVersion;
  const [versions, files] = await Promise.all([repository.versions(id), repository.files(id, version)]);
  const isReadable = !versions.find((each) => each.version === version)?.hasErrors;
  return {
    versions: versions.map((each) => ({
      version: each.version,
      hash: each.hash,
      created_at: each.createdAt,
      created_by: each.createdBy,
      published: each.published,
      published_at: each.publishedAt,
      published_by: each.publishedBy,
      has_errors: each.hasErrors,
    })),
    // A draft with errors cannot be read.
    variables: isReadable ? await templateVariables(files) : [],
    files: [...files.keys()],
  };
}

async function printTemplate(
  session: Session,
  entry: TemplateEntry,
  details: Awaited<ReturnType<typeof readDetails>> | undefined,
): Promise<void> {
  const { terminal, context } = session;
  if (context.json) return await writeStdout(`${JSON.stringify({ ...shown(entry), ...details })}\n`);
  const { style } = terminal;
  terminal.note(`${style.bold(serverCell(entry.name))}  ${style.dim(`${entry.type}, id ${entry.id}`)}`);
  if (!details) {
    terminal.note('Versions, variables and files are shown if the token may manage templates.');
    const { id, name, type, updatedAt } = entry;
    return await writeTable(
      session,
      ['ID', 'NAME', 'TYPE', 'UPDATED (UTC)'],
      [[String(id), serverCell(name), type, tableTime(session, updatedAt)]],
    );
  }
  terminal.note(`variables: ${details.variables.join(', ') || 'none'}`);
  terminal.note(`files: ${details.files.map(serverCell).join(', ')}`);
  await writeTable(
    session,
    ['VERSION', 'STATE', 'CREATED (UTC)', 'CONTENT', 'STORED BY', 'PUBLISHED BY'],
    details.versions.map(({ version, published, has_errors, created_at, created_by, published_by, hash }) => [
      String(version),
      published ? 'published' : has_errors ? 'has errors' : '-',
      tableTime(session, created_at),
      serverCell(hash.slice(0, 12)),
      serverCell(describeAuthor(created_by) || '-'),
      serverCell(describeAuthor(published_by) || '-'),
    ]),
    { optional: ['CONTENT', 'STORED BY'], shortenable: ['PUBLISHED BY', 'STORED BY'] },
  );
}
