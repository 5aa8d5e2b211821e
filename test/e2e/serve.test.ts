/** `pdfapi serve` from its first run to its shutdown, from the operator's view. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, describe, expect, it } from 'vitest';
import { readPdf } from '../support/read-pdf.ts';
import { bin, root, run } from '../support/run.ts';
import { ask, startServe } from '../support/running-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const inFolder = (name: string) => join(folder, name);

describe('the first run', () => {
  it('prints one JSON object when ready, with the examples stored and published', async () => {
    const server = await startServe(inFolder('first'));
    expect(server).toMatchObject({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      token: expect.stringMatching(/^pdf_[0-9A-Za-z]{36}$/),
      dataDir: inFolder('first'),
    });
    expect(() => process.kill(server.pid, 0)).not.toThrow();

    const list = (await (await ask(server, server.token, '/api/v1/templates')).json()) as {
      data: { id: number; name: string; type: string; has_base_pdf: boolean }[];
    };
    expect(list.data.map(({ name }) => name).sort()).toEqual([
      'application-form',
      'book',
      'certificate',
      'e-invoice',
      'editor-form',
      'editor-invoice',
      'invoice',
      'letter',
      'report',
    ]);
    const kinds = Object.fromEntries(
      list.data.map(({ name, type, has_base_pdf }) => [name, [type, has_base_pdf]]),
    );
    expect(kinds).toMatchObject({
      letter: ['html', false],
      'editor-invoice': ['editor', false],
      'editor-form': ['editor', true],
    });

    const letter = list.data.find(({ name }) => name === 'letter');
    const data = JSON.parse(readFileSync(join(root, 'templates-examples/letter/data.json'), 'utf8'));
    const answer = await ask(server, server.token, `/api/v1/templates/${letter?.id}/generate`, {
      data,
      output: 'binary',
    });
    expect(answer.status).toBe(200);
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');

    // Its files are readable by their owner only.
    expect(statSync(inFolder('first')).mode & 0o777).toBe(0o700);
    expect(statSync(inFolder('first/database.sqlite')).mode & 0o777).toBe(0o600);

    expect(await server.stop()).toBe(0);
    const again = await startServe(inFolder('first'));
    expect(again.token).toBeNull();
    expect((await ask(again, server.token, '/api/v1/usage')).status).toBe(200);
    expect(await again.stop('SIGINT')).toBe(0);
  });

  it.skipIf(!isInstalled('curl'))('suggests a next command that works as printed', async () => {
    const child = execa(process.execPath, [bin, 'serve', '--port', '0', '--data-dir', inFolder('banner')], {
      reject: false,
      stdin: 'ignore',
      cwd: folder,
    });
    const banner = await new Promise<string>((resolve) => {
      let text = '';
      child.stdout?.on('data', (chunk) => {
        text += chunk;
        if (/curl[\s\S]*\n\n$/.test(text)) resolve(text);
      });
    });
    expect(banner).toContain(inFolder('banner'));
    expect(banner).toContain('shown only once');
    // The token in the banner opens the studio whose address it prints.
    const [, url] = /studio +(http\S+)\/studio$/m.exec(banner) ?? [];
    const [, token] = /token +(pdf_\w+)/.exec(banner) ?? [];
    const signedIn = await fetch(`${url}/studio/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: String(url), 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ token }),
    });
    expect(signedIn.status).toBe(200);
    const command = banner.slice(banner.indexOf('curl'));
    const { exitCode, stderr } = await execa('bash', ['-c', command], { cwd: folder, reject: false });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const pdf = await readPdf(readFileSync(inFolder('hello.pdf')));
    expect(pdf.pages[0]).toContain('Hello Ada');
    child.kill('SIGTERM');
    expect((await child).exitCode).toBe(0);
  });

  it('prints the command for a new token on the next start, with its data directory', async () => {
    const first = await startServe(inFolder('again'));
    await first.stop();
    const child = execa(process.execPath, [bin, 'serve', '--port', '0', '--data-dir', inFolder('again')], {
      reject: false,
      stdin: 'ignore',
      cwd: folder,
    });
    const command = await new Promise<string>((resolve) => {
      let text = '';
      child.stdout?.on('data', (chunk) => {
        text += chunk;
        const [, found] = /A new token: (pdfapi .*)\n/.exec(text) ?? [];
        if (found !== undefined) resolve(found);
      });
    });
    expect(command).toContain(`--data-dir ${inFolder('again')}`);
    const made = await run(command.split(' ').slice(1), { cwd: folder });
    expect([made.exitCode, made.stdout]).toEqual([0, expect.stringMatching(/^pdf_\w+\n$/)]);
    child.kill('SIGTERM');
    await child;
  });
});

it('a server whose browser never started ends with 0 too', async () => {
  const child = execa(process.execPath, [bin, 'serve', '--port', '0', '--data-dir', inFolder('no-browser')], {
    reject: false,
    stdin: 'ignore',
    env: { PDFAPI_BROWSER: '/bin/false' },
  });
  await new Promise<void>((resolve) => {
    let log = '';
    child.stderr?.on('data', (chunk) => {
      log += chunk;
      if (log.includes('the browser does not start')) resolve();
    });
  });
  child.kill('SIGTERM');
  const { exitCode, stdout, stderr } = await child;
  expect([exitCode, stdout]).toEqual([0, '']);
  expect(stderr).not.toContain('error:');
});

describe('the settings', () => {
  it('come from flags, then variables, then defaults, and --print-config shows their origin', async () => {
    const { stdout, exitCode } = await run(
      ['serve', '--print-config', '--json', '--port', '9000', '--no-scripts'],
      {
        cwd: folder,
        env: {
          PDFAPI_PORT: '9001',
          PDFAPI_QUOTA: 'basic=7,pro=9',
          PDFAPI_SMTP_URL: 'smtp://u:secret@mail:25',
        },
      },
    );
    expect(exitCode).toBe(0);
    const shown = JSON.parse(stdout);
    expect(shown.port).toEqual({ value: 9000, origin: 'flag' });
    expect(shown.noScripts).toEqual({ value: true, origin: 'flag' });
    expect(shown.quota).toEqual({ value: { basic: 7, pro: 9 }, origin: 'environment' });
    expect(shown.rateLimit).toEqual({ value: 60, origin: 'default' });
    expect(shown.smtpUrl).toEqual({ value: '(secret)', origin: 'environment' });
    expect(stdout).not.toContain('secret@');
  });

  it('that are lists may be given again, and lose nothing', async () => {
    const { stdout } = await run(
      [
        ...['serve', '--print-config', '--json'],
        ...[
          '--allow-host',
          'a.test:8000',
          '--allow-host',
          'b.test,c.test',
          '--quota',
          'basic=7',
          '--quota',
          'pro=9',
        ],
      ],
      { cwd: folder },
    );
    const { allowHosts, quota } = JSON.parse(stdout);
    expect(allowHosts.value).toEqual(['a.test:8000', 'b.test', 'c.test']);
    expect(quota.value).toEqual({ basic: 7, pro: 9 });
  });

  it.each([
    [['--port', '70000'], {}, '--port: "70000" is not a whole number from 0 to 65535.'],
    [[], { PDFAPI_PORT: 'x' }, 'PDFAPI_PORT: "x" is not a whole number from 0 to 65535.'],
    [['--timeout', '30'], {}, '--timeout'],
    [['--quota', 'gold=3'], {}, '--quota: "gold=3" is not <plan>=<quota>'],
    [['--public-url', 'pdf.example.com'], {}, '--public-url'],
    [['--smtp-url', 'smtp://me:pw@mail'], {}, '--smtp-url contains a password'],
  ])('are rejected by name if invalid: %j %j', async (args, env, message) => {
    const { stderr, stdout, exitCode } = await run(['serve', ...args], { cwd: folder, env });
    expect(exitCode).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('pw@');
  });
});

describe('a second server', () => {
  it('on the same data is rejected, naming the first', async () => {
    const first = await startServe(inFolder('owned'));
    const { exitCode, stderr } = await run(['serve', '--port', '0', '--data-dir', inFolder('owned')], {
      cwd: folder,
    });
    expect(exitCode).toBe(9);
    expect(stderr).toContain(`in use by process ${first.pid} at ${first.url}`);
    expect((await ask(first, first.token, '/api/v1/usage')).status).toBe(200);

    await first.stop('SIGKILL');
    const second = await startServe(inFolder('owned'));
    expect((await ask(second, first.token, '/api/v1/usage')).status).toBe(200);
    await second.stop();
  });

  it('on the same port is rejected, and its next start prints the token of a first one', async () => {
    const first = await startServe(inFolder('port'));
    const { port } = new URL(first.url);
    const other = inFolder('other-port');
    const { exitCode, stderr } = await run(['serve', '--port', port, '--data-dir', other], { cwd: folder });
    expect(exitCode).toBe(9);
    expect(stderr).toContain(`Port ${port} of 127.0.0.1 is in use`);
    expect(stderr).not.toContain('a connection could not be accepted');
    const free = await startServe(other);
    expect((await ask(free, free.token, '/api/v1/templates')).status).toBe(200);
    expect(await free.stop()).toBe(0);
    await first.stop();
  });
});

function isInstalled(program: string): boolean {
  try {
    execFileSync('which', [program]);
    return true;
  } catch {
    return false;
  }
}
