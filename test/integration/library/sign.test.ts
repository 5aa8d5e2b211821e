/** Documents that the library signs as it renders them. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openRenderer, signPdf } from '../../../src/index.ts';
import { verifySignatures } from '../../../src/render/sealing/verify-signatures.ts';
import { otherBrowser } from '../../support/real-browser.ts';
import { makeIdentity } from '../../support/signing/make-identity.ts';
import { startCanaryAuthority } from '../../support/signing/start-canary-authority.ts';

const renderer = await openRenderer({ workers: 1, browserPath: otherBrowser });
afterAll(() => renderer.close());

const { identity } = makeIdentity();
const key = Buffer.from(
  [
    identity.key.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'word' }),
    identity.certificate,
    ...identity.chain,
  ]
    .map(String)
    .join(''),
);
const sign = { key, password: 'word', reason: 'Approved' };
const page = '<!doctype html><html lang="en"><title>Offer</title><p>Hello {{ name }}';

const verified = (pdf: Uint8Array) =>
  verifySignatures(pdf).signatures.map(({ valid, reason, coversFile }) => ({ valid, reason, coversFile }));
const signed = [{ valid: true, reason: 'Approved', coversFile: true }];

it('html, rows and files are signed last', async () => {
  const { pdf, report } = await renderer.html(page, { data: { name: 'Ada' }, sign, pdfa: '2b' });
  expect([report.bytes, verified(pdf)]).toEqual([pdf.length, signed]);
  const template = { 'template.html': page };
  for await (const row of renderer.rows({ template, rows: [{ name: 'Bo' }, { name: 'Cy' }], sign })) {
    expect(verified(row.pdf)).toEqual(signed);
  }
  const file = join(mkdtempSync(join(tmpdir(), 'pdfapi-test-')), 'out.pdf');
  const stored = await renderer.render({ template, data: { name: 'Ada' }, sign, file });
  expect([stored.pdf.length, verified(readFileSync(file))]).toEqual([0, signed]);
});

it('what cannot be signed is rejected', async () => {
  for (const [options, message] of [
    [{ sign, protection: { userPassword: 'x' } }, 'both signed and protected'],
    [{ sign, reproducible: new Date(0) }, 'cannot be reproducible'],
    [{ sign: { ...sign, password: 'other' } }, 'password of the private key is wrong'],
    [{ sign: { ...sign, key: 'ada.p12' } }, 'must be a Uint8Array'],
    [{ sign: 'ada.p12' }, 'must be an object with key'],
  ] as const) {
    await expect(renderer.html(page, options as never)).rejects.toMatchObject({
      code: 'invalid_option',
      message: expect.stringContaining(message),
    });
  }
});

it('certificates of a time-stamp authority lead to no host that is not public, unless allowHosts names it', async () => {
  const authority = await startCanaryAuthority();
  const { timestampUrl: timestamp, canary } = authority;
  const lasting = { ...sign, timestamp, longTerm: true };
  const remedy = `Allow it with allowHosts: ['${canary}'].`;
  const rendered = await renderer.html(page, { sign: lasting });
  const { pdf } = rendered;
  const again = await signPdf(pdf, lasting);
  for (const { warnings } of [rendered, again]) {
    expect(warnings.filter((warning) => warning.includes(remedy))).toHaveLength(3);
  }
  expect(authority.requests).toEqual([]);
  const allowed = [
    await renderer.html(page, { sign: lasting, allowHosts: [canary] }),
    await signPdf(pdf, { ...lasting, allowHosts: [canary] }),
  ];
  for (const { warnings } of allowed) {
    expect(warnings.filter((warning) => warning.includes('Canary'))).toEqual([]);
  }
  expect(authority.requests).toHaveLength(6);
  for (const allowHosts of ['intern', [8080]]) {
    await expect(signPdf(pdf, { ...lasting, allowHosts } as never)).rejects.toMatchObject({
      code: 'invalid_option',
      message: 'The allowHosts must be an array of hosts.',
    });
  }
  await expect(signPdf(pdf, { ...lasting, allowHosts: ['*.intern'] })).rejects.toMatchObject({
    code: 'invalid_option',
  });
  await authority.close();
});
