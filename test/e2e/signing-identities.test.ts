/** Keys that a server has for its teams: given and taken by the operator, used by `--sign-identity`. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readZip } from '../support/read-zip.ts';
import { answerOnTerminal, run } from '../support/run.ts';
import { type RunningServe, startServe } from '../support/running-server.ts';
import { makeIdentity } from '../support/signing/make-identity.ts';

const { identity } = makeIdentity();
const password = 'Sëcret 7';
const certificates = [identity.certificate, ...identity.chain].map(String).join('');
const locked = String(
  identity.key.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: password }),
);
const cwd = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
mkdirSync(join(cwd, 'source/letter'), { recursive: true });
const files = {
  'locked.pem': locked + certificates,
  'chain.pem': certificates,
  'password.txt': password,
  'source/letter/template.html': '<!doctype html><html lang="en"><title>Letter</title><p>Dear {{ name }}',
  'page.html': '<!doctype html><html lang="en"><title>Page</title><p>Hello',
  'people.csv': 'name\nAda\nGrace\n',
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
const dataDir = join(cwd, 'data');
const operator = ['--data-dir', dataDir];
const key = ['--key', 'locked.pem', '--key-password-file', 'password.txt'];
const admin = (...args: string[]) => run(['admin', 'signing-identity', ...args, ...operator], { cwd });
let server: RunningServe;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await startServe(dataDir);
  env = { PDFAPI_URL: server.url, PDFAPI_TOKEN: server.token ?? '' };
  await run(['admin', 'team', 'set', '1', '--plan', 'pro', '--verified', ...operator], { cwd });
  await run(['templates', 'push', './source/letter', '--publish', '--team', '1', ...operator], { cwd });
});

async function signatures(file: string) {
  const { stdout } = await run(['check', file, '--json'], { cwd });
  return JSON.parse(stdout).files[0].signed;
}

it('add stores a key while the server runs, and makes the key that encrypts it', async () => {
  const added = await admin('add', 'invoices', ...key);
  expect([added.exitCode, added.stdout]).toEqual([0, 'invoices\n']);
  expect(added.stderr).toContain('identity.key, without which no identity can be used.');
  expect(statSync(join(dataDir, 'identity.key')).mode & 0o777).toBe(0o600);
  const terminal = await answerOnTerminal(
    ['admin', 'signing-identity', 'add', 'typed', '--key', 'locked.pem', ...operator],
    { cwd },
    { question: 'Password of the key', keys: `${password}\r` },
  );
  expect(terminal.exitCode).toBe(0);
  expect(terminal.stdout).not.toContain(password);
  const { stdout } = await admin('list', '--json');
  expect(JSON.parse(stdout)).toEqual(
    ['invoices', 'typed'].map((name) => ({
      name,
      team_id: 1,
      subject: 'CN=Ada Lovelace',
      fingerprint: identity.certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
      expires_at: new Date(identity.certificate.validTo).toISOString(),
      created_at: expect.stringMatching(/^\d{4}-/),
    })),
  );
  expect((await admin('list')).stdout).toContain('Ada Lovelace');
});

it('--sign-identity has the server sign, for each command and for jobs', async () => {
  const sign = ['--sign-identity', 'invoices', '--sign-reason', 'Approved', '--sign-location', 'Wien'];
  for (const [file, args] of [
    ['a.pdf', ['html', 'page.html', '-o', 'a.pdf']],
    ['b.pdf', ['generate', 'letter', '-s', 'name=Ada', '-o', 'b.pdf']],
    ['c.pdf', ['merge', 'letter', 'letter', '-o', 'c.pdf']],
    ['out/Ada.pdf', ['batch', 'letter', 'people.csv', '-o', 'out/{{ name }}.pdf']],
    ['d.pdf', ['batch', 'letter', 'people.csv', '--async', '--wait', '--merge-into', 'd.pdf']],
  ] as const) {
    const { exitCode, stderr } = await run([...args, ...sign], { cwd, env });
    expect([file, exitCode, stderr]).toEqual([file, 0, expect.any(String)]);
    expect(await signatures(file)).toMatchObject([
      { valid: true, covers_file: true, signer: 'Ada Lovelace', reason: 'Approved', location: 'Wien' },
    ]);
  }
  const zip = ['batch', 'letter', 'people.csv', '--async', '--wait', '-o', 'all.zip', ...sign];
  expect(await run(zip, { cwd, env })).toMatchObject({ exitCode: 0 });
  const [file] = (await readZip(readFileSync(join(cwd, 'all.zip')))).values();
  writeFileSync(join(cwd, 'e.pdf'), file ?? '');
  expect(await signatures('e.pdf')).toMatchObject([{ valid: true, reason: 'Approved' }]);
  const log = JSON.parse((await admin('log', '--identity', 'invoices', '--json')).stdout);
  // Three PDFs, two rows, a merged one, and two of the ZIP.
  expect(log).toHaveLength(8);
  expect(log[0]).toMatchObject({
    team_id: 1,
    token_id: 1,
    document_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect((await admin('log', '--limit', '1')).stdout).toContain(log[0].document_sha256);
});

it.each([
  ['a local render', ['html', 'page.html', '--local'], 'names a key of a server'],
  ['a folder', ['generate', './source/letter'], 'names a key of a server'],
  ['a file of a key too', ['html', 'page.html', '--sign', 'locked.pem'], 'mutually exclusive'],
  ['evidence without a time stamp', ['html', 'page.html', '--ltv'], '--ltv needs --timestamp'],
  ['an authority', ['html', 'page.html', '--timestamp', 'http://127.0.0.1:9'], 'a server asks its own'],
  [
    'rows that are merged here',
    ['batch', 'letter', 'people.csv', '--merge-into', 'x.pdf'],
    'Let the server merge',
  ],
] as const)('--sign-identity with %s is rejected', async (_, args, message) => {
  const { exitCode, stderr } = await run([...args, '--sign-identity', 'invoices'], { cwd, env });
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
});

it('says what is wrong with an identity', async () => {
  for (const [args, code, message] of [
    [['add', 'invoices', ...key], 5, 'has a signing identity invoices already'],
    [['add', 'a b', ...key], 2, 'begins with a letter or a digit'],
    [['add', 'x', '--key', 'locked.pem'], 5, '--key-password-file'],
    [['add', 'x', '--key', 'chain.pem'], 5, '--key chain.pem: The file holds no private key'],
    [['add', 'x', ...key, '--team', 'none'], 4, 'no team'],
    [['remove', 'none'], 2, 'has no signing identity none'],
  ] as const) {
    const { exitCode, stderr } = await admin(...args);
    expect([args[1], exitCode, stderr]).toEqual([args[1], code, expect.stringContaining(message)]);
  }
  const asked = ['html', 'page.html', '-o', 'no.pdf', '--sign-identity', 'none'];
  const { exitCode, stderr } = await run(asked, { cwd, env });
  expect([exitCode, stderr]).toEqual([5, expect.stringContaining('no signing identity "none"')]);
  expect(existsSync(join(cwd, 'no.pdf'))).toBe(false);
});

it('remove takes an identity at once', async () => {
  expect(await admin('remove', 'typed')).toMatchObject({ exitCode: 0, stdout: 'typed\n' });
  const args = ['html', 'page.html', '-o', 'no.pdf', '--sign-identity', 'typed'];
  expect((await run(args, { cwd, env })).exitCode).toBe(5);
});
