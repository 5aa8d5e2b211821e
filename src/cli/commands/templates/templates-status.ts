/** `pdfapi templates status [folder…]`: compares template folders with a server. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { Failure } from '#contract/errors';
import { count } from '../../io/format.ts';
import { writeStdout } from '../../io/streams.ts';
import { writeTable } from '../../io/table.ts';
import { pathArguments } from '../../options/path-argument.ts';
import type { OpenSession } from '../../session.ts';
import type { FolderState, State } from './repository/folder-state.ts';
import { serverCell } from './repository/server-cell.ts';
import {
  addTemplateRepositoryOptions,
  openTemplateRepository,
  type TemplateRepositoryOptions,
} from './repository/template-repository.ts';

interface Options extends TemplateRepositoryOptions {
  readonly exitCode?: true;
}

const hints: Partial<Record<State, string>> = {
  changed_here: 'pdfapi templates push stores it',
  changed_on_server: 'pdfapi templates pull <folder> updates the folder',
  conflict: 'pdfapi templates diff <folder> shows how the two differ',
  not_on_server: 'pdfapi templates push stores it',
  renamed_on_server:
    'set "name" in template.json to follow it, or rename it back with pdfapi templates rename',
  deleted_on_server: 'pdfapi templates push <folder> --force stores it as a new template',
  unpublished_draft: 'pdfapi templates publish <folder> makes the API render it',
};

export function addTemplatesStatusCommand(templates: Command, open: OpenSession): void {
  addTemplateRepositoryOptions(
    templates
      .command('status')
      .summary('show what has changed locally and on the server')
      .description(
        'Compares template folders with a server, byte by byte. If .pdfapi.json records their last common version, it shows which of the two has changed.',
      )
      .argument(
        '[folder...]',
        'template folders (default: those in this folder, or in ./templates)',
        pathArguments('A template folder'),
      )
      .option('--exit-code', 'exit with 5 unless all are unchanged and published'),
  )
    .addHelpText(
      'after',
      `
Examples:
  pdfapi templates status                              # of ./ or ./templates
  pdfapi templates status ./invoice ./letter
  pdfapi templates status --exit-code                  # in CI: is everything pushed and published?`,
    )
    .action(async (named: readonly string[], options: Options, self: Command) => {
      const session = await open(self);
      const folders = named.length > 0 ? named : await localFolders();
      const [{ readLocalTemplate }, { folderState }] = await Promise.all([
        import('./repository/local-template.ts'),
        import('./repository/folder-state.ts'),
      ]);
      const locals = [];
      for (const path of folders) locals.push(await readLocalTemplate(path));
      const repository = await openTemplateRepository(session, options);
      const entries = await repository.list();
      const states: FolderState[] = [];
      for (const local of locals) states.push(await folderState(repository, entries, local));

      const shown = states.map(({ local: { path, name }, state, entry, record, renamed, deletedId }) => {
        const remote = renamed ?? entry;
        return {
          path,
          name,
          state,
          id: remote?.id ?? null,
          base_version: record?.version ?? null,
          latest_version: remote?.latestVersion ?? null,
          published_version: remote?.publishedVersion ?? null,
          name_on_server: renamed?.name,
          deleted_id: deletedId,
        };
      });
      if (session.context.json) await writeStdout(`${JSON.stringify(shown)}\n`);
      else {
        const number = (value: number | null) => String(value ?? '-');
        await writeTable(
          session,
          ['FOLDER', 'STATE', 'BASE', 'LATEST', 'PUBLISHED'],
          shown.map((each) => [
            each.path,
            each.state.replaceAll('_', ' '),
            number(each.base_version),
            number(each.latest_version),
            number(each.published_version),
          ]),
        );
        for (const { path, renamed, deletedId } of states.map((each) => ({
          ...each,
          path: each.local.path,
        }))) {
          if (renamed) {
            session.terminal.note(
              `${path}: template ${renamed.id} is called "${serverCell(renamed.name)}" now`,
            );
          }
          if (deletedId !== undefined)
            session.terminal.note(`${path}: template ${deletedId} has been deleted`);
        }
        for (const [state, hint] of Object.entries(hints)) {
          if (!states.some((each) => each.state === state)) continue;
          session.terminal.note(session.terminal.style.dim(`${state.replaceAll('_', ' ')}: ${hint}`));
        }
      }
      const differing = states.filter(({ state }) => state !== 'unchanged');
      if (options.exitCode && differing.length > 0) {
        throw new Failure(
          'templates_differ',
          `${differing.length} of ${count(states.length, 'template')} differ from what the server renders.`,
        );
      }
    });
}

async function localFolders(): Promise<readonly string[]> {
  if (['template.html', 'template.md', 'editor.json'].some((name) => existsSync(name))) return ['.'];
  const { templatesIn } = await import('#template/load/similar-templates');
  for (const folder of ['.', 'templates']) {
    const found = (await templatesIn(folder)).map((name) => join(folder, name));
    if (found.length > 0) return found;
  }
  throw new Failure('usage', 'There is no template folder in this directory or in ./templates.', {
    hint: 'Give one: pdfapi templates status <folder>',
  });
}
