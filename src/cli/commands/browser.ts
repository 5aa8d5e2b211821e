/** `pdfapi browser install|path`: the browser that prints. */
import type { Command } from 'commander';
import type { OpenSession } from '../session.ts';
import { writeStdout } from '../streams.ts';

interface InstallOptions {
  readonly mirror?: string;
  readonly build?: string;
}

export function addBrowserCommands(program: Command, open: OpenSession): void {
  const browser = program
    .command('browser')
    .helpCommand(false)
    .summary('the browser that prints')
    .description('Finds or installs the browser that prints.');

  browser
    .command('install')
    .summary('download a browser')
    .description('Downloads Chrome’s headless shell, where npm brought no browser and the system has none.')
    .option('--build <version>', 'a build such as 153.0.8010.0, or a channel such as stable')
    .option('--mirror <address>', 'download from here instead of Chrome’s own address')
    .action(async ({ build, mirror }: InstallOptions, self: Command) => {
      const { context, terminal } = await open(self);
      const { installBrowser } = await import('../../core/browser/install.ts');
      const { progressBar } = await import('../progress-bar.ts');
      terminal.activity('Asking for the newest browser');
      const path = await installBrowser({
        cacheDirectory: context.cacheDirectory,
        onProgress: (done, total) => terminal.activity(`Downloading  ${progressBar(done, total)}`),
        ...(build === undefined ? {} : { build }),
        ...(mirror === undefined ? {} : { mirror }),
      });
      terminal.rest();
      terminal.note('The browser is installed.');
      await writeStdout(context.json ? `${JSON.stringify({ path })}\n` : `${path}\n`);
    });

  browser
    .command('path')
    .summary('where it is')
    .description('Prints the path of the browser that prints.')
    .action(async (_options: object, self: Command) => {
      const { context, terminal } = await open(self);
      const { findBrowser } = await import('../../core/browser/find.ts');
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
