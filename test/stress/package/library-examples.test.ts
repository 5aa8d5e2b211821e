/** Runs the programs of `examples`, each in a folder that has nothing but the example and the packages it names. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type ClientRequest, createServer, type IncomingMessage, request as openRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterEach, describe, expect, it } from 'vitest';
import { createFileProtection } from '../../../src/pdf/protection/file-protection.ts';
import { protectPdf } from '../../../src/pdf/protection/protect-pdf.ts';
import { fixture } from '../../support/pdf/fixture.ts';
import { taggedPdf } from '../../support/pdf/tagged-pdf.ts';
import { readPdf } from '../../support/read-pdf.ts';

const root = resolve(import.meta.dirname, '../../..');
const running = new Set<{ kill(signal: 'SIGKILL'): boolean }>();
const folders: string[] = [];

afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Copies an example, and links the packages that its package.json names and nothing else. */
function copyExample(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `pdfapi-example-${name}-`));
  folders.push(folder);
  cpSync(join(root, 'examples', name), folder, { recursive: true });
  const { dependencies, devDependencies } = readJson(join(folder, 'package.json'));
  for (const each of Object.keys({ ...dependencies, ...devDependencies })) link(folder, each);
  return folder;
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

function link(folder: string, name: string): void {
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  const from = name === 'pdfapi' ? root : join(root, 'node_modules', name);
  symlinkSync(from, join(folder, 'node_modules', name), 'junction');
  if (name === 'pdfapi')
    symlinkSync(join(root, 'bin/pdfapi.js'), join(folder, 'node_modules/.bin/pdfapi'), 'file');
}

/** Starts a program, and waits for lines of its output. */
function start(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
) {
  const child = execa(process.execPath, args, {
    cwd: folder,
    env,
    input,
    reject: false,
    all: true,
    forceKillAfterDelay: false,
  });
  running.add(child);
  let text = '';
  const changed = new Set<() => void>();
  child.all.on('data', (chunk) => {
    text += chunk;
    for (const check of changed) check();
  });
  return {
    kill: (signal: 'SIGTERM' | 'SIGKILL') => child.kill(signal),
    ended: child.then(({ exitCode, signal, stdout, stderr }) => ({ exitCode, signal, stdout, stderr })),
    /** Resolves with the first match, and rejects if the program ends without one. */
    line: (pattern: RegExp) =>
      new Promise<RegExpExecArray>((resolveLine, reject) => {
        const check = () => {
          const match = pattern.exec(text);
          if (match) resolveLine(match);
        };
        changed.add(check);
        check();
        child.then(() => reject(new Error(`ended without ${pattern}: ${text}`)));
      }),
  };
}

const invoice = (items: number) => ({
  customer: { name: 'Grace Hopper' },
  items: Array.from({ length: items }, (_, index) => ({
    title: `Compiler ${index + 1}`,
    quantity: 2,
    price: 10.5,
  })),
});

/** Takes seconds to print, so that a signal or a disconnect arrives before its end. */
const longInvoice = invoice(1_000);

describe('script', () => {
  it('prints an invoice, one for each valid row, and reports the row that is not valid', async () => {
    const folder = copyExample('script');
    const { exitCode, stdout, stderr } = await start(folder, ['print-invoices.js']).ended;
    expect(stdout).toBe('out/2026-100.pdf\nout/2026-101.pdf\nout/2026-102.pdf');
    expect(stderr).toContain('(invalid_data)\n  customer.name: ');
    expect(exitCode).toBe(1);
    expect(readdirSync(join(folder, 'out')).sort()).toEqual(['2026-100.pdf', '2026-101.pdf', '2026-102.pdf']);
    const first = await readPdf(readFileSync(join(folder, 'out/2026-100.pdf')));
    expect(first.pages[0]).toContain('Ada Lovelace');
    expect(first.pages[0]).toContain('Total: €1,240.00');
    expect(first.info.Title).toBe('Invoice 2026-100');
    // The items of the shared data, then those of the row.
    const [second, third] = await Promise.all(
      [101, 102].map((number) => readPdf(readFileSync(join(folder, `out/2026-${number}.pdf`)))),
    );
    expect(second?.pages[0]).toContain('Grace Hopper');
    expect(second?.pages[0]).toContain('Punched cards');
    expect(third?.pages[0]).toContain('Total: €22.50');
  });

  it('names the line of an error in the template', async () => {
    const folder = copyExample('script');
    writeFileSync(join(folder, 'invoice/template.html'), '<p>\n{{ number|nmber_format }}</p>');
    const { exitCode, stdout, stderr } = await start(folder, ['print-invoices.js']).ended;
    expect(stderr).toMatch(
      /^\S*invoice\/template\.html:2: Unknown filter "nmber_format"\..*\(invalid_template\)$/,
    );
    expect(stdout).toBe('');
    expect(exitCode).toBe(1);
  });
});

