/**
 * Runs every shell command of the README and of the pages that continue it, as a newcomer would paste them: each page in order,
 * in a copy of the checkout of its own, with a server of its own.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyCheckout } from '../../e2e/package/checkout-copy.ts';
import { readmeCommands } from '../../e2e/package/readme-commands.ts';

const pages = ['README.md', 'docs/cli.md', 'docs/server.md'].map((name) => {
  const text = readFileSync(resolve(import.meta.dirname, '../../..', name), 'utf8');
  return { name, text, commands: readmeCommands(text) };
});

interface Rule {
  readonly matches: RegExp;
  /** The reason why the command cannot run as written. */
  readonly why: string;
  /** Returns the command to run instead. Without it, the command is skipped. */
  replace?(command: string): string;
  /** For commands that run until they are stopped. Resolves when the command is ready. */
  start?(command: string): Promise<void>;
}

let checkout = '';
let server = { url: '', token: '' };
const running: ChildProcess[] = [];
const beside = (name: string) => join(dirname(checkout), name);

const rules: readonly Rule[] = [
  { matches: /^npm ci && npm test$/, why: 'it runs this test' },
  { matches: /^npm (?:ci && npm pack|install --global .*)$/, why: 'installed.test.ts runs it' },
  { matches: /(?:https?|smtps):\/\/(?!127\.0\.0\.1)/, why: 'no test reaches other machines' },
  {
    matches: /pdfapi serve(?: --unlimited)?$/,
    why: 'the port may be taken',
    async start(command) {
      const text = await textOf(`${command} --port 0`, /pdf_\w+/);
      server = {
        url: /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? '',
        token: /pdf_\w+/.exec(text)?.[0] ?? '',
      };
    },
  },
  {
    matches: /^export PDFAPI_URL=http:\/\/127\.0\.0\.1:8080 PDFAPI_TOKEN=pdf_…$/,
    why: 'port and token are those of the server that was started',
    replace: () => `export PDFAPI_URL=${server.url} PDFAPI_TOKEN=${server.token}`,
  },
  {
    matches: /\/var\/lib\/pdfapi|\/backups\//,
    why: 'tests write to temporary folders',
    replace: (command) =>
      command
        .replaceAll('/var/lib/pdfapi', beside('data/pdfapi'))
        .replaceAll('/backups/', `${beside('backups')}/`),
  },
  {
    matches:
      /^(?:createdb|until curl|nginx) |^export PDFAPI_DATABASE_URL|--data-dir node-\d &$|^export PDFAPI_URL=.*8080 PDFAPI_TOKEN="|-o shared\.pdf$/,
    why: 'test/stress/nodes/three-servers.test.ts runs it, with PostgreSQL and nginx',
  },
  {
    matches: /pdfapi dev /,
    why: 'the port may be taken',
    async start(command) {
      const text = await textOf(`${command} --port 0`, /http:\/\/127\.0\.0\.1:\d+/);
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? '';
      expect((await fetch(address)).status).toBe(200);
    },
  },
];

const variablesOf = (text: string): string =>
  [...text.matchAll(/^(?:export )?(\w+)=/gm), ...text.matchAll(/ (PDFAPI_TOKEN)=/g)]
    .map(([, name]) => name)
    .join(' ');

describe.each(pages)('$name', ({ name: page, text: whole, commands }) => {
  /** The variables that later commands take from earlier ones. */
  const variables = variablesOf(whole);

  beforeAll(() => {
    checkout = copyCheckout();
    for (const folder of ['commands', 'backups']) mkdirSync(beside(folder));
    writeFileSync(beside('state'), '');
    // npx has its own test in this folder and takes a second per call.
    const npx = beside('commands/npx');
    writeFileSync(npx, `#!/bin/sh\nname=$1; shift\nexec '${checkout}/node_modules/.bin/'"$name" "$@"\n`);
    chmodSync(npx, 0o755);
  });

  afterAll(async () => {
    for (const child of running.splice(0)) {
      const exit = once(child, 'exit');
      if (child.exitCode === null && child.kill('SIGTERM')) await exit;
    }
  });

  for (const { line, command, files } of commands) {
    const rule = rules.find(({ matches }) => matches.test(command));
    if (rule && !rule.replace && !rule.start) continue;
    const isMissingTool = command.startsWith('curl') && !isInstalled('curl');
    if (isMissingTool) console.warn(`curl is not installed: line ${line} of ${page} is not tested.`);

    it.skipIf(isMissingTool)(`line ${line} works: ${command.split('\n')[0]}`, async () => {
      if (rule?.start) return await rule.start(command);
      const text = rule?.replace ? rule.replace(command) : command;
      const keep = variables ? `declare -p ${variables} > "$STATE" 2> /dev/null` : '';
      const script = `. "$STATE"\n${text}\ncode=$?\n${keep}\nexit $code`;
      const { exitCode, stdout, stderr } = await execa('bash', ['-c', script], {
        ...options(),
        reject: false,
        stdin: 'ignore',
      });
      expect(exitCode, stdout + stderr).toBe(0);
      for (const file of files) {
        expect(existsSync(join(checkout, file)), `${file} is missing`).toBe(true);
        if (file.endsWith('.pdf'))
          expect(readFileSync(join(checkout, file)).subarray(0, 5).toString()).toBe('%PDF-');
      }
    });
  }
});

it('every rule applies to a command', () => {
  const all = pages.flatMap(({ commands }) => commands);
  const idle = rules.filter(({ matches }) => !all.some(({ command }) => matches.test(command)));
  expect(idle.map(({ matches }) => String(matches))).toEqual([]);
  expect(all.length).toBeGreaterThan(60);
});

it('the README fits on one page', () => {
  const [readme] = pages;
  expect(readme?.text.split('\n').length).toBeLessThanOrEqual(150);
});

function options() {
  return {
    cwd: checkout,
    env: {
      PATH: [beside('commands'), dirname(process.execPath), process.env.PATH].join(':'),
      STATE: beside('state'),
      XDG_DATA_HOME: beside('data'),
      PDFAPI_CONFIG_DIR: beside('config'),
      PDFAPI_DATA_DIR: undefined,
      PDFAPI_URL: undefined,
      PDFAPI_TOKEN: undefined,
      PDFAPI_PROFILE: undefined,
    },
  };
}

/** Starts a command that keeps running, and returns its output once `ready` matches. */
async function textOf(command: string, ready: RegExp): Promise<string> {
  const { cwd, env } = options();
  const child = spawn('bash', ['-c', `exec ${command}`], { cwd, env: { ...process.env, ...env } });
  running.push(child);
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

function isInstalled(name: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`]);
    return true;
  } catch {
    return false;
  }
}
