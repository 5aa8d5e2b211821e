import { describe, expect, it } from 'vitest';
import {
  encodeBoolean,
  encodeElement,
  encodeInteger,
  encodeOid,
  encodeSequence,
} from '../../../src/signing/asn1/der-writer.ts';
import { oids } from '../../../src/signing/asn1/object-identifiers.ts';
import { verifyChain } from '../../../src/signing/index.ts';
import { encodeName, type MadeCertificate, makeCertificate } from '../../support/signing/make-certificate.ts';
import { makeOcspResponse, makeRevocationList } from '../../support/signing/make-revocation.ts';

const day = 86_400_000;
const now = new Date();
const daysFromNow = (days: number) => new Date(now.getTime() + days * day);

const root = makeCertificate({ name: 'Root', purpose: 'root' });
const issuer = makeCertificate({ name: 'Issuer', purpose: 'intermediate', issuer: root });
const signer = makeCertificate({ name: 'Ada', purpose: 'signer', issuer });
const stranger = makeCertificate({ name: 'Stranger', purpose: 'root' });

const good = [
  makeOcspResponse({ certificate: signer, issuer }),
  makeOcspResponse({ certificate: issuer, issuer: root }),
];

type Options = Partial<Parameters<typeof verifyChain>[1]>;

const verify = (leaf: MadeCertificate, others: readonly MadeCertificate[], options: Options = {}) =>
  verifyChain(leaf.certificate, {
    trusted: [root.certificate],
    others: others.map(({ certificate }) => certificate),
    time: now,
    purpose: 'document',
    ocsps: good,
    ...options,
  });

const codes = ({ findings }: ReturnType<typeof verifyChain>) => findings.map(({ code }) => code);

it('a chain to a trusted certificate, none of which was revoked, is trusted', () => {
  const report = verify(signer, [issuer]);
  expect(report).toMatchObject({ trusted: true, findings: [] });
  expect(report.chain.map(({ subject }) => subject)).toEqual(['CN=Ada', 'CN=Issuer', 'CN=Root']);
  expect(report.revocation).toEqual([
    { name: 'Ada', status: 'good', source: 'ocsp', revokedAt: undefined },
    { name: 'Issuer', status: 'good', source: 'ocsp', revokedAt: undefined },
  ]);
});

it('a certificate can be trusted itself, and an issuer can', () => {
  expect(verify(signer, [], { trusted: [signer.certificate] })).toMatchObject({
    trusted: true,
    findings: [],
  });
  const byIssuer = verify(signer, [root], { trusted: [issuer.certificate] });
  expect(byIssuer).toMatchObject({ trusted: true, findings: [] });
  expect(byIssuer.chain).toHaveLength(2);
});

it('a chain that ends somewhere else is not trusted, and says where it ends', () => {
  const missing = verify(signer, []);
  expect(missing.trusted).toBe(false);
  expect(missing.findings).toMatchObject([
    { code: 'untrusted', message: 'The issuer of Ada is not known: CN=Issuer.' },
  ]);
  const untrusted = verify(signer, [issuer, root], { trusted: [stranger.certificate] });
  expect(untrusted.trusted).toBe(false);
  expect(untrusted.findings[0]?.message).toBe('The chain ends with Root, which is not trusted.');
});

it('an issuer of the right name and another key is none', () => {
  const impostor = makeCertificate({ name: 'Issuer', purpose: 'intermediate', issuer: root });
  expect(verify(signer, [impostor]).trusted).toBe(false);
  expect(verify(signer, [impostor, issuer]).trusted).toBe(true);
  const otherRoot = makeCertificate({ name: 'Root', purpose: 'root' });
  expect(verify(signer, [issuer, otherRoot], { trusted: [otherRoot.certificate] }).trusted).toBe(false);
});

it('thousands of issuers of one name end the search instead of taking minutes', () => {
  const impostor = makeCertificate({ name: 'Issuer', purpose: 'intermediate', issuer: root });
  const others = Array.from({ length: 3_000 }, () => impostor);
  expect(verify(signer, [...others, issuer]).trusted).toBe(false);
});

describe('time', () => {
  it('a certificate that had expired, or was not valid yet, is not trusted', () => {
    const expired = makeCertificate({ name: 'Old', purpose: 'signer', issuer, notAfter: daysFromNow(-1) });
    expect(codes(verify(expired, [issuer]))).toContain('expired');
    expect(verify(expired, [issuer]).trusted).toBe(false);
    expect(verify(expired, [issuer], { time: daysFromNow(-2) }).trusted).toBe(true);
    const early = verify(signer, [issuer], { time: daysFromNow(-100) });
    expect(early.trusted).toBe(false);
    expect(codes(early)).toContain('not_yet_valid');
  });

  it('a trusted certificate that expired is a warning', () => {
    const oldRoot = makeCertificate({
      name: 'Root',
      purpose: 'root',
      key: root.key,
      notAfter: daysFromNow(-1),
    });
    const report = verify(signer, [issuer], { trusted: [oldRoot.certificate] });
    expect(report).toMatchObject({ trusted: true, findings: [{ code: 'expired', severity: 'warning' }] });
  });
});

