/** Runs nginx, where it is installed, with a configuration of this project on other ports. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** It is in /usr/sbin, which is not on the PATH of every user. */
const path = `${process.env.PATH}:/usr/sbin:/sbin`;

export interface RunningNginx {
  stop(): Promise<void>;
}

/** Says aloud what to install, because the tests that need it are then skipped. */
export function hasNginx(): boolean {
  try {
    execFileSync('nginx', ['-v'], { env: { PATH: path }, stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write('The tests with nginx are skipped: apt-get install nginx-light\n');
    return false;
  }
}

/** Resolves when nginx accepts connections on `port`. */
export async function startNginx(configuration: string, port: number): Promise<RunningNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-nginx-'));
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration.replace(/^pid .*$/m, `pid ${join(folder, 'nginx.pid')};`));
  const child = spawn('nginx', ['-c', file, '-p', folder, '-g', 'daemon off;'], {
    env: { PATH: path },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (text) => {
    log += text;
  });
  for (let tries = 0; ; tries++) {
    if (
      await fetch(`http://127.0.0.1:${port}/healthz`).then(
        () => true,
        () => false,
      )
    )
      break;
    if (child.exitCode !== null || tries > 100) throw new Error(`nginx does not start: ${log}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    async stop() {
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}
