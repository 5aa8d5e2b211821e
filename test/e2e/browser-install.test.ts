/** `pdfapi browser install` from a mirror, with an archive that holds a script in place of a browser. */
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { defaultCacheDirectory } from '../../src/browser/install/cache-directory.ts';
import { packagedBrowser } from '../../src/browser/install/packaged-browser.ts';
import { startBrowserMirror } from '../support/browser-mirror.ts';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { run } from '../support/run.ts';

const packaged = await packagedBrowser(defaultCacheDirectory(process.env));

it.runIf(packaged)(
  'installs a browser that starts, which is used then, and rejects one that does not',
  async () => {
    const folder = temporaryFolder();
    // The user that the browser runs as must be able to enter it.
    chmodSync(folder, 0o755);
    const cache = join(folder, 'cache');
    mkdirSync(cache);
    // Unpacking it takes seconds.
    symlinkSync(String(packaged?.folder), join(cache, basename(String(packaged?.folder))));
    const { address } = await startBrowserMirror({
      '999.1.2.3': `#!/bin/sh\nexec ${packaged?.path} "$@"\n`,
      '999.1.2.4': '#!/bin/sh\necho "error while loading shared libraries: libnothing.so.1" >&2\nexit 127\n',
    });
    const pdfapi = (...args: string[]) =>
      run(['browser', ...args, '--json'], { cwd: folder, env: { PDFAPI_CACHE_DIR: cache } });
    const installed = await pdfapi('install', '--build', '999.1.2.3', '--mirror', address);
    expect(installed.exitCode, installed.stderr).toBe(0);
    const { path, build, used } = JSON.parse(installed.stdout);
    expect([build, used, existsSync(path)]).toEqual(['999.1.2.3', true, true]);

    const broken = await pdfapi('install', '--build', '999.1.2.4', '--mirror', address);
    expect([broken.exitCode, JSON.parse(broken.stderr).error.message]).toEqual([
      6,
      expect.stringMatching(/does not start on this machine[\s\S]*libnothing\.so\.1/),
    ]);
    expect(readdirSync(join(cache, 'installed'))).toEqual(['999.1.2.3']);
    expect(JSON.parse((await pdfapi('path')).stdout)).toEqual({ path, origin: 'installed' });
  },
);