describe.each(['express', 'fastify'] as const)('%s', (name) => {
  const serve = async (folder: string) => {
    const server = start(folder, ['server.js'], { PORT: '0' });
    const [address] = await server.line(/http:\/\/127\.0\.0\.1:\d+/);
    return { ...server, address };
  };
  const post = (address: string, path: string, body: string, type = 'application/json') =>
    fetch(`${address}${path}`, { method: 'POST', headers: { 'content-type': type }, body });

  it('responds with a PDF, and with a clear status to what it cannot print', async () => {
    const folder = copyExample(name);
    const { address, kill, ended } = await serve(folder);
    const response = await post(address, '/invoices/2026-7.pdf', JSON.stringify(invoice(3)));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="?2026-7\.pdf"?$/);
    const pdf = await readPdf(new Uint8Array(await response.arrayBuffer()));
    expect(pdf.pages[0]).toContain('Invoice 2026-7');
    expect(pdf.pages[0]).toContain('Total: €63.00');

    const incomplete = await post(address, '/invoices/2026-8.pdf', '{ "customer": { "name": "Ada" } }');
    expect(incomplete.status).toBe(422);
    expect(await incomplete.json()).toMatchObject({
      code: 'invalid_data',
      errors: { items: [expect.any(String)] },
    });
    const wrong: readonly (readonly [path: string, body: string, type: string, status: number])[] = [
      ['/invoices/2026-8.pdf', '{ "customer": ', 'application/json', 400],
      ['/invoices/2026-8.pdf', '<invoice/>', 'application/xml', 415],
      ['/receipts/2026-8.pdf', '{}', 'application/json', 404],
    ];
    for (const [path, body, type, status] of wrong) {
      const refused = await post(address, path, body, type);
      expect(refused.status).toBe(status);
      expect(await refused.json()).toEqual({ code: expect.any(String), message: expect.any(String) });
    }
    // Fastify looks at the length and does not wait for the body. Express reads and drops it first.
    const large = openPost(`${address}/invoices/2026-8.pdf`, { 'content-length': '6000000' });
    if (name === 'express') large.end(Buffer.alloc(6_000_000, ' '));
    else large.flushHeaders();
    expect((await responseTo(large)).statusCode).toBe(413);
    large.on('error', () => {}).destroy();
    for (const path of ['/invoices/..%2F..%2Fetc.pdf', '/invoices/a%22b.pdf']) {
      const refused = await post(address, path, JSON.stringify(invoice(1)));
      expect([404, 422]).toContain(refused.status);
    }
    expect((await post(address, '/invoices/2026-8.pdf', '[]')).status).toBeLessThan(500);

    kill('SIGTERM');
    const { exitCode, stderr } = await ended;
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
  });

  it('logs an error in the template, and tells the client no details', async () => {
    const folder = copyExample(name);
    writeFileSync(join(folder, 'invoice/template.html'), '{{ number|nmber_format }}');
    const { address, line, kill, ended } = await serve(folder);
    const response = await post(address, '/invoices/2026-7.pdf', JSON.stringify(invoice(1)));
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      code: 'internal',
      message: 'The invoice could not be printed.',
    });
    await line(/Unknown filter "nmber_format"/);
    kill('SIGTERM');
    expect((await ended).exitCode).toBe(0);
  });

  it('stops printing for a client that disconnects, and serves the next one', async () => {
    const folder = copyExample(name);
    // Never ready: only the disconnect ends it, or the time limit, which is reported otherwise.
    const endless = '<script>window.pdfapiReady = new Promise(() => {})</script>';
    const template = `<p>Invoice {{ number }}</p>{% if number == 'left' %}${endless}{% endif %}`;
    writeFileSync(join(folder, 'invoice/template.html'), template);
    const { address, line, kill, ended } = await serve(folder);
    const request = openPost(`${address}/invoices/left.pdf`);
    request.on('error', () => {});
    request.end(JSON.stringify(invoice(1)));
    await line(/left: printing/);
    request.destroy();
    await line(/left: the client has left/);
    const response = await post(address, '/invoices/next.pdf', JSON.stringify(invoice(1)));
    expect((await readPdf(new Uint8Array(await response.arrayBuffer()))).pages[0]).toContain('Invoice next');
    kill('SIGTERM');
    const { exitCode, stderr, stdout } = await ended;
    expect(stdout).not.toMatch(/left: (?:sent|printed)/);
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
  });

  it('on SIGTERM, delivers the documents of the requests under way, and then ends', async () => {
    const folder = copyExample(name);
    const { address, line, kill, ended } = await serve(folder);
    // One is printing when the signal arrives. Of the other, the server has only the headers.
    const printing = post(address, '/invoices/printing.pdf', JSON.stringify(longInvoice));
    await line(/printing: printing/);
    const late = openPost(`${address}/invoices/late.pdf`, { expect: '100-continue' });
    late.flushHeaders();
    await new Promise((resolveContinue) => late.once('continue', resolveContinue));
    kill('SIGTERM');
    await line(/stopping/);
    late.end(JSON.stringify(invoice(1)));
    expect((await readPdf(await bodyOf(late))).pages[0]).toContain('Invoice late');
    const response = await printing;
    expect(response.status).toBe(200);
    const pdf = await readPdf(new Uint8Array(await response.arrayBuffer()));
    expect(pdf.pages.at(-1)).toContain('Total: €21,000.00');
    const { exitCode, stderr } = await ended;
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
  });
});

