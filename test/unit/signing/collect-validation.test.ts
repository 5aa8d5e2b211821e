import { expect, it } from 'vitest';
import { collectValidation, type HttpExchange, verifyChain } from '../../../src/signing/index.ts';
import { type MadeCertificate, makeCertificate } from '../../support/signing/make-certificate.ts';
import { makeOcspResponse, makeRevocationList } from '../../support/signing/make-revocation.ts';

const host = 'http://ca.example';
const root = makeCertificate({ name: 'Root', purpose: 'root' });
const issuer = makeCertificate({
  name: 'Issuer',
  purpose: 'intermediate',
  issuer: root,
  issuerUrl: `${host}/root.cer`,
  crlUrl: `${host}/root.crl`,
});
const signer = makeCertificate({
  name: 'Ada',
  purpose: 'signer',
  issuer,
  issuerUrl: `${host}/issuer.cer`,
  ocspUrl: `${host}/ocsp`,
  crlUrl: `${host}/issuer.crl`,
});
const responder = makeCertificate({ name: 'Responder', purpose: 'ocsp', issuer });

const ocsp = makeOcspResponse({ certificate: signer, issuer, responder });
const rootList = makeRevocationList({ issuer: root });
const issuerList = makeRevocationList({ issuer });

const standard: Readonly<Record<string, Uint8Array>> = {
  '/root.cer': root.certificate.raw,
  '/issuer.cer': issuer.certificate.raw,
  '/ocsp': ocsp,
  '/root.crl': rootList,
  '/issuer.crl': issuerList,
};

function serve(changes: Readonly<Record<string, Uint8Array | undefined>> = {}) {
  const requests: string[] = [];
  const exchange: HttpExchange = async ({ url, method }) => {
    const { pathname } = new URL(url);
    requests.push(`${method} ${pathname}`);
    const body = { ...standard, ...changes }[pathname];
    return body ? { status: 200, body } : { status: 404, body: new Uint8Array() };
  };
  return { requests, exchange };
}

const subjects = (certificates: readonly MadeCertificate['certificate'][]) =>
  certificates.map(({ subject }) => subject);

it('collects issuers, OCSP and lists, with which the chain verifies', async () => {
  const { exchange, requests } = serve();
  const collected = await collectValidation([signer.certificate], exchange);
  expect(collected.findings).toEqual([]);
  expect(subjects(collected.certificates)).toEqual(['CN=Ada', 'CN=Responder', 'CN=Issuer', 'CN=Root']);
  expect(collected.ocsps).toEqual([ocsp]);
  expect(collected.crls).toEqual([rootList]);
  expect(requests).toEqual(['GET /issuer.cer', 'POST /ocsp', 'GET /root.cer', 'GET /root.crl']);
  const { certificates: others, ocsps, crls } = collected;
  const trusted = [root.certificate];
  const report = verifyChain(signer.certificate, {
    trusted,
    others,
    ocsps,
    crls,
    time: new Date(),
    purpose: 'document',
  });
  expect(report).toMatchObject({ trusted: true, findings: [] });
});

it('fetches no issuers that the signature has', async () => {
  const { exchange, requests } = serve();
  await collectValidation(
    [signer, root, issuer].map(({ certificate }) => certificate),
    exchange,
  );
  expect(requests).toEqual(['POST /ocsp', 'GET /root.crl']);
});

it('takes an issuer in PEM', async () => {
  const { exchange } = serve({ '/issuer.cer': Buffer.from(issuer.certificate.toString()) });
  expect((await collectValidation([signer.certificate], exchange)).findings).toEqual([]);
});

it.each([
  ['is missing', undefined, 'it responded with the HTTP status 404.'],
  ['is a page', Buffer.from('<html>'), 'An element ends after what it is in.'],
  [
    'is of a stranger',
    makeOcspResponse({
      certificate: signer,
      issuer,
      responder: makeCertificate({ name: 'S', purpose: 'ocsp' }),
    }),
    'it is not signed by the issuer.',
  ],
  [
    'is out of date',
    makeOcspResponse({ certificate: signer, issuer, thisUpdate: new Date(0), nextUpdate: new Date(1) }),
    'it is out of date.',
  ],
  [
    'is a refusal',
    Uint8Array.of(0x30, 3, 0x0a, 1, 6),
    'the responder says that it does not know the certificate.',
  ],
])('takes the list if the answer of OCSP %s', async (_, body, reason) => {
  const { exchange } = serve({ '/ocsp': body });
  const collected = await collectValidation([signer.certificate], exchange);
  expect(collected.ocsps).toEqual([]);
  expect(collected.crls).toEqual([issuerList, rootList]);
  expect(collected.findings).toMatchObject([{ code: 'unavailable', severity: 'warning' }]);
  expect(collected.findings[0]?.message).toContain(`${host}/ocsp`);
  expect(collected.findings[0]?.message).toContain(reason);
});

it('names what could not be had', async () => {
  const { exchange } = serve({ '/ocsp': undefined, '/issuer.crl': rootList, '/root.cer': undefined });
  const { findings, ocsps, crls } = await collectValidation([signer.certificate], exchange);
  expect({ ocsps, crls }).toEqual({ ocsps: [], crls: [] });
  expect(findings.map(({ message }) => message)).toEqual([
    'What http://ca.example/ocsp sent cannot be used: it responded with the HTTP status 404.',
    'What http://ca.example/issuer.crl sent cannot be used: it is not signed by the issuer.',
    'Whether the certificate of Ada was revoked could not be had: no place that it names gave it.',
    'What http://ca.example/root.cer sent cannot be used: it responded with the HTTP status 404.',
    'The certificate of the issuer of Issuer could not be had.',
  ]);
});

it('reports a revoked certificate as an error', async () => {
  const revokedAt = new Date('2026-01-02T03:04:05Z');
  const { exchange } = serve({ '/ocsp': makeOcspResponse({ certificate: signer, issuer, revokedAt }) });
  const { findings } = await collectValidation([signer.certificate], exchange);
  expect(findings).toEqual([
    {
      code: 'revoked',
      severity: 'error',
      message: 'The certificate of Ada was revoked on 2026-01-02T03:04:05.000Z.',
    },
  ]);
});

it('does not follow places that are no web addresses', async () => {
  const local = makeCertificate({
    name: 'Local',
    purpose: 'signer',
    issuer: root,
    issuerUrl: 'file:///etc/passwd',
    crlUrl: 'ldap://ca.example/root',
  });
  const { exchange, requests } = serve();
  await collectValidation([local.certificate], exchange);
  expect(requests).toEqual([]);
});
