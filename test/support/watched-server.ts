/** A server whose output, answers and processes are all kept, for tests that look for secrets in them. */
import { join } from 'node:path';
import { execa } from 'execa';
import { expect } from 'vitest';
import { bare, bin, run } from './run.ts';
import { watchProcesses } from './secrets.ts';

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests compare what they need of it
  readonly json: any;
}

export interface WatchedServer {
  /** Sends JSON to a path below `/api/v1/`, or asks for it if there is no body. */
  readonly request: (
    path: string,
    body: object | undefined,
    headers?: Record<string, string>,
  ) => Promise<Answer>;
  /** Waits until the job of a 202 answer has ended, and returns it. */
  readonly ended: (answer: Answer) => Promise<Answer['json']>;
  /** Runs the command in the work folder with this server as its remote. Returns stdout. */
  readonly cli: (args: string[], code?: number, environment?: Record<string, string>) => Promise<string>;
  /** Ends the server. Returns its whole log. */
  readonly stop: () => Promise<string>;
}

/** `seen` gets everything that is printed or answered, and every command line that is seen. */
export async function startWatchedServer({
  dataDir,
  work,
  seen,
}: {
  readonly dataDir: string;
  readonly work: string;
  readonly seen: Set<string>;
}): Promise<WatchedServer> {
  const timer = setInterval(() => watchProcesses(seen), 20);
  const serve = ['serve', '--port', '0', '--data-dir', dataDir, '--json', '--rate-limit', '0'];
  const child = execa(process.execPath, [bin, ...serve, '--log-level', 'trace'], {
    reject: false,
    env: bare,
    stdin: 'ignore',
  });
  let log = '';
  child.stdout?.on('data', (chunk) => (log += chunk));
  child.stderr?.on('data', (chunk) => (log += chunk));
  const { url, token } = await new Promise<{ url: string; token: string }>((resolve, reject) => {
    let line = '';
    child.stdout?.on('data', (chunk) => {
      line += chunk;
      if (line.includes('\n')) resolve(JSON.parse(line.split('\n')[0] ?? ''));
    });
    void child.then(({ stderr }) => reject(new Error(`the server ended: ${stderr}`)));
  });
  const request: WatchedServer['request'] = async (path, body, headers = {}) => {
    const response = await fetch(`${url}/api/v1/${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    seen.add(text);
    return { status: response.status, json: JSON.parse(text) };
  };
  return {
    request,
    async ended({ status, json }) {
      expect([status, json.message]).toEqual([202, undefined]);
      for (;;) {
        const { json: now } = await request(`jobs/${json.data.id}?wait=20`, undefined);
        if (now.data.finished_at !== null) return now.data;
      }
    },
    async cli(args, code = 0, environment = {}) {
      // What the command keeps for itself is in the folder of its work, where it is looked at.
      const own = { PDFAPI_CONFIG_DIR: join(work, 'settings'), PDFAPI_URL: url, PDFAPI_TOKEN: token };
      const env = { ...own, ...environment };
      const { stdout, stderr, exitCode } = await run(args, { cwd: work, env });
      seen.add(stdout).add(stderr);
      expect([args.slice(0, 3), stderr, exitCode]).toEqual([args.slice(0, 3), expect.any(String), code]);
      return stdout;
    },
    async stop() {
      child.kill('SIGTERM');
      await child;
      clearInterval(timer);
      return log;
    },
  };
}
