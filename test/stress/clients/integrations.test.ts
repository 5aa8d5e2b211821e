/**
 * The programs and requests of docs/integrations.md, each against its own server, where its language is installed. PHP also
 * needs Guzzle, Python also requests.
 */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readPdf } from '../../support/read-pdf.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const page = readFileSync(new URL('../../../docs/integrations.md', import.meta.url), 'utf8');

/** The block below the heading. */
function block(heading: string): string {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [, text] = /```[\w#]+\n(.*?)```/s.exec(section.split('\n## ')[0] ?? '') ?? [];
  if (text === undefined) throw new Error(`docs/integrations.md has no block below ${heading}`);
  return text;
}

const works = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

/** Where Debian's package installs Guzzle, and what `composer require guzzlehttp/guzzle` makes. */
const guzzle = '/usr/share/php/GuzzleHttp/autoload.php';

interface Language {
  readonly heading: string;
  readonly file: string;
  readonly isInstalled: () => boolean;
  readonly command: readonly [string, ...string[]];
  readonly adapt?: (program: string) => string;
}

const languages: readonly Language[] = [
  {
    heading: 'curl',
    file: 'run.sh',
    isInstalled: () => works('curl', '--version'),
    command: ['sh', 'run.sh'],
  },
  {
    heading: 'Python',
    file: 'run.py',
    isInstalled: () => works('python3', '-c', 'import requests'),
    command: ['python3', 'run.py'],
  },
  {
    heading: 'PHP',
    file: 'run.php',
    isInstalled: () => existsSync(guzzle) && works('php', '--version'),
    command: ['php', 'run.php'],
    adapt: (program) => program.replace('vendor/autoload.php', guzzle),
  },
  {
    heading: 'Go',
    file: 'run.go',
    isInstalled: () => works('go', 'version'),
    command: ['go', 'run', 'run.go'],
  },
  {
    heading: 'Java',
    file: 'Invoice.java',
    isInstalled: () => works('javac', '--version'),
    command: ['java', 'Invoice.java'],
  },
  {
    heading: 'C#',
    file: 'run.cs',
    isInstalled: () => works('dotnet', '--version'),
    command: ['dotnet', 'run', 'run.cs'],
  },
];

const missing = languages.filter(({ isInstalled }) => !isInstalled());
if (missing.length > 0) {
  console.warn(
    `Not tested, because it is not installed: ${missing.map(({ heading }) => heading).join(', ')}.`,
  );
}

const server = await startTestServer({ flags: { rateLimit: '0' } });
const member = await server.team();
await server.template(
  member.team,
  {
    'template.html': '<h1>Invoice {{ number }}</h1>',
    'schema.json': JSON.stringify({ properties: { number: { type: 'string', pattern: '-\\d{3}$' } } }),
  },
  { name: 'my-invoice' },
);

const charged = async () => await member.used();

/** Each program has a number of its own, since the page is pasted as a whole. */
const numberOf = (program: string) => /2026-\d{3}/.exec(program)?.[0] ?? '';

describe.each(languages)('$heading', ({ heading, file, isInstalled, command: [name, ...args], adapt }) => {
  const runProgram = async (change: (program: string) => string, token = member.token) => {
    const folder = mkdtempSync(join(tmpdir(), 'pdfapi-integration-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const program = block(heading);
    writeFileSync(join(folder, file), change(adapt ? adapt(program) : program));
    const env = { ...process.env, PDFAPI_URL: server.url, PDFAPI_TOKEN: token };
    const {
      code = 0,
      stdout,
      stderr,
    } = await promisify(execFile)(name, args, { cwd: folder, env })
      .then((result) => ({ code: 0, ...result }))
      .catch((error) => error);
    return { code, output: `${stdout}${stderr}`, pdf: join(folder, 'invoice.pdf') };
  };

  it.skipIf(!isInstalled())(
    'writes the PDF, and is charged once for the same key',
    { timeout: 180_000 },
    async () => {
      const key = (program: string) => program.replaceAll('invoice-', `${encodeURIComponent(heading)}-`);
      const before = await charged();
      for (const _ of [1, 2]) {
        const { code, output, pdf } = await runProgram(key);
        expect(code, output).toBe(0);
        expect((await readPdf(readFileSync(pdf))).pages).toEqual([`Invoice ${numberOf(block(heading))}`]);
      }
      expect(await charged()).toBe(before + 1);
    },
  );

  it.skipIf(!isInstalled())('says what is wrong with the data', { timeout: 180_000 }, async () => {
    const wrong = (program: string) => program.replaceAll(numberOf(program), '2026-1');
    const { code, output, pdf } = await runProgram(wrong);
    expect(code).not.toBe(0);
    const shown = heading === 'curl' ? readFileSync(pdf, 'utf8') : output;
    expect(shown).toContain('data.number');
    expect(heading === 'curl' || !existsSync(pdf)).toBe(true);
  });
});

describe('services', () => {
  it('n8n: the node asks for the PDF of an item', async () => {
    const [{ parameters }] = JSON.parse(block('n8n')).nodes;
    const item = { number: '2026-104' };
    // Texts that begin with = are expressions, in which {{ }} is JavaScript.
    const evaluate = (text: string) =>
      text.startsWith('=')
        ? text.slice(1).replace(/\{\{(.*?)\}\}/gs, (_, code) => new Function('$json', `return ${code}`)(item))
        : text;
    const headers = parameters.headerParameters.parameters.map(
      ({ name, value }: { readonly name: string; readonly value: string }) => [name, evaluate(value)],
    );
    const response = await fetch(parameters.url.replace('https://pdf.example.com', server.url), {
      method: parameters.method,
      headers: {
        ...Object.fromEntries(headers),
        Authorization: `Bearer ${member.token}`,
        'Content-Type': 'application/json',
      },
      body: evaluate(parameters.jsonBody),
    });
    expect(response.status).toBe(200);
    expect(headers).toEqual([['Idempotency-Key', 'invoice-2026-104']]);
    expect((await readPdf(Buffer.from(await response.arrayBuffer()))).pages).toEqual(['Invoice 2026-104']);
  });

  it('Zapier and Make: the response has an address that works without a token', async () => {
    const response = await fetch(`${server.url}/api/v1/templates/my-invoice/generate`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${member.token}`, 'Content-Type': 'application/json' },
      body: block('Zapier and Make'),
    });
    const { url } = (await response.json()) as { readonly url: string };
    const pdf = await fetch(url);
    expect((await readPdf(Buffer.from(await pdf.arrayBuffer()))).pages).toEqual(['Invoice 2026-104']);
  });
});
