/** Starts a browser once, under the conditions of a render, to check that the machine meets its requirements. */
import { Failure } from '#contract/errors';
import { launch } from '../process/launch.ts';
import type { BrowserVariables } from './find-browser.ts';
import { packagedBrowser } from './packaged-browser.ts';

export interface VerifyOptions {
  readonly cacheDirectory: string;
  readonly environment: BrowserVariables;
  readonly sandbox: boolean;
}

/** Throws `browser_failed` with the browser's own output, or `sandbox_unavailable`. */
export async function verifyBrowser(path: string, options: VerifyOptions): Promise<void> {
  const { cacheDirectory, environment, sandbox } = options;
  const packaged = await packagedBrowser(cacheDirectory);
  try {
    const { kill } = await launch(
      { path, origin: 'installed', libraries: packaged?.libraries, fontConfig: packaged?.fontConfig },
      { environment, sandbox },
    );
    await kill();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'browser_failed') throw error;
    throw new Failure(
      'browser_failed',
      `The downloaded browser does not start on this machine. ${error.message}`,
      {
        hint: 'The previous browser is still in place. If a shared library is missing, install it (on Debian and Ubuntu: apt-get install libnss3 libatk1.0-0 libatk-bridge2.0-0 libdbus-1-3 libasound2) and run the command again.',
        cause: error,
      },
    );
  }
}
