/**
 * After mixed use, no password of a PDF is anywhere but in the files that held it: not in the database or its log, its
 * backup, documents, journals, output, errors, or the arguments of a process.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createFileProtection, protectPdf } from '../../../src/pdf/index.ts';
import { fixture } from '../../support/pdf/fixture.ts';
import { viewed } from '../../support/pdf/merge/viewed.ts';
import { run } from '../../support/run.ts';
import { filesIn, findSecrets } from '../../support/secrets.ts';
import { startWatchedServer } from '../../support/watched-server.ts';

const secrets = {
  user: 'Zebra-User-91x',
  owner: 'Zebra-Owner-92y',
  input: 'Zebra-Input-93z',
  base: 'Zebra-Base-94q',
  wrong: 'Zebra-Wrong-95w',
};
const protection = { user_password: secrets.user, owner_password: secrets.owner, permissions: ['print'] };

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [dataDir, work, hidden] = ['data', 'work', 'hidden'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
for (const path of [dataDir, work, hidden, join(work, 'letter'), join(work, 'plain')]) mkdirSync(path);
for (const [name, secret] of Object.entries(secrets))
  writeFileSync(join(hidden, `${name}.txt`), `${secret}\n`);
const secretFile = (name: keyof typeof secrets) => join(hidden, `${name}.txt`);
const locked = (userPassword: string) => protectPdf(fixture('plain'), createFileProtection({ userPassword }));
writeFileSync(join(work, 'letter/template.html'), '<p>Dear {{ name }}');
writeFileSync(join(work, 'plain/template.html'), '<p>Hello {{ name }}');
writeFileSync(join(work, 'letter/base.pdf'), locked(secrets.base));
writeFileSync(join(work, 'in.pdf'), locked(secrets.input));
writeFileSync(join(work, 'rows.csv'), 'name\nAda\nBo\n');

/** Everything that was printed, and every command line that was seen. */
const seen = new Set<string>();

