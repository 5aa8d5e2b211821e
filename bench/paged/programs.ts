/** The commands that are compared, each started for one document. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { defaultCacheDirectory } from '../../src/browser/install/cache-directory.ts';
import { findBrowser } from '../../src/browser/install/find-browser.ts';
import { peerProgram } from './peers-folder.ts';

const run = promisify(execFile);

/** A program that takes longer is stopped. */
export const limitMs = Number(process.env.LIMIT_SECONDS ?? 900) * 1000;

const browser = await findBrowser({
  cacheDirectory: defaultCacheDirectory(process.env),
  environment: process.env,
});

export const environment = {
  ...process.env,
  PUPPETEER_EXECUTABLE_PATH: browser.path,
  ...(browser.fontConfig ? { FONTCONFIG_FILE: browser.fontConfig } : {}),
};

export interface Program {
  readonly name: string;
  /** Whether it knows `leader()`. */
  readonly leaders: boolean;
  readonly words: (source: string, output: string) => readonly (string | undefined)[];
  /** Whether it prints its own seconds, because not all of its time counts. */
  readonly printsSeconds?: boolean;
}

export const programs: readonly Program[] = [
  {
    name: 'pdfapi html',
    leaders: true,
    words: (source, output) => [
      process.execPath,
      join(import.meta.dirname, '../../bin/pdfapi.js'),
      ...['html', source, '-o', output, '--timeout', '600s'],
    ],
  },
  {
    name: 'pagedjs-cli',
    leaders: false,
    words: (source, output) => [
      peerProgram('pagedjs-cli'),
      ...[source, '-o', output, '--timeout', '3600000', '--browserArgs', '--no-sandbox'],
    ],
  },
  {
    name: '@vivliostyle/cli',
    leaders: true,
    words: (source, output) => [
      peerProgram('vivliostyle'),
      ...['build', source, '-o', output, '--executable-browser', browser.path, '--timeout', '3600'],
    ],
  },
  {
    name: 'WeasyPrint',
    leaders: true,
    words: (source, output) => [peerProgram('weasyprint'), '-q', '--pdf-tags', source, output],
  },
  {
    name: 'Chromium alone',
    leaders: true,
    words: (source, output) => [
      process.execPath,
      join(import.meta.dirname, 'chromium-alone.ts'),
      source,
      output,
    ],
    printsSeconds: true,
  },
];

/** Returns the seconds that a program took, or why there is no result. `folder`: it is started there. */
export async function timeProgram(
  { name, words, printsSeconds }: Program,
  { source, output, folder }: { readonly source: string; readonly output: string; readonly folder: string },
): Promise<number | string> {
  const [program, ...args] = words(source, output);
  if (program === undefined) {
    console.warn(`${name} is not installed: npm run install-paged`);
    return 'not installed';
  }
  const started = performance.now();
  let printed = '';
  try {
    ({ stdout: printed } = await run(program, args as string[], {
      cwd: folder,
      env: environment,
      timeout: limitMs,
      maxBuffer: 1e8,
    }));
  } catch (error) {
    const seconds = (performance.now() - started) / 1000;
    if (seconds * 1000 >= limitMs) return `stopped after ${seconds.toFixed(0)}`;
    console.warn(name, error);
    return `failed after ${seconds.toFixed(0)}`;
  }
  return printsSeconds ? Number(printed) : (performance.now() - started) / 1000;
}
