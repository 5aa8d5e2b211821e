/**
 * Everything that the command line knows about its process, determined once. This is the only file of `cli` that reads
 * the environment or checks for a terminal.
 */

import { join, resolve } from 'node:path';
import { defaultCacheDirectory } from '#browser/install/cache-directory';
import type { BrowserVariables } from '#browser/install/find-browser';
import { homeDirectory } from '#contract/files/home-directory';
import type { EnvironmentVariable } from './options/environment.ts';

export interface Context {
  /** Without the runtime and the script. */
  readonly argv: readonly string[];
  /** Which of the three streams are terminals. */
  readonly terminals: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean };
  /** chalk's levels, 0 for none. */
  readonly colour: { readonly stdout: ColourLevel; readonly stderr: ColourLevel };
  /** Prints results and errors as JSON. Known before the command line is parsed, because parse errors follow it too. */
  readonly json: boolean;
  readonly isCi: boolean;
  /** `TERM=dumb`: a terminal that cannot move its cursor. */
  readonly isDumb: boolean;
  /** Width of the terminal behind stderr; 0 if the terminal does not report it. */
  readonly columns: number;
  /** Width of the terminal behind stdout; 0 if the terminal does not report it. */
  readonly columnsOut: number;
  /** The checkout of the GitHub workflow that runs this process. */
  readonly githubWorkspace: string | undefined;
  /** The file to which that workflow appends the summary of its job. */
  readonly githubSummary: string | undefined;
  readonly sourceDateEpoch: string | undefined;
  /** Encrypts the PDFs that are made. */
  readonly pdfPassword: string | undefined;
  /** Opens the key of `pdfapi sign`. */
  readonly keyPassword: string | undefined;
  readonly noSandbox: boolean;
  readonly allowHosts: readonly string[];
  readonly browserPath: string | undefined;
  readonly cacheDirectory: string;
  /** The directory of the profiles. */
  readonly configDirectory: string;
  /** The directory of what commands remember from run to run. */
  readonly stateDirectory: string;
  readonly workingDirectory: string;
  /** Select the server; see `connection-settings.ts`. */
  readonly variables: {
    readonly url: string | undefined;
    readonly token: string | undefined;
    readonly tokenFile: string | undefined;
    readonly profile: string | undefined;
  };
  /** The whole environment. The core takes from it the variables that the browser needs. */
  readonly environment: BrowserVariables;
}

export type ColourLevel = 0 | 1 | 2 | 3;

export function readContext(process: NodeJS.Process): Context {
  const environment: BrowserVariables = process.env;
  const variable = (name: EnvironmentVariable): string | undefined => environment[name] || undefined;
  const end = process.argv.indexOf('--');
  const argv = process.argv.slice(2);
  const flags = new Set(end < 0 ? argv : process.argv.slice(2, end));
  const colour = (stream: NodeJS.WriteStream) =>
    flags.has('--no-color') ? 0 : colourLevel(environment, stream.isTTY === true);
  return {
    argv,
    terminals: {
      stdin: process.stdin.isTTY === true,
      stdout: process.stdout.isTTY === true,
      stderr: process.stderr.isTTY === true,
    },
    colour: { stdout: colour(process.stdout), stderr: colour(process.stderr) },
    json: flags.has('--json'),
    // Some users disable it with `CI=false`.
    isCi: !['', '0', 'false'].includes(variable('CI') ?? ''),
    isDumb: variable('TERM') === 'dumb',
    columns: process.stderr.columns ?? 0,
    columnsOut: process.stdout.columns ?? 0,
    githubWorkspace:
      variable('GITHUB_ACTIONS') === 'true' ? (environment.GITHUB_WORKSPACE ?? process.cwd()) : undefined,
    githubSummary: variable('GITHUB_STEP_SUMMARY'),
    sourceDateEpoch: variable('SOURCE_DATE_EPOCH'),
    pdfPassword: variable('PDFAPI_PDF_PASSWORD'),
    keyPassword: variable('PDFAPI_KEY_PASSWORD'),
    // The same words as for `pdfapi serve`.
    noSandbox: /^(?:1|true|yes|on)$/i.test(variable('PDFAPI_NO_SANDBOX') ?? ''),
    allowHosts: (variable('PDFAPI_ALLOW_HOSTS') ?? '')
      .split(',')
      .map((host) => host.trim())
      .filter(Boolean),
    browserPath: variable('PDFAPI_BROWSER'),
    cacheDirectory: defaultCacheDirectory(environment),
    configDirectory: getConfigDirectory(environment),
    stateDirectory: getStateDirectory(environment),
    workingDirectory: getWorkingDirectory(process),
    variables: {
      url: variable('PDFAPI_URL'),
      token: variable('PDFAPI_TOKEN'),
      tokenFile: variable('PDFAPI_TOKEN_FILE'),
      profile: variable('PDFAPI_PROFILE'),
    },
    environment,
  };
}

/** FORCE_COLOR overrides NO_COLOR, as in Node.js itself; otherwise the terminal's capabilities decide. */
function colourLevel(environment: BrowserVariables, isTerminal: boolean): ColourLevel {
  const forced = environment.FORCE_COLOR;
  if (forced !== undefined) {
    if (forced === '0' || forced === 'false') return 0;
    return forced === '2' || forced === '3' ? (Number(forced) as ColourLevel) : 1;
  }
  if (environment.NO_COLOR || environment.TERM === 'dumb' || !isTerminal) return 0;
  // Only the sixteen colours that every theme keeps readable are used.
  return 1;
}

/** The system's directory for user settings. */
function getConfigDirectory(environment: BrowserVariables): string {
  if (environment.PDFAPI_CONFIG_DIR) return resolve(environment.PDFAPI_CONFIG_DIR);
  const home = homeDirectory(environment);
  if (process.platform === 'win32' && environment.APPDATA) return join(environment.APPDATA, 'pdfapi');
  if (process.platform === 'darwin') return join(home, 'Library', 'Preferences', 'pdfapi');
  return join(environment.XDG_CONFIG_HOME || join(home, '.config'), 'pdfapi');
}

/** The system's directory for data that is of no use on another machine. */
function getStateDirectory(environment: BrowserVariables): string {
  if (environment.PDFAPI_CONFIG_DIR) return resolve(environment.PDFAPI_CONFIG_DIR);
  if (process.platform === 'win32' && environment.LOCALAPPDATA) {
    return join(environment.LOCALAPPDATA, 'pdfapi', 'State');
  }
  if (process.platform === 'darwin') return getConfigDirectory(environment);
  const home = homeDirectory(environment);
  return join(environment.XDG_STATE_HOME || join(home, '.local', 'state'), 'pdfapi');
}

/** A working directory that was deleted under the shell has no path. Code that needs one reports that itself. */
function getWorkingDirectory(process: NodeJS.Process): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}