function openPost(address: string, headers: Readonly<Record<string, string>> = {}): ClientRequest {
  return openRequest(address, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

async function bodyOf(request: ClientRequest): Promise<Uint8Array> {
  return new Uint8Array(Buffer.concat(await (await responseTo(request)).toArray()));
}

const responseTo = (request: ClientRequest) =>
  new Promise<IncomingMessage>((resolveResponse, reject) => {
    request.once('response', resolveResponse);
    request.once('error', reject);
  });

describe('queue-worker', () => {
  const produce = (folder: string, jobs: readonly object[]) =>
    start(folder, ['produce.js'], {}, jobs.map((job) => `${JSON.stringify(job)}\n`).join('')).ended;
  const readOut = async (folder: string, name: string) =>
    await readPdf(readFileSync(join(folder, 'out', `${name}.pdf`)));

  it('prints each job once, and tries data that is not valid only once', async () => {
    const folder = copyExample('queue-worker');
    const jobs = [
      { number: 'good-1', ...invoice(1) },
      { number: 'bad', customer: { name: 'Ada' } },
      { number: 'good-2', ...invoice(2) },
    ];
    expect((await produce(folder, jobs)).stdout).toBe('good-1: added\nbad: added\ngood-2: added');
    expect((await produce(folder, jobs.slice(0, 1))).stdout).toBe('good-1: is known');
    const { exitCode, stdout, stderr } = await start(folder, ['worker.js', '--until-empty']).ended;
    expect(exitCode).toBe(0);
    expect(stdout.match(/done/g)).toHaveLength(2);
    expect(stderr).toMatch(/^bad: attempt 1 failed: .*$/);
    expect(readdirSync(join(folder, 'out')).sort()).toEqual(['good-1.pdf', 'good-2.pdf']);
    expect((await readOut(folder, 'good-2')).pages[0]).toContain('Total: €42.00');
    const again = await start(folder, ['worker.js', '--until-empty']).ended;
    expect(again.stdout).toBe('');
  });

  it('adds no job whose number could leave the folder', async () => {
    const folder = copyExample('queue-worker');
    const { exitCode, stderr } = await produce(folder, [{ number: '../x', ...invoice(1) }]);
    expect(stderr).toContain('No valid number');
    expect(exitCode).toBe(1);
  });

  it('repeats what may succeed later, and gives up after five attempts', async () => {
    const folder = copyExample('queue-worker');
    await produce(folder, [{ number: 'slow', ...invoice(1) }]);
    const { exitCode, stderr } = await start(folder, ['worker.js', '--until-empty'], {
      TIMEOUT_MS: '1',
      RETRY_MS: '1',
    }).ended;
    expect(stderr.match(/^slow: attempt \d failed: /gm)).toHaveLength(5);
    expect(exitCode).toBe(0);
    expect(readdirSync(join(folder, 'out'))).toEqual([]);
  });

  it('delivers a job as soon as what was in its way is gone', async () => {
    const folder = copyExample('queue-worker');
    await produce(folder, [{ number: 'blocked', ...invoice(1) }]);
    mkdirSync(join(folder, 'out/blocked.pdf'), { recursive: true });
    const worker = start(folder, ['worker.js'], { RETRY_MS: '50' });
    await worker.line(/blocked: attempt 1 failed: .*(?:EISDIR|EPERM|EEXIST|ENOTEMPTY)/);
    rmSync(join(folder, 'out/blocked.pdf'), { recursive: true });
    await worker.line(/blocked: done/);
    worker.kill('SIGTERM');
    expect((await worker.ended).exitCode).toBe(0);
    expect(readdirSync(join(folder, 'out'))).toEqual(['blocked.pdf']);
  });

  it('on SIGTERM, finishes the job under way and takes no other', async () => {
    const folder = copyExample('queue-worker');
    const numbers = ['long-1', 'long-2', 'waiting'];
    await produce(
      folder,
      numbers.map((number) => ({ number, ...longInvoice })),
    );
    const worker = start(folder, ['worker.js']);
    await worker.line(/long-1: printing/);
    await worker.line(/long-2: printing/);
    worker.kill('SIGTERM');
    const { exitCode, stdout, stderr } = await worker.ended;
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('stopping');
    expect(stdout).not.toContain('waiting');
    expect(readdirSync(join(folder, 'out')).sort()).toEqual(['long-1.pdf', 'long-2.pdf']);
    expect((await readOut(folder, 'long-2')).pages.at(-1)).toContain('Total: €21,000.00');
  });

  it('does the job of a worker that was killed again', async () => {
    const folder = copyExample('queue-worker');
    await produce(folder, [{ number: 'killed', ...longInvoice }]);
    const worker = start(folder, ['worker.js'], { LEASE_MS: '1000' });
    await worker.line(/killed: printing/);
    worker.kill('SIGKILL');
    expect((await worker.ended).signal).toBe('SIGKILL');
    expect(existsSync(join(folder, 'out/killed.pdf'))).toBe(false);
    const { exitCode, stdout } = await start(folder, ['worker.js', '--until-empty']).ended;
    expect(stdout).toBe('killed: printing\nkilled: done');
    expect(exitCode).toBe(0);
    expect((await readOut(folder, 'killed')).pages.at(-1)).toContain('Total: €21,000.00');
  });
});

describe('emails', () => {
  it('writes each reminder as text and as HTML, with the filter and the function of the program', async () => {
    const folder = copyExample('emails');
    const { exitCode, stdout, stderr } = await start(folder, ['write-emails.js']).ended;
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    expect(stdout.split('\n')).toHaveLength(4);
    expect(readFileSync(join(folder, 'out/2026-104.txt'), 'utf8')).toBe(
      'Dear Ada Lovelace,\n\ninvoice 2026-104 was due on 27 November 2026. Please pay €1,240.00\n' +
        'by 4 December 2026 to AT48 3200 0000 1234 5864.\n',
    );
    expect(readFileSync(join(folder, 'out/2026-105.html'), 'utf8')).toContain('<p>Dear Tom &amp; Sons,</p>');
  });

  it('names file, line and column of an error in a template', async () => {
    const folder = copyExample('emails');
    writeFileSync(
      join(folder, 'templates/money.twig'),
      '{% macro amount(value) %}\n{{ value|euro }}{% endmacro %}',
    );
    const { exitCode, stderr } = await start(folder, ['write-emails.js']).ended;
    expect(stderr).toMatch(/^templates\/money\.twig:2:10: Unknown filter "euro"\./);
    expect(exitCode).toBe(1);
  });
});

describe('check-pdfs', () => {
  it('names the findings of each file, and the files that cannot be read', async () => {
    const folder = copyExample('check-pdfs');
    writeFileSync(join(folder, 'plain.pdf'), fixture('plain'));
    writeFileSync(
      join(folder, 'locked.pdf'),
      protectPdf(fixture('plain'), createFileProtection({ userPassword: 'secret' })),
    );
    writeFileSync(join(folder, 'page.pdf'), '<h1>Hello</h1>');
    const files = ['plain.pdf', 'locked.pdf', 'page.pdf'];
    const { exitCode, stdout, stderr } = await start(folder, ['check-pdfs.js', ...files], {
      LEVELS: 'pdfa-2b',
    }).ended;
    expect(stdout).toMatch(/^plain\.pdf: holds none of pdfa-2b\n(?: {2}pdfa-2b [\d.]+-\d+.*: .+\n?)+$/);
    expect(stderr).toMatch(
      /^locked\.pdf: .*password.*unlockPdf.*\(invalid_pdf\)\npage\.pdf: .* \(invalid_pdf\)$/,
    );
    expect(exitCode).toBe(1);
  });

  it('finds nothing wrong with a file that holds its levels', async () => {
    const folder = copyExample('check-pdfs');
    writeFileSync(join(folder, 'tagged.pdf'), taggedPdf());
    const env = { LEVELS: 'pdfua-1' };
    const { exitCode, stdout } = await start(folder, ['check-pdfs.js', 'tagged.pdf'], env).ended;
    expect(stdout).toBe('tagged.pdf: holds pdfua-1 of pdfua-1');
    expect(exitCode).toBe(0);
  });
});

describe('ci', () => {
  /** The command starts the node of the PATH. */
  const check = (folder: string) =>
    execa('bash', ['check-templates.sh'], {
      cwd: folder,
      reject: false,
      env: {
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        GITHUB_ACTIONS: 'true',
        GITHUB_WORKSPACE: folder,
      },
    });

  it('prints all templates', async () => {
    const folder = copyExample('ci');
    const { exitCode, stderr } = await check(folder);
    expect(stderr).not.toContain('::error');
    expect(exitCode).toBe(0);
    const pdfs = ['invoice', 'reminder'].map((name) =>
      readPdf(readFileSync(join(folder, `pdfs/${name}.pdf`))),
    );
    const [first, second] = await Promise.all(pdfs);
    expect(first?.pages[0]).toContain('Total: €1,240.00');
    expect(second?.pages[0]).toContain('was due on 30 October 2026');
  });

  it('fails on a template with an error, annotates its line, and prints the others', async () => {
    const folder = copyExample('ci');
    writeFileSync(join(folder, 'templates/invoice/template.html'), '<p>\n{{ number|nmber_format }}</p>');
    const { exitCode, stderr } = await check(folder);
    expect(stderr).toContain('::error file=templates/invoice/template.html,line=2,');
    expect(exitCode).toBe(1);
    expect(readdirSync(join(folder, 'pdfs'))).toEqual(['reminder.pdf']);
  });

  it('says what is missing without an installation, and asks no registry', async () => {
    const folder = copyExample('ci');
    rmSync(join(folder, 'node_modules'), { recursive: true });
    const asked: (string | undefined)[] = [];
    const registry = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(404).end();
    });
    await new Promise<void>((listening) => registry.listen(0, '127.0.0.1', listening));
    const { port } = registry.address() as AddressInfo;
    const { exitCode, stderr } = await execa('bash', ['check-templates.sh'], {
      cwd: folder,
      reject: false,
      extendEnv: false,
      env: {
        PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
        HOME: folder,
        npm_config_registry: `http://127.0.0.1:${port}/`,
        npm_config_yes: 'true',
      },
    });
    registry.close();
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('pdfapi is not installed')]);
    expect(asked).toEqual([]);
    expect(existsSync(join(folder, 'pdfs'))).toBe(false);
  });
});

it('examples are not in the package', () => {
  const { files } = readJson(join(root, 'package.json')) as { files: string[] };
  expect(files.filter((each) => /^(?:examples|action)\b/.test(each))).toEqual([]);
});
