/** Environments of Python (`venv`) with exact versions of packages, for what the tests and measurements compare with. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defaultCacheDirectory } from '../../src/browser/install/cache-directory.ts';

export class PythonEnvironment {
  readonly folder: string;
  /** Names the exact versions. */
  readonly #requirements: string;

  constructor(folder: string, requirements: string) {
    this.folder = folder;
    this.#requirements = requirements;
  }

  /** In a folder beside the cached browser. Another list of versions gives another folder. */
  static inCache(prefix: string, requirements: string): PythonEnvironment {
    const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
    return new PythonEnvironment(join(defaultCacheDirectory(process.env), `${prefix}-${hash}`), requirements);
  }

  /** The path of a program of the environment, such as `python`. */
  program(name: string): string {
    return join(this.folder, 'bin', name);
  }

  get isInstalled(): boolean {
    return existsSync(this.#completeMark);
  }

  /**
   * Does nothing where it is complete.
   *
   * @returns whether it is installed: not without Python 3 with venv.
   * @throws Error if pip fails, which has said why.
   */
  install(): boolean {
    if (this.isInstalled) return true;
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(dirname(this.folder), { recursive: true });
    if (!runs('python3', '-m', 'venv', this.folder)) return false;
    const options = ['--quiet', '--disable-pip-version-check', '-r', this.#requirements];
    if (!runs(this.program('pip'), 'install', ...options)) throw new Error('pip failed');
    writeFileSync(this.#completeMark, '');
    return true;
  }

  /** Written last: an environment cannot be moved to its place when it is complete. */
  get #completeMark(): string {
    return join(this.folder, 'complete');
  }
}

const runs = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: ['ignore', 2, 2] }).status === 0;
