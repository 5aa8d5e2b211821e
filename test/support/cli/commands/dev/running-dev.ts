/** Runs `pdfapi dev` as a child process on its own template. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';
import { bin } from '../../../run.ts';

export interface RunningDev {
  readonly url: string;
  readonly pid: number;
  /** The template's folder. */
  readonly folder: string;
  /** The output on stderr so far. */
  said(): string;
  write(path: string, text: string): void;
  /** Sends SIGINT, as Ctrl-C does, and returns the exit code. */
  interrupt(): Promise<number | undefined>;
}

/** Milliseconds. One that takes longer is killed. */
const longestEndMs = 5_000;

export const plainTemplate = {
  'template.html': '<!doctype html><title>Note</title><p>Dear {{ name }}</p>',
  'data.json': '{\n  "name": "Ada"\n}\n',
};

export async function startDev(
  files: Readonly<Record<string, string | Uint8Array>> = plainTemplate,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<RunningDev> {
  const home = mkdtempSync(join(tmpdir(), 'pdfapi-dev-'));
  const folder = join(home, 'note');
  const write = (path: string, text: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const child = execa(process.execPath, [bin, 'dev', 'note', '--port', '0', ...args], {
    cwd: home,
    reject: false,
    stdin: 'ignore',
    env: { CI: undefined, PDFAPI_CONFIG_DIR: join(home, 'config'), ...env },
  });
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  onTestFinished(async () => {
    // As by Ctrl-C, after which `npm run test:reach` knows what it has reached.
    child.kill('SIGINT');
    const killing = setTimeout(() => child.kill('SIGKILL'), longestEndMs);
    await child;
    clearTimeout(killing);
    rmSync(home, { recursive: true, force: true });
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (chunk) => resolve(String(chunk).trim()));
    void child.then(({ stderr }) => reject(new Error(`it ended: ${stderr}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    folder,
    said: () => said,
    write,
    async interrupt() {
      child.kill('SIGINT');
      return (await child).exitCode;
    },
  };
}