it('keeps passwords out of everything', async () => {
  const server = await startWatchedServer({ dataDir, work, seen });
  const { request, ended, cli } = server;
  // The plan of the first team has neither merges nor properties.
  await cli(['admin', 'team', 'set', '1', '--plan', 'pro', '--verified', '--data-dir', dataDir]);
  const push = async (name: string): Promise<number> => {
    const args = ['templates', 'push', name, '--publish', '--json', '--data-dir', dataDir, '--team', '1'];
    return JSON.parse((await run(args, { cwd: work })).stdout).id;
  };
  const [onBase, plain] = [await push('./letter'), await push('./plain')];
  const config = { protection };
  const html = { html: '<p>Hello {{ name }}', data: { name: 'Ada' }, config };

  const first = await request('html-to-pdf', html, { 'idempotency-key': 'k1' });
  expect(first.status).toBe(200);
  expect((await viewed(Buffer.from(first.json.pdf, 'base64'), secrets.user)).text).toEqual(['Hello Ada']);
  expect((await request('html-to-pdf', html, { 'idempotency-key': 'k1' })).status).toBe(200);
  expect((await request('html-to-pdf', { ...html, output: 'url' })).status).toBe(200);
  const based = { config: { ...config, base_password: secrets.base } };
  expect((await request(`templates/${onBase}/generate`, based)).status).toBe(200);
  const prefer = { prefer: 'respond-async', 'idempotency-key': 'k2' };
  expect(await ended(await request('html-to-pdf', html, prefer))).toMatchObject({ state: 'finished' });
  await ended(await request(`templates/${plain}/generate`, { config }, { prefer: 'respond-async' }));
  const rows = [{ name: 'Ada' }, { name: 'Bo' }];
  const batch = { template_id: plain, rows, config, output: 'merged' };
  expect(await ended(await request('batches', batch))).toMatchObject({ state: 'finished' });

  // Errors of every kind.
  const wrong = { user_password: secrets.wrong, owner_password: secrets.wrong };
  for (const [path, body] of [
    ['html-to-pdf', { ...html, config: { protection: wrong } }],
    ['html-to-pdf', { ...html, config: { protection: { user_password: `${secrets.wrong}\u0007` } } }],
    ['html-to-pdf', { ...html, config: { protection: { user_password: [secrets.wrong] } } }],
    ['html-to-pdf', { ...html, config: { protection: secrets.wrong } }],
    ['html-to-pdf', { ...html, config: { protection: { ...protection, permissions: [secrets.wrong] } } }],
    ['html-to-pdf', { ...html, config: { ...config, pdfa: '3b' } }],
    ['html-to-pdf', { ...html, html: '{{ 1 / 0 }}{{ broken' }],
    [`templates/${onBase}/generate`, { config: { base_password: secrets.wrong } }],
    [`templates/${onBase}/generate`, { config: { base_password: secrets.wrong }, output: 'nowhere' }],
  ] as const) {
    expect((await request(path, body, { 'idempotency-key': `e-${path}-${Math.random()}` })).status).toBe(422);
    expect((await request(path, body, { prefer: 'respond-async' })).status).toBeGreaterThanOrEqual(202);
  }

  const user = ['--password-file', secretFile('user'), '--owner-password-file', secretFile('owner')];
  await cli(['html', 'letter/template.html', '--local', '-o', 'a.pdf', ...user]);
  await cli(['html', 'letter/template.html', '-o', 'b.pdf', ...user]);
  await cli(['generate', './letter', '-o', 'c.pdf', '--base-password-file', secretFile('base'), ...user]);
  await cli(['generate', './letter', '-o', 'd.pdf', '--base-password-file', secretFile('wrong')], 5);
  await cli([
    'batch',
    './letter',
    'rows.csv',
    '-o',
    'out/{{ name }}.pdf',
    '--base-password-file',
    secretFile('base'),
    ...user,
  ]);
  await cli([
    'batch',
    String(onBase),
    'rows.csv',
    '-o',
    'far/{{ name }}.pdf',
    '--base-password-file',
    secretFile('base'),
    ...user,
  ]);
  await cli(['merge', 'in.pdf', '-o', 'm.pdf', '--input-password-file', secretFile('input'), ...user]);
  await cli(['merge', 'in.pdf', '-o', 'n.pdf', '--input-password-file', secretFile('wrong'), '-v'], 5);
  await cli(['unlock', 'in.pdf', '-o', 'open.pdf'], 0, { PDFAPI_PDF_PASSWORD: secrets.input });
  await cli(['unlock', 'in.pdf', '-o', 'not.pdf', '--password-file', secretFile('wrong'), '--json'], 5);
  const backup = join(folder, 'backup.sqlite');
  await cli(['admin', 'backup', backup, '--data-dir', dataDir]);

  // The server still runs: its journal of the database is not yet merged into it.
  const stored = [...filesIn(dataDir), ...filesIn(work), backup];
  expect(stored.filter((file) => file.endsWith('-wal')).length).toBeGreaterThan(0);
  expect(stored.filter((file) => file.includes(join('settings', 'batches'))).length).toBeGreaterThan(0);
  const found = stored.flatMap((file) =>
    findSecrets(secrets, readFileSync(file)).map((name) => `${name} in ${file}`),
  );
  const log = await server.stop();
  expect(found).toEqual([]);
  expect(log.length).toBeGreaterThan(1_000);
  expect(findSecrets(secrets, Buffer.from(log))).toEqual([]);
  const texts = [...seen];
  if (process.platform === 'linux') expect(texts.some((text) => text.includes('--password-file'))).toBe(true);
  expect(findSecrets(secrets, Buffer.from(texts.join('\n')))).toEqual([]);
  // The search finds what there is.
  expect(findSecrets(secrets, readFileSync(secretFile('user')))).toEqual(['user']);
}, 180_000);
