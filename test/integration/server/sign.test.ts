/** Signed PDFs over HTTP: on every route that renders, in jobs and batches, by keys of the team alone, each use recorded. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { verifySignatures } from '../../../src/render/sealing/verify-signatures.ts';
import { storeIdentity } from '../../../src/server/signing/store-identity.ts';
import { noisePng } from '../../support/pictures/noise-png.ts';
import { readZip } from '../../support/read-zip.ts';
import type { Answer } from '../../support/server/caller.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';
import { makeIdentity } from '../../support/signing/make-identity.ts';
import { startAuthorities } from '../../support/signing/start-authorities.ts';
import { startCanaryAuthority } from '../../support/signing/start-canary-authority.ts';

const authorities = await startAuthorities();
afterAll(() => authorities.close());
const server = await startTestServer({
  flags: { rateLimit: '0', workers: '2', timestampAuthority: authorities.timestampUrl },
});
const member = await server.team();
const stranger = await server.team();
const { identity } = makeIdentity();
const { store, dataDir } = server;
const add = (teamId: number, name: string, own = identity) =>
  storeIdentity(store, { teamId, name, identity: own }, { dataDir }, {});
const first = await add(member.team.id, 'invoices');
await add(stranger.team.id, 'theirs');

const page = `<!doctype html><html lang="en"><title>Offer</title><h1>Hello {{ name }}</h1>
  <div data-pdfapi-signature="seller" style="width: 6cm; height: 2cm"></div>`;
const plain = await server.template(member.team, page);
const sign = {
  identity: 'invoices',
  reason: 'Approved',
  location: 'Wien',
  name: 'Acme',
  certify: 'fill',
} as const;
const config = { sign };
const data = { name: 'Ada' };
const asyncHeader = { prefer: 'respond-async' };

const pdfOf = ({ status, json }: Answer) => {
  expect([status, json.message]).toEqual([200, undefined]);
  return Buffer.from(json.pdf, 'base64');
};
const uses = async () => await store.signingIdentities.uses({ teamId: member.team.id, limit: 100 });
const sha256 = (pdf: Uint8Array) => createHash('sha256').update(pdf).digest();

function expectSigned(pdf: Uint8Array, details: object = {}) {
  expect(verifySignatures(pdf).signatures).toMatchObject([
    {
      field: 'seller',
      valid: true,
      coversFile: true,
      signer: 'Ada Lovelace',
      reason: 'Approved',
      location: 'Wien',
      name: 'Acme',
      level: 'B-B',
      certifies: 'fill',
      findings: [],
      ...details,
    },
  ]);
}

async function ended(answer: Answer) {
  expect([answer.status, answer.json.message]).toEqual([202, undefined]);
  for (;;) {
    const { json } = await member.get(`jobs/${answer.json.data.id}?wait=30`);
    if (json.data.finished_at !== null) return json.data;
  }
}

it('the key that encrypts is made with the first identity, for its owner alone', () => {
  const path = join(dataDir, 'identity.key');
  expect(first.madeKey).toBe(path);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(Buffer.from(readFileSync(path, 'utf8'), 'base64')).toHaveLength(32);
});

it('every route that renders signs its PDF, and records who did', async () => {
  const html = pdfOf(await member.post('html-to-pdf', { html: page, data, config }));
  expectSigned(html);
  const generated = pdfOf(await member.post(`templates/${plain}/generate`, { data, config }));
  expectSigned(generated);
  const templates = [
    { id: plain, data },
    { id: plain, data: { name: 'Bo' } },
  ];
  const two = { sign: { ...sign, field: 'seller' } };
  const merged = pdfOf(await member.post('templates/merge', { templates, config: two }));
  expectSigned(merged);
  expect(verifySignatures(merged).unsigned).toHaveLength(1);
  const [third, second, oldest] = await uses();
  for (const [use, pdf] of [
    [oldest, html],
    [second, generated],
    [third, merged],
  ] as const) {
    expect(use).toMatchObject({
      identity: 'invoices',
      fingerprint: first.identity.fingerprint,
      tokenId: expect.any(Number),
      requestId: expect.stringMatching(/./),
      jobId: null,
    });
    expect(sha256(pdf).equals(use?.documentHash ?? new Uint8Array())).toBe(true);
  }
});

it('a PDF that is large enough for threads is signed too, and the authority of the operator confirms its time', async () => {
  const noise = noisePng({ width: 400, height: 400 }).toString('base64');
  const pdf = pdfOf(
    await member.post('html-to-pdf', {
      html: `${page}<img alt="Noise" src="data:image/png;base64,${noise}">`,
      config: { sign: { ...sign, timestamp: true } },
    }),
  );
  expect(pdf.length).toBeGreaterThan(300_000);
  expectSigned(pdf, { level: 'B-T', timestamp: { time: expect.any(Date) } });
});

it('what proves in years that the certificates were valid comes with the signature', async () => {
  await add(member.team.id, 'lasting', authorities.identity);
  const lasting = { identity: 'lasting', timestamp: true, long_term: true };
  const pdf = pdfOf(await member.post('html-to-pdf', { html: page, config: { sign: lasting } }));
  const trusted = [Buffer.from(String(authorities.root.certificate))];
  const [signature] = verifySignatures(pdf, { trusted }).signatures;
  expect(signature).toMatchObject({ level: 'B-LT', trusted: true });
  const { status, json } = await member.post('html-to-pdf', {
    html: page,
    config: { sign: { ...lasting, timestamp: false } },
  });
  expect([status, Object.keys(json.errors)]).toEqual([422, ['config.sign.long_term']]);
});

it('certificates of a time-stamp authority lead to no host that is not public, unless it is allowed', async () => {
  const authority = await startCanaryAuthority();
  const signed = async (flags: Record<string, string>) => {
    const other = await startTestServer({
      flags: { rateLimit: '0', workers: '1', timestampAuthority: authority.timestampUrl, ...flags },
    });
    const { post, team } = await other.team();
    const own = { teamId: team.id, name: 'invoices', identity };
    await storeIdentity(other.store, own, { dataDir: other.dataDir }, {});
    const lasting = { identity: 'invoices', timestamp: true, long_term: true };
    const answer = await post('html-to-pdf', { html: page, config: { sign: lasting } });
    await other.stop();
    pdfOf(answer);
    return answer.headers.get('pdfapi-warning') ?? '';
  };
  const { canary } = authority;
  const port = canary.split(':')[1];
  const refused = await signed({});
  for (const path of ['ocsp', 'issuer.crl']) {
    expect(refused).toContain(
      `http://${canary}/${path} could not be asked: Port ${port} is not one that may be reached; only 80 and 443 are. The operator of the server can allow it with --allow-host ${canary}.`,
    );
  }
  expect(authority.requests).toEqual([]);
  expect(await signed({ allowHosts: canary })).not.toMatch(/127|Canary/);
  expect(authority.requests).toEqual(['POST /ocsp', 'GET /root.cer', 'GET /root.crl']);
  await authority.close();
});

it('a key of idempotency replays the signed PDF, and signs nothing again', async () => {
  const headers = { 'idempotency-key': 'signed-1' };
  const signed = pdfOf(await member.post('html-to-pdf', { html: page, data, config }, headers));
  const before = (await uses()).length;
  const second = await member.post('html-to-pdf', { html: page, data, config }, headers);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(pdfOf(second).equals(signed)).toBe(true);
  expect(await uses()).toHaveLength(before);
});

it('jobs sign each PDF, or the merged one', async () => {
  const request = await ended(await member.post('html-to-pdf', { html: page, data, config }, asyncHeader));
  expectSigned((await member.get(`jobs/${request.id}/result`)).bytes);
  const rows = [{ name: 'Ada' }, { name: 'Bo' }];
  const zip = await ended(await member.post('batches', { template_id: plain, rows, output: 'zip', config }));
  const files = [...(await readZip((await member.get(`jobs/${zip.id}/result`)).bytes)).values()];
  expect(files).toHaveLength(2);
  for (const file of files) expectSigned(file);
  const two = { sign: { ...sign, field: 'seller' } };
  const merged = await ended(
    await member.post('batches', { template_id: plain, rows, output: 'merged', config: two }),
  );
  expectSigned((await member.get(`jobs/${merged.id}/result`)).bytes);
  // Its rows were not signed, because a merge would end their signatures.
  expect((await uses()).map(({ jobId }) => jobId).filter((id) => id === merged.id)).toHaveLength(1);
  expect((await uses()).map(({ jobId }) => jobId).filter((id) => id === zip.id)).toHaveLength(2);
});

describe('what cannot be signed costs nothing, in every form', () => {
  const rows = [{ name: 'Ada' }];
  it.each([
    ['an unknown identity', { identity: 'other' }, 'config.sign.identity', 'no signing identity'],
    ['that of another team', { identity: 'theirs' }, 'config.sign.identity', 'no signing identity'],
    ['no identity', {}, 'config.sign.identity', ''],
    ['a name that none has', { identity: '../x' }, 'config.sign.identity', 'must be the name'],
    ['a key', { identity: 'invoices', key: 'MIIE' }, 'config.sign', ''],
    [
      'an address',
      { identity: 'invoices', timestamp: 'http://127.0.0.1:1' },
      'config.sign.timestamp',
      'must be true or false',
    ],
    ['a wrong certify', { identity: 'invoices', certify: 'all' }, 'config.sign.certify', 'must be one of'],
  ] as const)('%s', async (_, wrong, field, message) => {
    const before = (await member.get('usage')).json;
    const bad = { sign: wrong };
    for (const answer of [
      await member.post('html-to-pdf', { html: page, data, config: bad }),
      await member.post('html-to-pdf', { html: page, data, config: bad }, asyncHeader),
      await member.post(`templates/${plain}/generate`, { data, config: bad }),
      await member.post('templates/merge', { templates: [{ id: plain, data }], config: bad }),
      await member.post('batches', { template_id: plain, rows, config: bad }),
    ]) {
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.json.errors).some((key) => key.startsWith(field))).toBe(true);
      expect(JSON.stringify(answer.json)).toContain(message);
    }
    expect((await member.get('usage')).json).toEqual(before);
  });

  it('passwords', async () => {
    const both = { sign, protection: { user_password: 'open' } };
    const answer = await member.post('html-to-pdf', { html: page, data, config: both });
    expect([answer.status, answer.json.errors['config.sign']?.[0]]).toEqual([
      422,
      expect.stringContaining('both signed and protected'),
    ]);
  });
});

it('a removed identity signs no more, and an expired one never', async () => {
  await add(member.team.id, 'gone');
  await expect(add(member.team.id, 'gone')).rejects.toMatchObject({ code: 'invalid_option' });
  expect(await store.signingIdentities.remove(stranger.team.id, 'gone')).toBe(false);
  expect(await store.signingIdentities.remove(member.team.id, 'gone')).toBe(true);
  const gone = await member.post('html-to-pdf', { html: page, data, config: { sign: { identity: 'gone' } } });
  expect(gone.status).toBe(422);
  const stored = await store.signingIdentities.find(member.team.id, 'invoices');
  if (!stored) throw new Error('The identity is missing.');
  await store.signingIdentities.add({ ...stored, name: 'old', expiresAt: new Date('2020-01-02') });
  const old = await member.post('html-to-pdf', { html: page, data, config: { sign: { identity: 'old' } } });
  expect([old.status, old.json.errors]).toEqual([
    422,
    { 'config.sign.identity': ['The certificate of the signing identity old expired on 2020-01-02.'] },
  ]);
});

it('without the key that encrypts, or with another one, nothing is signed, and the answer says nothing of it', async () => {
  const path = join(dataDir, 'identity.key');
  renameSync(path, `${path}.away`);
  try {
    const answer = await member.post('html-to-pdf', { html: page, data, config });
    expect([answer.status, answer.json.code]).toEqual([500, 'server_failed']);
    expect(JSON.stringify(answer.json)).not.toContain('identity.key');
    expect(existsSync(path)).toBe(false);
  } finally {
    renameSync(`${path}.away`, path);
  }
  expectSigned(pdfOf(await member.post('html-to-pdf', { html: page, data, config })));
});

it('an authority that gives no time stamp costs nothing, and its address stays here', async () => {
  const other = await startTestServer({
    flags: { rateLimit: '0', workers: '1', timestampAuthority: `${authorities.timestampUrl}-none` },
  });
  const { post, team, used } = await other.team();
  await storeIdentity(
    other.store,
    { teamId: team.id, name: 'invoices', identity },
    { dataDir: other.dataDir },
    {},
  );
  const failed = await post('html-to-pdf', { html: page, config: { sign: { ...sign, timestamp: true } } });
  expect([failed.status, failed.json.code]).toEqual([503, 'timestamp_failed']);
  expect(JSON.stringify(failed.json)).not.toContain('127.0.0.1');
  expect(await used()).toBe(0);
  expect(await other.store.signingIdentities.uses({ limit: 10 })).toEqual([]);
  await other.stop();
});

it('without an authority, a time stamp is rejected', async () => {
  const other = await startTestServer({ browser: false, flags: { rateLimit: '0' } });
  const { post, team } = await other.team();
  await storeIdentity(
    other.store,
    { teamId: team.id, name: 'invoices', identity },
    { dataDir: other.dataDir },
    {},
  );
  const answer = await post('html-to-pdf', { html: page, config: { sign: { ...sign, timestamp: true } } });
  expect([answer.status, Object.keys(answer.json.errors)]).toEqual([422, ['config.sign.timestamp']]);
  await other.stop();
});
