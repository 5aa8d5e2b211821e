/** Runs docs/deployment.md: nginx with its configuration in front of a server, its units, its commands for operators. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { execa } from 'execa';
import { Client, type Dispatcher } from 'undici';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readmeCommands } from '../../e2e/package/readme-commands.ts';
import { findFreePort } from '../../support/free-port.ts';
import { bin, root, run, shell } from '../../support/run.ts';
import { ask, type RunningServe, startServe } from '../../support/running-server.ts';
import { cert, key } from '../../support/self-signed.ts';

const guide = readFileSync(join(root, 'docs/deployment.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
// Root's browser and the workers of root's nginx have users of their own.
chmodSync(folder, 0o711);
const inFolder = (name: string) => join(folder, name);

// nginx is in /usr/sbin, which is not on the PATH of every user.
const path = `${process.env.PATH}:/usr/sbin:/sbin`;
const hasNginx = isInstalled('nginx', 'apt-get install nginx-light');
const hasSystemd = isInstalled('systemd-analyze', 'apt-get install systemd');

describe.skipIf(!hasNginx)('the nginx configuration', () => {
  const configuration = inFolder('nginx.conf');
  let server: RunningServe;
  let proxy: Client;
  let tlsPort: number;
  let httpPort: number;
  let token = '';
  /** Requests for a file that the test has not answered yet. */
  const waiting: ServerResponse[] = [];
  const fileServer = createServer((_request, response) => void waiting.push(response));
  let filePort: number;
  let running: ChildProcess | undefined;

  beforeAll(async () => {
    filePort = await listen(fileServer);
    [tlsPort, httpPort] = [await findFreePort(), await findFreePort()];
    server = await startServe(inFolder('proxied'), [
      ...['--public-url', `https://127.0.0.1:${tlsPort}`, '--trust-proxy', '--rate-limit', '1000'],
      ...['--allow-host', `127.0.0.1:${filePort}`],
    ]);
    token = String(server.token);
    writeConfiguration();
    await startNginx();
    proxy = openClient();
  });

  afterAll(async () => {
    if (running?.exitCode === null) {
      const exit = once(running, 'exit');
      running.kill('SIGTERM');
      await exit;
    }
    await proxy?.destroy();
    fileServer.closeAllConnections();
    fileServer.close();
  });

  it('is accepted by nginx -t', async () => {
    const { exitCode, stderr } = await nginx('-t');
    expect(exitCode, stderr).toBe(0);
  });

  it('redirects to https, and speaks HTTP/2 there', async () => {
    const plain = await fetch(`http://127.0.0.1:${httpPort}/docs`, { redirect: 'manual' });
    expect([plain.status, plain.headers.get('location')]).toEqual([301, 'https://127.0.0.1/docs']);
    const socket = connectTls({ port: tlsPort, host: '127.0.0.1', ca: cert, ALPNProtocols: ['h2'] });
    await once(socket, 'secureConnect');
    expect(socket.alpnProtocol).toBe('h2');
    socket.destroy();
    const pdf = await postAlone('/api/v1/html-to-pdf', { html: '<h1>Hello</h1>', output: 'binary' }, true);
    expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  });

  it('delivers a PDF in the response and behind its signed address', async () => {
    const binary = await post('/api/v1/html-to-pdf', { html: '<h1>Hello</h1>', output: 'binary' });
    expect([binary.status, binary.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    expect(binary.headers['strict-transport-security']).toBe('max-age=31536000');
    const { url } = (await post('/api/v1/html-to-pdf', { html: '<h1>Hello</h1>', output: 'url' })).json();
    expect(url).toMatch(new RegExp(`^https://127\\.0\\.0\\.1:${tlsPort}/documents/`));
    const download = await request({ method: 'GET', path: new URL(url).pathname + new URL(url).search });
    expect([download.status, download.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  });

  it.each([
    [9_000_000, 200, 'application/pdf'],
    // The server's own limit: the error is JSON.
    [11_000_000, 413, 'application/json; charset=utf-8'],
    // The one of nginx.
    [43_000_000, 413, 'text/html'],
  ])('answers a body of %d bytes with %d', async (size, status, type) => {
    const html = `<p>large</p><!--${'x'.repeat(size)}-->`;
    const response = await post('/api/v1/html-to-pdf', { html, output: 'binary' });
    expect([response.status, response.headers['content-type']]).toEqual([status, type]);
  });

  it('serves the studio, and its session is for https only', async () => {
    expect((await request({ method: 'GET', path: '/studio' })).status).toBe(200);
    const origin = `https://127.0.0.1:${tlsPort}`;
    const signedIn = await post('/studio/session', { token }, { origin, 'sec-fetch-site': 'same-origin' });
    expect(signedIn.status).toBe(200);
    expect(String(signedIn.headers['set-cookie'])).toMatch(/^pdfapi_studio=.*; Path=\/studio; .*Secure/);
  });

  it.each(['/metrics', '/readyz', '/version'])('keeps %s private, however it is spelled', async (page) => {
    expect((await fetch(`${server.listening}${page}`)).status).not.toBe(404);
    const encoded = `/%${page.charCodeAt(1).toString(16)}${page.slice(2)}`;
    for (const spelled of [page, `${page}?x=1`, `/${page}`, `/.${page}`, `/docs/..${page}`, encoded]) {
      expect((await request({ method: 'GET', path: spelled })).status, spelled).toBe(404);
    }
  });

  it('replaces an X-Forwarded-For of the client, which the rate limit would believe', async () => {
    const remaining = async (address: string) => {
      const headers = { 'x-forwarded-for': address };
      const response = await request({ method: 'GET', path: '/api/v1/usage', headers });
      return Number(response.headers['x-ratelimit-remaining']);
    };
    expect(await remaining('203.0.113.1')).toBe((await remaining('203.0.113.2')) + 1);
  });

  // The last one, because the server ends.
  it('passes the drain on: the running document is delivered, later requests get the 503 of the server', async () => {
    const file = `http://127.0.0.1:${filePort}/logo.png`;
    const direct = { ...server, url: server.listening };
    const slow = postAlone('/api/v1/html-to-pdf', { html: `<img src="${file}">`, output: 'binary' });
    await vi.waitFor(() => expect(waiting).not.toEqual([]), { timeout: 30_000, interval: 20 });
    const ended = server.stop();
    await vi.waitFor(async () => expect((await ask(direct, token, '/readyz')).status).toBe(503), {
      timeout: 30_000,
      interval: 20,
    });
    const late = await post('/api/v1/html-to-pdf', { html: 'late' });
    expect([late.status, late.json().code]).toEqual([503, 'server_stopping']);
    expect(late.headers['retry-after']).toMatch(/^\d+$/);
    for (const response of waiting) response.writeHead(404).end();
    expect((await slow).status).toBe(200);
    expect(await ended).toBe(0);
    expect((await request({ method: 'GET', path: '/healthz' })).status).toBe(502);
  });

  /** The block of the guide, with the ports and files of this test. */
  function writeConfiguration() {
    writeFileSync(inFolder('cert.pem'), cert);
    writeFileSync(inFolder('key.pem'), key);
    const block = replaceEach(findBlocks('nginx')[0] ?? '', [
      ['127.0.0.1:8080;', `${new URL(server.listening).host};`],
      ['listen 80;', `listen 127.0.0.1:${httpPort};`],
      ['listen 443 ssl', `listen 127.0.0.1:${tlsPort} ssl`],
      ['/etc/letsencrypt/live/pdf.example.com/fullchain.pem', inFolder('cert.pem')],
      ['/etc/letsencrypt/live/pdf.example.com/privkey.pem', inFolder('key.pem')],
    ]);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${inFolder(`nginx-${name}`)};`,
    );
    const lines = [
      ...['daemon off;', `pid ${inFolder('nginx.pid')};`, 'events {}', 'http {', 'access_log off;'],
      ...[...temporary, block, '}'],
    ];
    writeFileSync(configuration, lines.join('\n'));
  }

  function nginx(...args: string[]) {
    const fixed = ['-e', inFolder('nginx.log'), '-p', folder, '-c', configuration];
    return execa('nginx', [...fixed, ...args], { env: { PATH: path }, reject: false, stdin: 'ignore' });
  }

  /** Resolves when nginx accepts connections. */
  async function startNginx() {
    const child = spawn('nginx', ['-e', inFolder('nginx.log'), '-p', folder, '-c', configuration], {
      env: { ...process.env, PATH: path },
      stdio: 'ignore',
    });
    running = child;
    await vi.waitFor(
      async () => {
        expect(child.exitCode, readFileSync(inFolder('nginx.log'), 'utf8')).toBe(null);
        const socket = connect(tlsPort, '127.0.0.1');
        await once(socket, 'connect');
        socket.destroy();
      },
      { timeout: 30_000, interval: 20 },
    );
  }

  /** With HTTP/1.1, because undici ends an HTTP/2 connection on which nginx rejects a body early. */
  function openClient(allowH2 = false) {
    return new Client(`https://127.0.0.1:${tlsPort}`, { allowH2, connect: { ca: cert } });
  }

  /** Unlike `fetch`, sends the path as it is. */
  async function request(options: Dispatcher.RequestOptions, client = proxy) {
    const { statusCode, headers, body } = await client.request(options);
    const bytes = Buffer.from(await body.arrayBuffer());
    return { status: statusCode, headers, bytes, json: () => JSON.parse(bytes.toString()) };
  }

  function post(to: string, body: unknown, headers: Record<string, string> = {}, client = proxy) {
    const all = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers };
    return request({ method: 'POST', path: to, headers: all, body: JSON.stringify(body) }, client);
  }

  /** On a connection of its own, so that it does not delay other requests. */
  async function postAlone(to: string, body: unknown, allowH2 = false) {
    const own = openClient(allowH2);
    return await post(to, body, {}, own).finally(() => own.destroy());
  }
});

describe.skipIf(!hasSystemd)('the units', () => {
  it('pass systemd-analyze verify without a warning', async () => {
    const units = inFolder('units');
    mkdirSync(units);
    const names = readdirSync(join(root, 'deploy')).filter((name) => /\.(?:service|timer)$/.test(name));
    expect(names).toEqual([
      ...['pdfapi-backup.service', 'pdfapi-backup.timer'],
      ...['pdfapi-browser.service', 'pdfapi-browser.timer', 'pdfapi.service'],
    ]);
    for (const name of names) {
      const text = readFileSync(join(root, 'deploy', name), 'utf8');
      const command = '/usr/bin/node /opt/pdfapi/node_modules/pdfapi/bin/pdfapi.js';
      const runnable = name.endsWith('.timer') ? text : replaceEach(text, [[command, process.execPath]]);
      writeFileSync(join(units, name), runnable);
    }
    for (const name of names) {
      const { exitCode, stderr } = await execa('systemd-analyze', ['verify', `./${name}`], {
        ...{ cwd: units, reject: false, stdin: 'ignore' },
      });
      // It exits with 0 in spite of an unknown setting, and also reports units of the machine.
      const warnings = stderr.split('\n').filter((line) => line.includes('pdfapi'));
      expect({ exitCode, warnings }, stderr).toEqual({ exitCode: 0, warnings: [] });
    }
  });

  it('back up to a file for the day of the week', async () => {
    const { dataDir, stop } = await startServe(inFolder('backed-up'));
    await stop();
    mkdirSync(inFolder('weekly'));
    const text = readFileSync(join(root, 'deploy/pdfapi-backup.service'), 'utf8');
    const [, command = ''] = /^ExecStart=(.*)$/m.exec(text) ?? [];
    // Two percent signs are one to systemd.
    const line = replaceEach(command.replaceAll('%%', '%'), [
      ['/usr/bin/node /opt/pdfapi/node_modules/pdfapi/bin/pdfapi.js', `"${process.execPath}" "${bin}"`],
      ['/backups/', `${inFolder('weekly')}/`],
    ]);
    const { exitCode, stderr } = await shell(line, { cwd: folder, env: { PDFAPI_DATA_DIR: dataDir } });
    expect(exitCode, stderr).toBe(0);
    expect(readdirSync(inFolder('weekly'))).toEqual([expect.stringMatching(/^pdfapi-[1-7]\.sqlite$/)]);
  });
});

describe('the commands', () => {
  const dataDir = inFolder('data');
  const port = findFreePort();
  let server: RunningServe | undefined;

  interface Rule {
    readonly matches: RegExp;
    /** Without it, the command is not run, for the given reason. */
    readonly instead?: () => Promise<unknown>;
    readonly why: string;
  }
  const start = async () => {
    server = await startServe(dataDir, ['--port', String(await port)]);
  };
  const rules: readonly Rule[] = [
    {
      matches: /^sha256sum|^sudo (?:useradd|npm install)/,
      why: 'release.test.ts and installed.test.ts do it',
    },
    { matches: /^sudo install .*systemd/, why: 'no test changes the units of the machine' },
    { matches: /pdfapi-\w+\.timer$/, why: 'no test changes the units of the machine' },
    { matches: /^(?:printf|docker)/, why: 'image.test.ts runs what they start' },
    { matches: /^kubectl/, why: 'there is no cluster' },
    {
      matches: /^(?:createdb|nginx) |^export PDFAPI_DATABASE_URL|--data-dir node-\d &$/,
      why: 'test/stress/nodes/three-servers.test.ts runs those of docs/server.md, which are the same',
    },
    {
      matches: /^sudo systemctl (?:enable --now|start) pdfapi$/,
      why: 'no test changes the units of the machine',
      instead: start,
    },
    {
      matches: /^sudo systemctl stop pdfapi$/,
      why: 'no test changes the units of the machine',
      instead: async () => expect(await server?.stop()).toBe(0),
    },
  ];

  /** As the user who runs the tests, in temporary folders. */
  const toRunnable = (command: string) =>
    command
      .replace(/^sudo (?:-u pdfapi )?/, '')
      .replace('--owner pdfapi --group pdfapi ', '')
      .replace('node /opt/pdfapi/node_modules/pdfapi/bin/pdfapi.js', 'pdfapi')
      .replaceAll('/var/lib/pdfapi', dataDir)
      .replaceAll('/var/cache/pdfapi', inFolder('cache'))
      .replaceAll('/backups', inFolder('backups'));

  it('work in the order of the guide, and a restore brings the state of the backup back', async () => {
    const commands = readmeCommands(guide);
    const ran: string[] = [];
    for (const { line, command } of commands) {
      const rule = rules.find(({ matches }) => matches.test(command));
      if (rule?.instead) await rule.instead();
      if (rule) continue;
      const { exitCode, stdout, stderr } = await shell(toRunnable(command), { cwd: folder });
      expect(exitCode, `line ${line}: ${stdout}${stderr}`).toBe(0);
      if (command.includes('admin backup')) await admin('team', 'create', 'after-the-backup', '--verified');
      if (command.includes('admin token create')) expect(stdout).toMatch(/^pdf_\w+\n$/);
      ran.push(/doctor|(?:admin \w+)|install/.exec(command)?.[0] ?? command);
    }
    expect(ran).toEqual(['doctor', 'admin token', 'install', 'admin backup', 'admin restore']);
    const teams = JSON.parse((await admin('team', 'list', '--json')).stdout) as { name: string }[];
    expect(teams.map(({ name }) => name)).toEqual(['default']);
    const unused = rules.filter(({ matches }) => !commands.some(({ command }) => matches.test(command)));
    expect(unused.map(({ matches }) => String(matches))).toEqual([]);
    expect(await server?.stop()).toBe(0);
  });

  it('reject a restore while the server runs', async () => {
    const running = await startServe(inFolder('running'));
    const copy = inFolder('copy.sqlite');
    await run(['admin', 'backup', copy, '--data-dir', running.dataDir], { cwd: folder });
    const restore = await run(['admin', 'restore', copy, '--data-dir', running.dataDir], { cwd: folder });
    expect([restore.exitCode, restore.stderr]).toEqual([9, expect.stringContaining('in use by process')]);
    expect((await ask(running, running.token, '/api/v1/usage')).status).toBe(200);
  });

  const admin = (...args: string[]) => run(['admin', ...args, '--data-dir', dataDir], { cwd: folder });
});

/** The contents of the guide's blocks in a language, in their order. */
function findBlocks(language: string): string[] {
  return [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text = '']) => text,
  );
}

/** Fails if the text lacks one of them, because the guide has changed then. */
function replaceEach(text: string, pairs: readonly (readonly [string, string])[]): string {
  for (const [from] of pairs) expect(text).toContain(from);
  return pairs.reduce((result, [from, to]) => result.replaceAll(from, to), text);
}

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function isInstalled(program: string, how: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { env: { PATH: path }, stdio: 'ignore' });
    return true;
  } catch {
    console.warn(
      `${program} is not installed: its part of docs/deployment.md is not tested. To test it: ${how}`,
    );
    return false;
  }
}
