/** `pdfapi browser install|path`: the browser that prints. */
import type { Command } from 'commander';
import { writeStdout } from '../io/streams.ts';
import type { OpenSession } from '../session.ts';

interface InstallOptions {
  readonly mirror?: string;
  readonly build?: string;
}

export function addBrowserCommands(program: Command, open: OpenSession): void {
  const browser = program
    .command('browser')
    .helpCommand(false)
    .summary('find or install the browser')
    .description('Finds or installs the browser that prints the PDFs.');

  browser
    .command('install')
    .summary('download a browser')
    .description(
      'Downloads Chrome’s current headless shell and starts it once to test it. From then on it is used if it is newer than the packaged browser, which is kept; a running server switches to it within the hour.',
    )
    .option('--build <version>', 'a build such as 153.0.8010.0, or a channel such as stable')
    .option('--mirror <address>', 'download from this address instead of Chrome’s own')
    .action(async ({ build, mirror }: InstallOptions, self: Command) => {
      const { context, terminal } = await open(self);
      const { installBrowser } = await import('#browser/install/install-browser');
      const { progressBar } = await import('../io/progress-bar.ts');
      terminal.activity('Looking up the newest browser');
      const { path, build: installed } = await installBrowser({
        cacheDirectory: context.cacheDirectory,
        onProgress: (done, total) => terminal.activity(`Downloading  ${progressBar(done, total)}`),
        build,
        mirror,
        verify: async (path) => {
          terminal.activity('Test start');
          const { verifyBrowser } = await import('#browser/install/verify-browser');
          await verifyBrowser(path, {
            cacheDirectory: context.cacheDirectory,
            environment: context.environment,
            sandbox: !context.noSandbox,
          });
        },
      });
      terminal.rest();
      const { findBrowser } = await import('#browser/install/find-browser');
      const used = await findBrowser({
        cacheDirectory: context.cacheDirectory,
        environment: context.environment,
        ...(context.browserPath === undefined ? {} : { executablePath: context.browserPath }),
      });
      const isUsed = used.path === path;
      terminal.note(
        isUsed
          ? `Build ${installed} is installed and used from now on.`
          : `Build ${installed} is installed, but ${used.path} is used: it is ${used.origin === 'named' ? 'set in PDFAPI_BROWSER' : 'newer'}.`,
      );
      await writeStdout(
        context.json ? `${JSON.stringify({ path, build: installed, used: isUsed })}\n` : `${path}\n`,
      );
    });

  browser
    .command('path')
    .summary('print the path of the browser')
    .description('Prints the path of the browser.')
    .action(async (_options: object, self: Command) => {
      const { context, terminal } = await open(self);
      const { findBrowser } = await import('#browser/install/find-browser');
      const { path, origin } = await findBrowser({
        cacheDirectory: context.cacheDirectory,
        environment: context.environment,
        onProgress: (text) => terminal.activity(text),
        ...(context.browserPath === undefined ? {} : { executablePath: context.browserPath }),
      });
      terminal.rest();
      await writeStdout(context.json ? `${JSON.stringify({ path, origin })}\n` : `${path}\n`);
    });
}
