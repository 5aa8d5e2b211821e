/**
 * After mixed use of signatures and passwords, no private key and no password of one is anywhere but in the files that held it:
 * not in the database or its log, its backup, documents, journals, output, errors, or the arguments of a process.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { filesIn, findSecrets } from '../../support/secrets.ts';
import { makeIdentity } from '../../support/signing/make-identity.ts';
import { startWatchedServer } from '../../support/watched-server.ts';

const { identity } = makeIdentity('p256');
const der = identity.key.export({ format: 'der', type: 'pkcs8' });
/** The number that is the private key, wherever it is in a structure. */
const number = Buffer.from(identity.key.export({ format: 'jwk' }).d ?? '', 'base64url');
const passwords = { key: 'Zebra-Key-81k', wrong: 'Zebra-Wrong-82w', user: 'Zebra-User-83u' };
const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [dataDir, work, hidden] = ['data', 'work', 'hidden'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
for (const path of [dataDir, work, hidden, join(work, 'letter')]) mkdirSync(path);
for (const [name, secret] of Object.entries(passwords))
  writeFileSync(join(hidden, `${name}.txt`), `${secret}\n`);
const passwordFile = (name: keyof typeof passwords) => join(hidden, `${name}.txt`);
const certificates = [identity.certificate, ...identity.chain].map(String).join('');
const keyFile = join(hidden, 'ada.pem');
const openKeyFile = join(hidden, 'open.pem');
writeFileSync(
  keyFile,
  `${identity.key.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: passwords.key })}${certificates}`,
);
writeFileSync(openKeyFile, `${identity.key.export({ format: 'pem', type: 'pkcs8' })}${certificates}`);
const page =
  '<!doctype html><p>Dear {{ name }}<div data-pdfapi-signature="seller" style="height: 2cm"></div>';
writeFileSync(join(work, 'letter/template.html'), page);
writeFileSync(join(work, 'rows.csv'), 'name\nAda\nBo\n');

const seen = new Set<string>();

it('keeps keys and their passwords out of everything', async () => {
  const server = await startWatchedServer({ dataDir, work, seen });
  const { request, ended, cli } = server;
  const onServer = ['--data-dir', dataDir];
  await cli(['admin', 'team', 'set', '1', '--plan', 'pro', '--verified', ...onServer]);
  const pushed = await cli([
    'templates',
    'push',
    './letter',
    '--publish',
    '--json',
    '--team',
    '1',
    ...onServer,
  ]);
  const template = JSON.parse(pushed).id;

  // Identities of the server.
  const key = ['--key', keyFile];
  const withPassword = [...key, '--key-password-file', passwordFile('key')];
  const add = ['admin', 'signing-identity', 'add'];
  await cli([...add, 'main', ...withPassword, ...onServer]);
  await cli([...add, 'open', '--key', openKeyFile, ...onServer, '--json']);
  await cli([...add, 'other', ...key, '--key-password-file', passwordFile('wrong'), ...onServer, '-v'], 5);
  await cli([...add, 'other', ...key, ...onServer, '--json'], 5, { PDFAPI_KEY_PASSWORD: passwords.wrong });
  await cli([...add, 'main', ...key, ...onServer], 5, { PDFAPI_KEY_PASSWORD: passwords.key });
  await cli(['admin', 'signing-identity', 'list', '--json', ...onServer]);

  const sign = { identity: 'main', reason: 'Approved' };
  const html = { html: page, data: { name: 'Ada' }, config: { sign } };
  for (const _ of [1, 2]) {
    expect((await request('html-to-pdf', html, { 'idempotency-key': 'k1' })).status).toBe(200);
  }
  expect((await request('html-to-pdf', { ...html, output: 'url' })).status).toBe(200);
  await ended(await request('html-to-pdf', html, { prefer: 'respond-async', 'idempotency-key': 'k2' }));
  const generated = await request(`templates/${template}/generate`, {
    data: { name: 'Ada' },
    config: { sign },
  });
  expect(generated.status).toBe(200);
  const two = { sign: { identity: 'open', field: 'seller' } };
  const batch = {
    template_id: template,
    rows: [{ name: 'Ada' }, { name: 'Bo' }],
    config: two,
    output: 'merged',
  };
  expect(await ended(await request('batches', batch))).toMatchObject({ state: 'finished' });
  for (const wrong of [
    { sign: { identity: 'none' } },
    { sign: { identity: passwords.wrong, key: der.toString('base64').slice(0, 4) } },
    { sign, protection: { user_password: passwords.user } },
    { sign: { ...sign, field: 'a.b\u0000' } },
  ]) {
    const answer = await request('html-to-pdf', { ...html, config: wrong });
    expect([200, 422]).toContain(answer.status);
  }

  // Keys of the command line.
  const local = ['--sign', keyFile, '--sign-password-file', passwordFile('key'), '--sign-field', 'seller'];
  await cli(['html', 'letter/template.html', '--local', '-o', 'a.pdf', ...local]);
  await cli(['html', 'letter/template.html', '-o', 'b.pdf', ...local]);
  await cli(['generate', './letter', '-s', 'name=Ada', '-o', 'c.pdf', ...local, '-v']);
  await cli(['generate', String(template), '-s', 'name=Ada', '-o', 'd.pdf', ...local]);
  await cli(['batch', './letter', 'rows.csv', '-o', 'out/{{ name }}.pdf', ...local]);
  await cli(['batch', String(template), 'rows.csv', '-o', 'far/{{ name }}.pdf', ...local]);
  await cli(['batch', './letter', 'rows.csv', '--merge-into', 'all.pdf', '--sign', openKeyFile]);
  await cli(['merge', 'a.pdf', '-o', 'm.pdf', '--sign', keyFile], 0, { PDFAPI_KEY_PASSWORD: passwords.key });
  await cli(['sign', 'm.pdf', ...withPassword, '-o', 'n.pdf', '--json']);
  await cli(['sign', 'm.pdf', ...key, '--key-password-file', passwordFile('wrong'), '-v'], 5);
  await cli(['html', 'letter/template.html', '-o', 'x.pdf', '--sign', keyFile, '--json'], 5, {
    PDFAPI_KEY_PASSWORD: passwords.wrong,
  });
  await cli(['html', 'letter/template.html', '-o', 'x.pdf', ...local, '--url'], 2);
  const both = ['--password-file', passwordFile('user'), ...local];
  await cli(['html', 'letter/template.html', '-o', 'x.pdf', ...both], 5);
  for (const file of ['b.pdf', 'd.pdf', 'out/Ada.pdf', 'far/Bo.pdf', 'all.pdf', 'n.pdf']) {
    const { files } = JSON.parse(await cli(['check', file, '--json', '--level', 'ua1'], 5));
    expect([file, files[0].signed.at(-1)]).toMatchObject([file, { valid: true, signer: 'Ada Lovelace' }]);
  }
  const entries = JSON.parse(await cli(['admin', 'signing-identity', 'log', '--json', ...onServer]));
  expect(entries.length).toBeGreaterThanOrEqual(5);
  const backup = join(folder, 'backup.sqlite');
  await cli(['admin', 'backup', backup, ...onServer]);

  const secrets = { ...passwords, private: number };
  const identityKey = readFileSync(join(dataDir, 'identity.key'), 'utf8').trim();
  const stored = [...filesIn(dataDir), ...filesIn(work), backup];
  const found = stored.flatMap((file) =>
    findSecrets(secrets, readFileSync(file)).map((name) => `${name} in ${file}`),
  );
  const sealing = { sealing: Buffer.from(identityKey, 'base64'), text: identityKey };
  const leaked = stored.filter(
    (file) => !file.endsWith('identity.key') && findSecrets(sealing, readFileSync(file)).length > 0,
  );
  const log = await server.stop();
  expect([found, leaked]).toEqual([[], []]);
  expect(log.length).toBeGreaterThan(1_000);
  const printed = Buffer.from([log, ...seen].join('\n'));
  expect(findSecrets({ ...secrets, ...sealing }, printed)).toEqual([]);
  if (process.platform === 'linux') expect(printed.includes('--sign-password-file')).toBe(true);
  // The search finds what there is, in both forms.
  expect(findSecrets(secrets, readFileSync(passwordFile('key')))).toEqual(['key']);
  expect(findSecrets(secrets, der)).toEqual(['private']);
}, 180_000);