describe('who may issue', () => {
  const keyUsage = (bits: number) => ({
    oid: oids.keyUsage,
    isCritical: true,
    value: encodeElement(0x03, Uint8Array.of(0, bits)),
  });
  const constraints = (...parts: readonly Uint8Array[]) => ({
    oid: oids.basicConstraints,
    isCritical: true,
    value: encodeSequence(...parts),
  });

  it.each([
    ['no authority', [constraints()]],
    ['an authority for other things', [keyUsage(0xc0)]],
    ['a condition that is not understood', [{ oid: '1.2.3.4.5', isCritical: true, value: encodeSequence() }]],
  ])('an issuer with %s is not trusted', (_, extensions) => {
    const wrong = makeCertificate({ name: 'Wrong', purpose: 'intermediate', issuer: root, extensions });
    const leaf = makeCertificate({ name: 'Ada', purpose: 'signer', issuer: wrong });
    expect(verify(leaf, [wrong]).trusted).toBe(false);
  });

  it('a signer cannot issue certificates', () => {
    const leaf = makeCertificate({ name: 'Eve', purpose: 'signer', issuer: signer });
    const report = verify(leaf, [signer, issuer]);
    expect(report.trusted).toBe(false);
    expect(report.findings[0]?.message).toBe('The certificate of Ada must not issue other certificates.');
  });

  it('a chain must not be longer than an issuer allows', () => {
    const extensions = [constraints(encodeBoolean(true), encodeInteger(0))];
    const last = makeCertificate({ name: 'Last', purpose: 'intermediate', issuer: root, extensions });
    const below = makeCertificate({ name: 'Below', purpose: 'intermediate', issuer: last });
    const [near, far] = [last, below].map((each) =>
      makeCertificate({ name: 'Ada', purpose: 'signer', issuer: each }),
    );
    expect(near && verify(near, [last]).trusted).toBe(true);
    expect(far && verify(far, [below, last]).trusted).toBe(false);
  });

  it('names outside of what an issuer may certify are not trusted', () => {
    const subtree = (tag: number, name: string) =>
      encodeElement(tag, encodeSequence(encodeElement(0xa4, encodeName(name))));
    const withNames = (tag: number, name: string) => {
      const value = encodeSequence(subtree(tag, name));
      const extensions = [{ oid: oids.nameConstraints, isCritical: true, value }];
      const bound = makeCertificate({ name: 'Bound', purpose: 'intermediate', issuer: root, extensions });
      return verify(makeCertificate({ name: 'Ada', purpose: 'signer', issuer: bound }), [bound]).trusted;
    };
    expect(withNames(0xa0, 'Ada')).toBe(true);
    expect(withNames(0xa0, 'Eve')).toBe(false);
    expect(withNames(0xa1, 'Eve')).toBe(true);
    expect(withNames(0xa1, 'Ada')).toBe(false);
    // The same name, written otherwise: RFC 5280, 7.1.
    expect(withNames(0xa1, ' ADA')).toBe(false);
  });
});

it('a chain leads through names in different types of strings', () => {
  const printable = 0x13;
  const other = makeCertificate({ name: 'Bea', purpose: 'signer', issuer, issuerStringTag: printable });
  const ocsps = [makeOcspResponse({ certificate: other, issuer }), ...good];
  expect(verify(other, [issuer], { ocsps })).toMatchObject({ trusted: true, findings: [] });
});

describe('what a certificate is for', () => {
  it('one of a time-stamp authority is for time stamps, and others are not', () => {
    const stamping = makeCertificate({ name: 'Stamp', purpose: 'timestamp', issuer });
    expect(verify(stamping, [issuer], { purpose: 'timestamp' }).trusted).toBe(true);
    expect(verify(signer, [issuer], { purpose: 'timestamp' }).trusted).toBe(false);
    const asDocument = verify(stamping, [issuer]);
    expect(asDocument.findings).toContainEqual({
      code: 'wrong_purpose',
      severity: 'warning',
      message: 'The certificate of Stamp is meant for other things than documents.',
    });
  });

  it('one that is not for signatures is not trusted', () => {
    const value = encodeElement(0x03, Uint8Array.of(5, 0x20));
    const extensions = [{ oid: oids.keyUsage, isCritical: true, value }];
    const encrypting = makeCertificate({ name: 'Ada', purpose: 'signer', issuer, extensions });
    expect(codes(verify(encrypting, [issuer]))).toContain('wrong_purpose');
    expect(verify(encrypting, [issuer]).trusted).toBe(false);
  });

  it.each([oids.emailProtection, oids.documentSigning, oids.adobeDocumentSigning, oids.anyPurpose])(
    'one for %s signs documents',
    (purpose) => {
      const extensions = [{ oid: oids.extendedKeyUsage, value: encodeSequence(encodeOid(purpose)) }];
      const leaf = makeCertificate({ name: 'Ada', purpose: 'signer', issuer, extensions });
      expect(codes(verify(leaf, [issuer]))).toEqual(['revocation_unknown']);
    },
  );
});

