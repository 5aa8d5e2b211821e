/** Simulates the machine of a team member: a working folder in which `pdfapi templates …` runs against one server. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../support/run.ts';

export interface MachineOptions {
  /** The working folder. Its parent is the home directory. */
  readonly cwd: string;
  readonly url: string;
  readonly token: string;
  readonly env?: Readonly<Record<string, string>>;
}

export type Machine = ReturnType<typeof machineAt>;

export function machineAt({ cwd, url, token, env }: MachineOptions) {
  mkdirSync(cwd, { recursive: true });
  const home = join(cwd, '..');
  const environment = {
    HOME: home,
    PDFAPI_CONFIG_DIR: join(home, 'config'),
    PDFAPI_DATA_DIR: '',
    PDFAPI_PROFILE: '',
    PDFAPI_TOKEN_FILE: '',
    PDFAPI_URL: url,
    PDFAPI_TOKEN: token,
    ...env,
  };
  const plain = (...args: string[]) => run(['templates', ...args], { cwd, env: environment });
  const write = (path: string, text: string | Uint8Array) => {
    mkdirSync(join(cwd, path, '..'), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  return {
    cwd,
    environment,
    plain,
    /** Runs the command with `--json`. */
    async templates(...args: string[]) {
      const { stdout, stderr, exitCode } = await plain(...args, '--json');
      return {
        exitCode,
        result: stdout === '' ? undefined : JSON.parse(stdout),
        error: stderr === '' ? undefined : JSON.parse(stderr).error,
      };
    },
    write,
    read: (path: string) => readFileSync(join(cwd, path), 'utf8'),
    has: (path: string) => existsSync(join(cwd, path)),
    /** Creates a template folder. */
    template(name: string, text = 'one') {
      write(`${name}/template.html`, `<h1>\n${text}\n</h1>\n`);
      write(`${name}/template.json`, JSON.stringify({ name }));
      write(`${name}/assets/logo.svg`, '<svg xmlns="http://www.w3.org/2000/svg"/>');
    },
  };
}
