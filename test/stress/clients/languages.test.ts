/**
 * Runs the commands of clients/README.md: a client for each language is generated, and its program compiled and run against a
 * server. Skipped for a language that is not installed.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.ts';
import { root } from '../../support/run.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';
import { openApiGenerator, pythonPackages } from './openapi-generator.ts';

const works = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;
const jar = join(openApiGenerator.folder, openApiGenerator.file);
const hasGenerator = existsSync(jar) && works('java', '-version');
if (!hasGenerator) {
  console.warn('Clients for Python, PHP and Go are not tested. To test them: npm run install-clients');
}

/** Where Debian's package installs Guzzle; see `composer` below. */
const guzzle = '/usr/share/php/GuzzleHttp/autoload.php';

const languages = [
  { heading: 'Python', folder: 'python', isInstalled: pythonPackages.isInstalled },
  {
    heading: 'PHP',
    folder: 'php',
    isInstalled: existsSync(guzzle) && works('php', '-r', 'exit(extension_loaded("mbstring") ? 0 : 1);'),
  },
  { heading: 'Go', folder: 'go', isInstalled: works('go', 'version') },
].map((language) => ({ ...language, isTested: hasGenerator && language.isInstalled }));
const untested = languages.filter(({ isInstalled }) => !isInstalled);
if (untested.length > 0) {
  console.warn(
    `Not tested, because it is not installed: ${untested.map(({ heading }) => heading).join(', ')}.`,
  );
}

const home = mkdtempSync(join(tmpdir(), 'pdfapi-clients-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const readme = readFileSync(join(root, 'clients/README.md'), 'utf8');

const server = await startTestServer({ flags: { rateLimit: '0' } });
const member = await server.team();
await server.template(member.team, '<h1>Letter {{ number }}</h1>', { name: 'letter' });

cpSync(join(root, 'clients'), join(home, 'clients'), { recursive: true });
mkdirSync(join(home, 'docs'));
const description = await fetch(`${server.url}/openapi.json`);
writeFileSync(join(home, 'docs/openapi.json'), await description.text());

mkdirSync(join(home, 'commands'));
const addCommand = (name: string, script: string) => {
  writeFileSync(join(home, 'commands', name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(home, 'commands', name), 0o755);
};
addCommand('openapi-generator-cli', `exec java -jar '${jar}' "$@"`);
// Composer loads the same files, from the folder that it would download them to.
addCommand(
  'composer',
  `mkdir vendor && cat > vendor/autoload.php <<'EOF'
<?php
require '${guzzle}';
spl_autoload_register(function ($name) {
    $file = __DIR__ . '/../generated/lib/' . str_replace(['Pdfapi\\\\', '\\\\'], ['', '/'], $name) . '.php';
    if (is_file($file)) require $file;
});
EOF`,
);

describe.each(languages)('$heading', ({ heading, folder, isTested }) => {
  const cwd = join(home, 'clients', folder);
  const [, section = ''] = readme.split(`\n## ${heading}\n`);
  const [, block = ''] = /```sh\n(.*?)```/s.exec(section) ?? [];
  const [generate = '', ...others] = block.replaceAll('\\\n', '').trim().split('\n');
  const program = others.at(-1) ?? '';

  const shell = async (command: string, token = member.token) => {
    const path = [join(home, 'commands'), pythonPackages.program('.'), process.env.PATH].join(delimiter);
    const env = { PATH: path, PDFAPI_URL: server.url, PDFAPI_TOKEN: token };
    return await execa('sh', ['-c', command], { cwd, env, reject: false });
  };

  it.skipIf(!isTested)(
    'makes a client whose program lists the templates, and prints once for the same key',
    { timeout: 300_000 },
    async () => {
      for (const command of [generate, ...others.slice(0, -1)]) {
        const { exitCode, stderr, stdout } = await shell(command);
        expect(exitCode, `${command}\n${stdout}\n${stderr}`).toBe(0);
      }
      const before = await member.used();
      for (const _ of [1, 2]) {
        const { exitCode, stdout, stderr } = await shell(program);
        expect(exitCode, stderr).toBe(0);
        expect(stdout).toMatch(/^\d+ \S/m);
        expect((await readPdf(readFileSync(join(cwd, 'invoice.pdf')))).pages).toEqual(['Invoice 2026-104']);
      }
      expect(await member.used()).toBe(before + 1);
    },
  );

  it.skipIf(!isTested || folder === 'go')(
    'fills a template by its name, and merges two documents',
    { timeout: 60_000 },
    async () => {
      const [, merge = ''] = /`([^`]*\bmerge\.\w+ my-invoice)`/.exec(section) ?? [];
      const { exitCode, stderr } = await shell(merge.replace('my-invoice', 'letter'));
      expect(exitCode, stderr).toBe(0);
      expect((await readPdf(readFileSync(join(cwd, 'invoice.pdf')))).pages).toEqual(['Letter 2026-104']);
      const { pages } = await readPdf(readFileSync(join(cwd, 'merged.pdf')));
      expect(pages).toEqual(['Letter 2026-105', 'Letter 2026-106']);
      const unknown = await shell(merge.replace('my-invoice', 'leter'));
      expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining('"letter"')]);
    },
  );

  it.skipIf(!isTested || folder !== 'go')('has a template by its name in the client for Go', () => {
    const source = readFileSync(join(cwd, 'pdfapi/model_template_id.go'), 'utf8');
    expect(source).toMatch(
      /func StringAsTemplateId\(.*func Int64AsTemplateId|func Int64AsTemplateId\(.*func StringAsTemplateId/s,
    );
  });

  it.skipIf(!isTested)('shows the message of an error', { timeout: 60_000 }, async () => {
    const { exitCode, stderr } = await shell(program, 'pdf_wrong');
    expect(stderr).toContain('Unauthenticated.');
    expect(exitCode).toBe(1);
  });
});
