/**
 * Runs the shell commands of a page as a newcomer would paste them: in order, in a copy of the checkout, which has a home, a server
 * and variables of its own.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';
import { copyCheckout } from '../../e2e/package/checkout-copy.ts';
import { type ReadmeCommand, readmeCommands } from '../../e2e/package/readme-commands.ts';

export interface Page {
  readonly name: string;
  readonly text: string;
  readonly commands: readonly ReadmeCommand[];
}

export function readPage(name: string): Page {
  const text = readFileSync(resolve(import.meta.dirname, '../../..', name), 'utf8');
  return { name, text, commands: readmeCommands(text) };
}

export interface Rule {
  readonly matches: RegExp;
  /** The reason why the command cannot run as written. */
  readonly why: string;
  /** Returns the command to run instead. Without it, the command is skipped. */
  replace?(command: string): string;
  /** For commands that run until they are stopped. Resolves when the command is ready. */
  start?(command: string): Promise<void>;
}

/** The newcomer of the page that is being tested. */
export class Newcomer {
  checkout = '';
  server = { url: '', token: '' };
  readonly #running: ChildProcess[] = [];

  begin(): void {
    this.checkout = copyCheckout();
    for (const folder of ['commands', 'backups']) mkdirSync(this.beside(folder));
    writeFileSync(this.beside('state'), '');
    const bin = `${this.checkout}/node_modules/.bin`;
    // npx has its own test and takes a second per call.
    this.addCommand('npx', `name=$1; shift\nexec '${bin}/'"$name" "$@"`);
    this.addCommand('pdfapi', `exec '${bin}/pdfapi' "$@"`);
  }

  async end(): Promise<void> {
    for (const child of this.#running.splice(0)) {
      const exit = once(child, 'exit');
      if (child.exitCode === null && child.kill('SIGTERM')) await exit;
    }
  }

  beside(name: string): string {
    return join(dirname(this.checkout), name);
  }

  addCommand(name: string, script: string): void {
    writeFileSync(this.beside(`commands/${name}`), `#!/bin/sh\n${script}\n`);
    chmodSync(this.beside(`commands/${name}`), 0o755);
  }

  /** Starts a server on any free port, which is that of `server` from then on. */
  async serve(command = 'pdfapi serve'): Promise<void> {
    const text = await this.start(`${command} --port 0`, /pdf_\w+/);
    this.server = {
      url: /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? '',
      token: /pdf_\w+/.exec(text)?.[0] ?? '',
    };
  }

  /** Pastes a command. `variables` are those that later commands take from it. */
  async paste(text: string, variables = '') {
    const keep = variables ? `declare -p ${variables} >> "$STATE" 2> /dev/null` : '';
    const script = `. "$STATE"\n${text}\ncode=$?\n${keep}\nexit $code`;
    return await execa('bash', ['-c', script], { ...this.#options(), reject: false, stdin: 'ignore' });
  }

  /** Starts a command that keeps running, and returns its output once `ready` matches. */
  async start(command: string, ready: RegExp): Promise<string> {
    const { cwd, env } = this.#options();
    const child = spawn('bash', ['-c', `exec ${command}`], { cwd, env: { ...process.env, ...env } });
    this.#running.push(child);
    let text = '';
    return await new Promise((resolve, reject) => {
      const read = (part: Buffer) => {
        text += part.toString();
        if (ready.test(text)) resolve(text);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.on('exit', () => reject(new Error(`${command} ended: ${text}`)));
    });
  }

  #options() {
    return {
      cwd: this.checkout,
      env: {
        PATH: [this.beside('commands'), dirname(process.execPath), process.env.PATH].join(':'),
        STATE: this.beside('state'),
        XDG_DATA_HOME: this.beside('data'),
        PDFAPI_CONFIG_DIR: this.beside('config'),
        PDFAPI_DATA_DIR: undefined,
        PDFAPI_URL: undefined,
        PDFAPI_TOKEN: undefined,
        PDFAPI_PROFILE: undefined,
        // Newcomers are at a terminal.
        CI: undefined,
      },
    };
  }
}

const variablesOf = (text: string): string =>
  [...text.matchAll(/^(?:export )?(\w+)=/gm), ...text.matchAll(/ (PDFAPI_TOKEN)=/g)]
    .map(([, name]) => name)
    .join(' ');

/**
 * Declares a test for each command of the page. The first of the rules that matches it applies. `prepare` makes the files that the
 * page takes for granted, such as a PDF of the reader.
 */
export function testPage(
  { name: page, text: whole, commands }: Page,
  newcomer: Newcomer,
  rules: readonly Rule[],
  prepare: () => Promise<void> = async () => {},
): void {
  describe(page, () => {
    const variables = variablesOf(whole);

    beforeAll(async () => {
      newcomer.begin();
      await prepare();
      return () => newcomer.end();
    }, 120_000);

    for (const { line, command, files } of commands) {
      const rule = ruleOf(rules, command);
      if (isSkipped(rule)) continue;
      const missing = ['curl', 'jq'].filter((tool) => command.includes(`${tool} `) && !isInstalled(tool));
      if (missing.length > 0) console.warn(`Not tested without ${missing}: line ${line} of ${page}.`);

      it.skipIf(missing.length > 0)(`line ${line} works: ${command.split('\n')[0]}`, async () => {
        if (rule?.start) return await rule.start(command);
        const text = rule?.replace ? rule.replace(command) : command;
        const { exitCode, stdout, stderr } = await newcomer.paste(text, variables);
        expect(exitCode, stdout + stderr).toBe(0);
        // curl succeeds with an error of the server too.
        expect(stdout).not.toMatch(/"code": ?"[a-z]+_[a-z_]+"/);
        for (const file of files) {
          const path = join(newcomer.checkout, file);
          expect(existsSync(path), `${file} is missing: ${stdout}${stderr}`).toBe(true);
          if (!file.endsWith('.pdf')) continue;
          const bytes = readFileSync(path);
          expect(bytes.subarray(0, 5).toString(), bytes.subarray(0, 500).toString()).toBe('%PDF-');
        }
      });
    }
  });
}

const ruleOf = (rules: readonly Rule[], command: string): Rule | undefined =>
  rules.find(({ matches }) => matches.test(command));

const isSkipped = (rule: Rule | undefined): boolean => rule !== undefined && !rule.replace && !rule.start;

/** Whether any command of the page runs. */
export const isTested = ({ commands }: Page, rules: readonly Rule[]): boolean =>
  commands.some(({ command }) => !isSkipped(ruleOf(rules, command)));

/** Fails for a rule that no longer applies to any command. */
export function testRules(pages: readonly Page[], rules: readonly Rule[]): void {
  it('every rule applies to a command', () => {
    const all = pages.flatMap(({ commands }) => commands);
    const idle = rules.filter(({ matches }) => !all.some(({ command }) => matches.test(command)));
    expect(idle.map(({ matches }) => String(matches))).toEqual([]);
  });
}

function isInstalled(name: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`]);
    return true;
  } catch {
    return false;
  }
}
