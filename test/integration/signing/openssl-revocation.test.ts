/** Answers of a responder and lists of revoked certificates that OpenSSL makes. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectValidation, verifyChain } from '../../../src/signing/index.ts';
import { type MadeCertificate, makeCertificate } from '../../support/signing/make-certificate.ts';
import { fetchExchange, OpensslFolder, opensslVersion, serveReplies } from '../../support/signing/openssl.ts';

const root = makeCertificate({ name: 'Test Root', purpose: 'root' });

/** A line of the index of `openssl ca`: state, end, time of revocation, serial number, file, subject. */
const indexLine = ({ certificate }: MadeCertificate, revoked: string) =>
  [revoked ? 'R' : 'V', '351231235959Z', revoked, certificate.serialNumber, 'unknown', '/CN=Ada'].join('\t');

describe.skipIf(opensslVersion === undefined)('OpenSSL', () => {
  it.each([
    ['good', ''],
    ['revoked', '260102030405Z'],
  ])('its responder says that a certificate is %s', async (status, revoked) => {
    using folder = new OpensslFolder();
    await using server = await serveReplies((body) => {
      folder.write('request', body);
      const place = [
        '-index',
        'index',
        '-CA',
        'root.pem',
        '-rsigner',
        'responder.pem',
        '-rkey',
        'responder.key',
      ];
      folder.run('ocsp', ...place, '-ndays', '1', '-reqin', 'request', '-respout', 'response');
      return readFileSync(join(folder.path, 'response'));
    });
    const signer = makeCertificate({ name: 'Ada', purpose: 'signer', issuer: root, ocspUrl: server.url });
    folder.writeCertificate('root', root);
    folder.writeCertificate(
      'responder',
      makeCertificate({ name: 'Responder', purpose: 'ocsp', issuer: root }),
    );
    folder.write('index', `${indexLine(signer, revoked)}\n`);
    const collected = await collectValidation([signer.certificate, root.certificate], fetchExchange);
    expect(collected.ocsps).toHaveLength(1);
    expect(collected.findings.map(({ code }) => code)).toEqual(revoked ? ['revoked'] : []);
    const report = verify(signer, collected);
    expect(report.revocation).toMatchObject([{ name: 'Ada', status, source: 'ocsp' }]);
    expect(report.trusted).toBe(revoked === '');
  });

  it.each([
    ['good', ''],
    ['revoked', '260102030405Z'],
  ])('its list says that a certificate is %s', async (status, revoked) => {
    using folder = new OpensslFolder();
    await using server = await serveReplies(() => readFileSync(join(folder.path, 'list')));
    const signer = makeCertificate({ name: 'Ada', purpose: 'signer', issuer: root, crlUrl: server.url });
    folder.writeCertificate('root', root);
    folder.write('index', `${indexLine(signer, revoked)}\n`);
    const settings = [
      'database = index',
      'certificate = root.pem',
      'private_key = root.key',
      'default_md = sha256',
    ];
    folder.write('ca.cnf', ['[ca]', 'default_ca = own', '[own]', ...settings, ''].join('\n'));
    folder.run('ca -gencrl -config ca.cnf -crldays 1 -out list.pem');
    folder.run('crl -in list.pem -outform DER -out list');
    const collected = await collectValidation([signer.certificate, root.certificate], fetchExchange);
    expect(collected.crls).toHaveLength(1);
    const report = verify(signer, collected);
    expect(report.revocation).toMatchObject([{ name: 'Ada', status, source: 'crl' }]);
  });
});

const verify = (
  signer: MadeCertificate,
  { certificates, ocsps, crls }: Awaited<ReturnType<typeof collectValidation>>,
) =>
  verifyChain(signer.certificate, {
    trusted: [root.certificate],
    others: certificates,
    ocsps,
    crls,
    time: new Date(),
    purpose: 'document',
  });
