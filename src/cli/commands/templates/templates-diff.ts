/** `pdfapi templates diff <folder>`: shows how a template folder differs from a version on the server. */
import type { Command } from 'commander';
import { Failure } from '#contract/errors';
import { namePrefix } from '#contract/templates';
import { count, formatBytes } from '../../io/format.ts';
import { sanitize } from '../../io/sanitize.ts';
import { writeStdout } from '../../io/streams.ts';
import { pathArgument } from '../../options/path-argument.ts';
import type { OpenSession, Session } from '../../session.ts';
import type { FileDifference } from './repository/compare-files.ts';
import { serverCell } from './repository/server-cell.ts';
import {
  addTemplateRepositoryOptions,
  openTemplateRepository,
  type TemplateRepositoryOptions,
} from './repository/template-repository.ts';
import { findVersion, type VersionOption, versionOption } from './repository/version-option.ts';

interface Options extends TemplateRepositoryOptions {
  readonly against: VersionOption;
  readonly exitCode?: true;
}

export function addTemplatesDiffCommand(templates: Command, open: OpenSession): void {
  addTemplateRepositoryOptions(
    templates
      .command('diff')
      .summary('show what a push would change')
      .description(
        'Shows how a template folder differs from the template of its name on a server, as a unified diff from the server to the folder. Files are compared byte by byte.',
      )
      .argument('<folder>', 'template folder', pathArgument('The template folder'))
      .option('--against <version>', 'published, latest, or a version number', versionOption, 'latest')
      .option('--exit-code', 'exit with 5 if they differ'),
  )
    .addHelpText(
      'after',
      `
Examples:
  pdfapi templates diff ./invoice
  pdfapi templates diff ./invoice --against published
  pdfapi templates diff ./invoice --exit-code > changes.patch`,
    )
    .action(async (path: string, options: Options, self: Command) => {
      const session = await open(self);
      const { terminal, context } = session;
      const [{ readLocalTemplate }, { findTemplate }, { folderState }, { compareFiles }] = await Promise.all([
        import('./repository/local-template.ts'),
        import('./repository/find-template.ts'),
        import('./repository/folder-state.ts'),
        import('./repository/compare-files.ts'),
      ]);
      const local = await readLocalTemplate(path);
      const repository = await openTemplateRepository(session, options);
      const entries = await repository.list();
      const { renamed } = await folderState(repository, entries, local);
      const entry = renamed ?? (await findTemplate(repository, entries, `${namePrefix}${local.name}`));
      const version = findVersion(entry, options.against);
      const differences = compareFiles(await repository.files(entry.id, version), local.files);
      if (context.json) {
        const files = differences.map(({ path: file, change, sizeBefore, sizeAfter, diff }) => ({
          path: file,
          change,
          size_before: sizeBefore,
          size_after: sizeAfter,
          diff: diff?.join('\n') ?? null,
        }));
        await writeStdout(`${JSON.stringify({ path, id: entry.id, name: entry.name, version, files })}\n`);
      } else {
        const lines = differences.flatMap((each) => toLines(session, each, `version ${version}`, path));
        await writeStdout(lines.map((line) => `${line}\n`).join(''));
        for (const { path: file, onlyLineEnds } of differences) {
          if (onlyLineEnds)
            terminal.note(
              `${file}: only the line endings differ (CRLF and LF); check git's autocrlf setting`,
            );
        }
        if (differences.length === 0)
          terminal.note(`${path} is version ${version} of ${serverCell(entry.name)}`);
      }
      if (options.exitCode && differences.length > 0) {
        throw new Failure(
          'templates_differ',
          `${count(differences.length, 'file')} of ${path} differ from version ${version}.`,
        );
      }
    });
}

/** The text after the tab is for people; `patch -p1` takes the names before it. */
function toLines(
  { terminal: { styleOut }, context }: Session,
  { path, change, sizeBefore, sizeAfter, diff }: FileDifference,
  remoteLabel: string,
  localLabel: string,
): string[] {
  if (!diff) {
    const sizes = [sizeBefore, sizeAfter].map((size, index) =>
      (index === 0 ? change === 'added' : change === 'removed') ? 'nothing' : formatBytes(size),
    );
    return [styleOut.bold(`Binary file ${path} differs: ${sizes.join(' → ')}`)];
  }
  // A terminal would obey control characters in an untrusted file; a program gets the text unchanged.
  const safe = context.terminals.stdout ? sanitize : (text: string) => text;
  const before = change === 'added' ? '/dev/null' : `a/${path}\t${remoteLabel}`;
  const after = change === 'removed' ? '/dev/null' : `b/${path}\t${localLabel}`;
  return [
    styleOut.bold(`--- ${before}`),
    styleOut.bold(`+++ ${after}`),
    ...diff.map((line) => {
      const paint = line.startsWith('@@')
        ? styleOut.cyan
        : line.startsWith('-')
          ? styleOut.red
          : line.startsWith('+')
            ? styleOut.green
            : undefined;
      return paint ? paint(safe(line)) : safe(line);
    }),
  ];
}
