/** Runs `pdfapi serve` as a child process, for tests of the built command. */
import { execa } from 'execa';
import { afterFile } from './after-file.ts';
import { bin } from './run.ts';

export interface ServedFacts {
  readonly url: string;
  /** The local address. It differs from `url` with `--public-url`. */
  readonly listening: string;
  /** Null after the first run. */
  readonly token: string | null;
  readonly pid: number;
  readonly dataDir: string;
  /** That of the first team. */
  readonly plan: string | null;
}

export interface RunningServe extends ServedFacts {
  /** Stops the server as an operator would, and returns its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | undefined>;
  /** What it has logged. */
  log(): string;
}

/** Starts a server on a free port. It stops with the test file. */
export async function startServe(
  dataDir: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<RunningServe> {
  const child = execa(
    process.execPath,
    [bin, 'serve', '--port', '0', '--data-dir', dataDir, '--json', '--rate-limit', '0', ...args],
    { reject: false, env, stdin: 'ignore' },
  );
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return (await child).exitCode;
  };
  afterFile(() => stop('SIGKILL'));
  let logged = '';
  child.stderr?.on('data', (chunk) => {
    logged += chunk;
  });
  const facts = await new Promise<ServedFacts>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(JSON.parse(text));
    });
    void child.then(({ stderr }) => reject(new Error(`the server ended: ${stderr}`)));
  });
  return { ...facts, stop, log: () => logged };
}

/** Sends a request with a token and JSON, as a program would. */
export async function ask(
  { url }: ServedFacts,
  token: string | null,
  path: string,
  body?: unknown,
): Promise<Response> {
  return await fetch(`${url}${path}`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
}