describe('revocation', () => {
  const statusOf = (ocsps: readonly Uint8Array[], crls: readonly Uint8Array[] = [], time = now) => {
    const report = verify(signer, [issuer], { ocsps, crls, time });
    const [{ status, source } = {}] = report.revocation;
    return { trusted: report.trusted, status, source };
  };
  const revokedAt = daysFromNow(-2);
  const responder = makeCertificate({ name: 'Responder', purpose: 'ocsp', issuer });

  it('without evidence is unknown, which is a warning', () => {
    expect(statusOf([])).toEqual({ trusted: true, status: 'unknown', source: undefined });
  });

  it.each([
    ['the issuer', {}],
    ['a responder of the issuer', { responder }],
  ])('is what %s says', (_, options) => {
    const revoked = makeOcspResponse({ certificate: signer, issuer, revokedAt, ...options });
    expect(statusOf([revoked])).toEqual({ trusted: false, status: 'revoked', source: 'ocsp' });
    const fine = makeOcspResponse({ certificate: signer, issuer, ...options });
    expect(statusOf([fine])).toEqual({ trusted: true, status: 'good', source: 'ocsp' });
  });

  it('counts from its time on', () => {
    const revoked = makeOcspResponse({ certificate: signer, issuer, revokedAt });
    expect(statusOf([revoked], [], daysFromNow(-3))).toEqual({
      trusted: true,
      status: 'good',
      source: 'ocsp',
    });
  });

  it.each([
    ['of a stranger', { responder: stranger }],
    ['of a certificate that is for other things', { responder: signer }],
    [
      'of a responder of another issuer',
      { responder: makeCertificate({ name: 'R', purpose: 'ocsp', issuer: root }) },
    ],
    ['about another certificate', { certificate: responder }],
    ['about a certificate of another issuer', { issuer: root }],
    ['that is out of date', { thisUpdate: daysFromNow(-9), nextUpdate: daysFromNow(-8) }],
    ['from the future', { thisUpdate: daysFromNow(1), nextUpdate: daysFromNow(2) }],
    ['that the responder does not have', { isUnknown: true }],
  ])('an answer %s counts for nothing', (_, options) => {
    const response = makeOcspResponse({ certificate: signer, issuer, ...options });
    expect(statusOf([response]).status).toBe('unknown');
  });

  it('a changed answer counts for nothing', () => {
    const response = Buffer.from(makeOcspResponse({ certificate: signer, issuer }));
    for (let index = 60; index < response.length - 1; index += 7) {
      const changed = Buffer.from(response);
      changed[index] = (changed[index] ?? 0) ^ 4;
      expect(statusOf([changed]).status).toBe('unknown');
    }
  });

  it('is what the list of the issuer says', () => {
    const lists = (options: object) => statusOf([], [makeRevocationList({ issuer, ...options })]);
    expect(lists({ others: 3 })).toEqual({ trusted: true, status: 'good', source: 'crl' });
    const revoked = [{ certificate: signer, time: revokedAt }];
    expect(lists({ revoked, others: 100_000 })).toEqual({ trusted: false, status: 'revoked', source: 'crl' });
    expect(lists({ revoked, issuer: root }).status).toBe('unknown');
    expect(lists({ thisUpdate: daysFromNow(-9), nextUpdate: daysFromNow(-8) }).status).toBe('unknown');
  });

  it.each([
    ['of authorities only', 0x82],
    ['of attribute certificates', 0x85],
    ['of several issuers', 0x84],
  ])('a list %s counts for nothing', (_, tag) => {
    const scope = encodeSequence(encodeElement(tag, Uint8Array.of(0xff)));
    expect(statusOf([], [makeRevocationList({ issuer, scope })]).status).toBe('unknown');
  });

  it('a list of an issuer that may not sign lists counts for nothing', () => {
    const extensions = [
      { oid: oids.keyUsage, isCritical: true, value: encodeElement(0x03, Uint8Array.of(2, 0x04)) },
    ];
    const limited = makeCertificate({ name: 'Limited', purpose: 'intermediate', issuer: root, extensions });
    const leaf = makeCertificate({ name: 'Ada', purpose: 'signer', issuer: limited });
    const crls = [makeRevocationList({ issuer: limited })];
    expect(verify(leaf, [limited], { crls }).revocation[0]?.status).toBe('unknown');
  });

  it('the latest evidence counts', () => {
    const older = makeOcspResponse({ certificate: signer, issuer, thisUpdate: daysFromNow(-3) });
    const newer = makeRevocationList({ issuer, revoked: [{ certificate: signer, time: revokedAt }] });
    expect(statusOf([older], [newer]).status).toBe('revoked');
  });
});

it('garbage as evidence counts for nothing', () => {
  const garbage = [new Uint8Array(), Buffer.from('<html>'), Uint8Array.of(0x30, 0x80, 0, 0)];
  expect(verify(signer, [issuer], { ocsps: garbage, crls: garbage })).toMatchObject({ trusted: true });
});
