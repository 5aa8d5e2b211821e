/** The session of `pdfapi dev`: browser, watch and page, from the first render to Ctrl-C. */
import { spawn } from 'node:child_process';
import { unwatchFile, watchFile } from 'node:fs';
import { startBrowserPool } from '#browser/browser-pool';
import { Failure } from '#contract/errors';
import { writeFileAtomically } from '#contract/files/atomic-write';
import { startFillPool } from '#template/fill/start-fill-pool';
import { startLintPool } from '#template/lint/start-lint-pool';
import { startEditorPool } from '#template/pdfme/editor-pool';
import { failureAsText } from '../../failure.ts';
import { count, formatBytes, formatMilliseconds } from '../../io/format.ts';
import { writeStderr, writeStdout } from '../../io/streams.ts';
import { allowedHosts } from '../../options/allowed-hosts.ts';
import { type RegionOptions, readRegionOptions } from '../../options/page/region-options.ts';
import { readRenderDefaults } from '../../options/page-defaults.ts';
import type { Session } from '../../session.ts';
import type { PreviewDocument } from './preview-state.ts';
import { startPreview } from './start-preview.ts';
import { startPreviewServer } from './start-preview-server.ts';
import { watchFolder } from './watch-folder.ts';

export interface DevOptions extends RegionOptions {
  readonly data?: string;
  readonly port?: number;
  readonly open?: true;
  readonly strict?: boolean;
  readonly allowHost?: readonly string[];
  readonly sandbox: boolean;
}

/** One document, the superseded one that is being aborted, and one that is compared. */
const workers = 3;

/** Between two looks at the file of `--data`. Milliseconds. */
const dataIntervalMs = 300;

/** The default timeout of a render. Milliseconds. */
const defaultTimeoutMs = 30_000;

/** Resolves when the user ends it. Throws `address_in_use`. */
export async function runDev(session: Session, folder: string, options: DevOptions): Promise<void> {
  const { context, terminal, shutdown } = session;
  const sandbox = options.sandbox && !context.noSandbox;
  if (!sandbox) {
    terminal.warn('the browser sandbox is off: a hostile document can take over this user account.', {
      always: true,
    });
  }
  const allowHosts = allowedHosts(options.allowHost, context.allowHosts);
  const timeoutMs = session.globals.timeout ?? defaultTimeoutMs;
  const browser = startBrowserPool({
    cacheDirectory: context.cacheDirectory,
    environment: context.environment,
    sandbox,
    workers,
    onProgress: (text) => terminal.activity(text),
    ...(context.browserPath === undefined ? {} : { executablePath: context.browserPath }),
  });
  shutdown.add(() => browser.close());
  // Filling runs in a separate thread, so that the page is served and a newer render starts while a template is slow.
  const filling = startFillPool({ workers: 1, limitMs: timeoutMs });
  shutdown.add(() => filling.close());
  const linting = startLintPool();
  shutdown.add(() => linting.close());
  const editor = startEditorPool();
  shutdown.add(() => editor.close());

  // Registered before the first render, which may finish before the page is open: from then on Ctrl-C is the regular
  // end.
  const stopped = new Promise<void>((resolve) => shutdown.takeSignals(async () => resolve()));
  const preview = await startPreview({
    folder,
    data: options.data,
    ...readRenderDefaults(session, options),
    page: readRegionOptions(options),
    allowHosts,
    timeoutMs,
    browser,
    fill: filling.fill,
    lint: linting.lint,
    editor,
    compare: async (tested, signal) => {
      const { runCase } = await import('../test/render-case.ts');
      return await runCase(session, folder, tested, {
        browser: async () => browser,
        editor,
        defaults: readRenderDefaults(session, {}),
        allowHost: options.allowHost,
        tolerance: 0,
        keepsImages: true,
        fill: filling.fill,
        signal,
      });
    },
    write: (path, bytes) => writeFileAtomically(path, bytes, { overwrite: true, shutdown }),
    onRender: (outcome, warnings) => printOutcome(session, outcome, warnings),
  });
  shutdown.add(() => preview.close());
  const server = await startPreviewServer(preview, options.port);
  shutdown.add(() => server.close());
  const watch = watchFolder(folder, () => {
    preview.refresh();
    preview.golden.refresh();
  });
  shutdown.add(() => watch.close());
  if (options.data !== undefined) watchData(options.data, () => preview.refresh(), shutdown);

  if (context.json) await writeStdout(`${JSON.stringify({ url: server.url, pid: process.pid })}\n`);
  else await writeStdout(`${server.url}\n`);
  terminal.note(terminal.style.dim(`Watching ${folder}; press Ctrl-C to stop.`));
  if (options.open) await showPage(session, server.url);
  await stopped;
}

/** The file may be in a large folder, so it alone is watched. */
function watchData(path: string, onChange: () => void, shutdown: Session['shutdown']): void {
  watchFile(path, { interval: dataIntervalMs }, onChange);
  shutdown.add(() => unwatchFile(path, onChange));
}

async function showPage({ context, terminal }: Session, url: string): Promise<void> {
  // A script or a CI job has no user to open a page for.
  const isSeen = context.terminals.stderr && !context.isCi;
  if (isSeen && !(await openSystemBrowser(url))) terminal.warn(`no browser could be opened; visit ${url}`);
}

/** Prints errors even with `--quiet`, like all commands. */
function printOutcome(
  { context, terminal }: Session,
  outcome: PreviewDocument | Failure,
  warnings: readonly string[],
): void {
  terminal.rest();
  if (context.json) return;
  if (outcome instanceof Failure) {
    writeStderr(failureAsText(outcome, terminal.style));
    return;
  }
  const { filename, pages, bytes, ms } = outcome;
  for (const warning of warnings) terminal.warn(warning);
  const facts = [count(pages, 'page'), formatBytes(bytes), formatMilliseconds(ms)].join(' · ');
  terminal.note(`${terminal.style.bold(filename)}  ${terminal.style.dim(facts)}`);
}

/** The command that each system has for it. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  // `start` is a shell builtin, and takes the first quoted text as a title.
  win32: ['cmd', '/c', 'start', '""'],
};

/** Resolves to whether an opener was found. */
async function openSystemBrowser(url: string): Promise<boolean> {
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  return await new Promise((resolve) => {
    // Detached, so that neither the end of this process nor its Ctrl-C stops it.
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    child.once('spawn', () => resolve(true));
    child.once('error', () => resolve(false));
    child.unref();
  });
}
