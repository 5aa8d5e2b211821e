/** Runs the built command as users do: in a child process with its own working folder. */
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa, type Options } from 'execa';
import { otherBrowser } from './real-browser.ts';

export const root = resolve(import.meta.dirname, '../..');
/** What the package installs as `pdfapi`. */
export const launcher = resolve(root, 'bin/pdfapi.js');
/** `npm run test:reach` runs the command from its sources. */
export const bin = process.env.PDFAPI_TEST_BIN ?? launcher;

export interface Run {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
}

/** Unsets variables that a test machine may have and a plain terminal does not. */
export const bare = {
  CI: undefined,
  GITHUB_ACTIONS: undefined,
  FORCE_COLOR: undefined,
  NO_COLOR: undefined,
  SOURCE_DATE_EPOCH: undefined,
  PDFAPI_ALLOW_HOSTS: undefined,
  PDFAPI_URL: undefined,
  PDFAPI_TOKEN: undefined,
  PDFAPI_PROFILE: undefined,
  PDFAPI_DATA_DIR: undefined,
  PDFAPI_DATABASE_URL: undefined,
  PDFAPI_DATABASE_URL_FILE: undefined,
  PDFAPI_MOVE_TO: undefined,
  PDFAPI_PDF_PASSWORD: undefined,
  PDFAPI_MOVE_TO_FILE: undefined,
  // Settings of the tests themselves, which the command does not know.
  ...Object.fromEntries(
    Object.keys(process.env)
      .filter((name) => name.startsWith('PDFAPI_TEST_'))
      .map((name) => [name, undefined]),
  ),
  // A profile of the developer would send these documents to a server.
  PDFAPI_CONFIG_DIR: join(tmpdir(), 'pdfapi-test-no-profile'),
  TERM: 'xterm',
  ...(otherBrowser === undefined ? {} : { PDFAPI_BROWSER: otherBrowser }),
};

interface Given {
  readonly cwd: string;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const optionsOf = ({ cwd, input, env }: Given) =>
  ({
    cwd,
    env: { ...bare, ...env },
    reject: false,
    stripFinalNewline: false,
    ...(input === undefined ? { stdin: 'ignore' } : { input }),
  }) satisfies Options;

/** Runs with pipes for stdout and stderr. */
export async function run(args: readonly string[], given: Given): Promise<Run> {
  const { stdout, stderr, exitCode, signal } = await execa(
    process.execPath,
    [bin, ...args],
    optionsOf(given),
  );
  return { stdout, stderr, exitCode, signal };
}

/** Returns stdout as bytes. */
export async function runForBytes(args: readonly string[], given: Given) {
  return await execa(process.execPath, [bin, ...args], { ...optionsOf(given), encoding: 'buffer' });
}

/** Runs a line of bash in which `pdfapi` is the command. */
export async function shell(line: string, given: Given): Promise<Run> {
  const script = `pdfapi() { "${process.execPath}" "${bin}" "$@"; }\n${line}`;
  const { stdout, stderr, exitCode, signal } = await execa('bash', ['-c', script], optionsOf(given));
  return { stdout, stderr, exitCode, signal };
}

/** Runs with a terminal for stdin, stdout and stderr. `stdout` has everything that appears on it. */
export async function onTerminal(args: readonly string[], given: Given, columns = 80): Promise<Run> {
  const { stdout, exitCode, signal } = await execa('script', scriptOf(args, columns), optionsOf(given));
  return { stdout, stderr: '', exitCode, signal };
}

/** Like `onTerminal`. Types `keys` once `question` has appeared since the previous response. */
export async function answerOnTerminal(
  args: readonly string[],
  given: Given,
  ...answers: readonly { readonly question: string | RegExp; readonly keys: string }[]
): Promise<Run> {
  const child = execa('script', scriptOf(args), { ...optionsOf(given), stdin: 'pipe', timeout: 20_000 });
  const left = [...answers];
  let seen = '';
  child.stdout.on('data', (text) => {
    seen += text;
    const [next] = left;
    if (next === undefined || !hasAppeared(next.question, seen)) return;
    left.shift();
    seen = '';
    child.stdin.write(next.keys);
  });
  const { stdout, exitCode, signal } = await child;
  return { stdout, stderr: '', exitCode, signal };
}

const hasAppeared = (question: string | RegExp, text: string): boolean =>
  typeof question === 'string' ? text.includes(question) : question.test(text);

/**
 * `script` creates a terminal without a width. `exec` replaces the shell, which depends on the developer's machine: one
 * that waits (dash) turns a Ctrl-C into its own exit with 130, whatever the command does.
 */
const scriptOf = (args: readonly string[], columns = 80): string[] => {
  const words = [process.execPath, bin, ...args].map((word) => `'${word}'`);
  return ['-qec', `stty cols ${columns}; exec ${words.join(' ')}`, '/dev/null'];
};
