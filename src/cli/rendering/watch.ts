/** `--watch`: renders again whenever an input of the document changes, until Ctrl-C. */
import { unwatchFile, watchFile } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from '#contract/errors';
import { watchFolder } from '../commands/dev/watch-folder.ts';
import { reportFailure } from '../failure.ts';
import { isStdout } from '../io/output.ts';
import { rowsPaths } from '../options/data/rows-option.ts';
import type { RenderOptions } from '../options/render-options.ts';
import { stampFiles } from '../options/stamp/stamp-files.ts';
import type { Session } from '../session.ts';

/** Files outside the folder are few, and polled at this interval. Milliseconds. */
const fileIntervalMs = 300;

export interface WatchedSources {
  /** Watched recursively. */
  readonly folder: string;
  /** The name of the PDF if no option names one. */
  readonly filename: string;
}

/** One render. `options` let it overwrite the PDF of the previous one. */
export type WatchingRender = (options: RenderOptions, since: number) => Promise<void>;

/**
 * Never resolves: Ctrl-C ends the command with 130 and removes its temporary files. Throws errors of the command line;
 * errors of a render are printed, and the next change renders again.
 */
export async function watchRender(
  session: Session,
  { folder, filename }: WatchedSources,
  options: RenderOptions,
  render: WatchingRender,
): Promise<never> {
  const { context, terminal, shutdown } = session;
  rejectPipes(options);
  const results = [options.output ?? options.filename ?? filename, options.report]
    .filter((path) => path !== undefined)
    .map((path) => resolve(path));
  const failed = Promise.withResolvers<never>();
  let isFirst = true;
  let isRendering = false;
  let isStale = false;

  async function attempt(): Promise<void> {
    const since = isFirst ? 0 : performance.now();
    terminal.warnings.length = 0;
    try {
      await render(isFirst ? options : { ...options, force: true }, since);
    } catch (error) {
      const isUsage = error instanceof Failure && error.exitCode === 2;
      if (isFirst && isUsage) return failed.reject(error);
      terminal.rest();
      await reportFailure(error, context, { verbose: terminal.isVerbose, warnings: terminal.warnings });
      return;
    }
    isFirst = false;
  }

  async function changed(): Promise<void> {
    isStale = true;
    if (isRendering) return;
    isRendering = true;
    while (isStale) {
      isStale = false;
      await attempt();
    }
    isRendering = false;
  }

  terminal.note(terminal.style.dim(`Watching ${folder}; press Ctrl-C to stop.`));
  const watch = watchFolder(folder, () => void changed(), {
    isIgnored: (path) => results.includes(resolve(path)),
  });
  const files = [
    ...(options.data ?? []),
    ...rowsPaths(options),
    ...(options.attach ?? []),
    options.header,
    options.footer,
    ...stampFiles(options),
  ].filter((path) => path !== undefined);
  for (const file of files) watchFile(file, { interval: fileIntervalMs }, () => void changed());
  shutdown.add(() => {
    watch.close();
    for (const file of files) unwatchFile(file);
  });
  return await failed.promise;
}

/** Rejects streams that can be read or written only once. Throws `usage`. */
function rejectPipes({ data = [], rows, output, report }: RenderOptions): void {
  const reason = data.includes('-')
    ? '-d - is read once'
    : rowsPaths({ rows: rows ?? [] }).includes('-')
      ? '--rows - is read once'
      : isStdout(output) || isStdout(report)
        ? 'stdout holds only one PDF or report'
        : undefined;
  if (reason === undefined) return;
  throw new Failure('usage', `--watch renders many times, but ${reason}.`, { hint: 'Name a file instead.' });
}
