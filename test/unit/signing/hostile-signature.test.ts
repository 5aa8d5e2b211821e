import { createHash, randomBytes, randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signDetached, timestampClient, verifyChain, verifyDetached } from '../../../src/signing/index.ts';
import { rounds } from '../../support/rounds.ts';
import { makeCertificate } from '../../support/signing/make-certificate.ts';
import { makeIdentity } from '../../support/signing/make-identity.ts';
import { timestampAuthority } from '../../support/signing/timestamp-authority.ts';

/** The versions of a CMS structure that are read (RFC 5652, 5.1). It is not signed, and many programs write another one than they should. */
const versions = [1, 3, 4, 5];

const content = randomBytes(2_000);
const digestsOf = (bytes: Uint8Array) => (algorithm: string) => createHash(algorithm).update(bytes).digest();
const digestOf = digestsOf(content);

const { identity, root } = makeIdentity();
const authority = makeCertificate({ name: 'Test Authority', purpose: 'timestamp', issuer: root });
const exchange = timestampAuthority({ authority, chain: [root] });
const timestamp = timestampClient('http://tsa.example', exchange);
const cms = Buffer.from(await signDetached(digestOf, identity, { timestamp }));

/** Everything that a user could see of it. */
const seen = (bytes: Uint8Array, digest = digestOf) => {
  const {
    findings,
    intact,
    level,
    signer,
    timestamps: [stamp],
  } = verifyDetached(bytes, digest);
  return JSON.stringify({ findings, intact, level, signer, stamp: { ...stamp, certificates: [] } });
};

it('each change of one byte is noticed', () => {
  const untouched = seen(cms);
  expect(JSON.parse(untouched)).toMatchObject({
    intact: true,
    level: 'B-T',
    findings: [],
    stamp: { intact: true },
  });
  const unnoticed: string[] = [];
  for (let round = 0; round < rounds(100, 1_000); round++) {
    const place = randomInt(2, cms.length);
    const changed = Buffer.from(cms);
    changed[place] = (changed[place] ?? 0) ^ randomInt(1, 256);
    const isVersion =
      cms.readUInt16BE(place - 2) === 0x02_01 &&
      [cms, changed].every((bytes) => versions.includes(bytes[place] ?? 0));
    if (seen(changed) === untouched && !isVersion)
      unnoticed.push(`${place}: ${cms[place]} → ${changed[place]}`);
  }
  expect(unnoticed).toEqual([]);
});

it('no number of it can have another tag', () => {
  const enumerated = [...cms.keys()]
    .filter((place) => cms[place] === 0x02)
    .flatMap((place) => {
      const changed = Buffer.from(cms);
      changed[place] = 0x0a;
      return seen(changed) === seen(cms) ? [place] : [];
    });
  expect(enumerated).toEqual([]);
});

it('each change of the signed bytes is noticed', () => {
  for (let round = 0; round < rounds(100, 1_000); round++) {
    const changed = Buffer.from(content);
    const place = randomInt(content.length);
    changed[place] = (changed[place] ?? 0) ^ randomInt(1, 256);
    expect(verifyDetached(cms, digestsOf(changed)).intact).toBe(false);
  }
});

it('no untouched signature fails', async () => {
  for (let round = 0; round < rounds(20, 200); round++) {
    const digest = digestsOf(randomBytes(100));
    const report = verifyDetached(await signDetached(digest, identity), digest);
    expect(report).toMatchObject({ intact: true, findings: [] });
  }
});

describe('whatever the bytes are, a report says so', () => {
  it('pieces, repetitions and mixtures of a signature', () => {
    for (let round = 0; round < rounds(100, 1_000); round++) {
      const mutated = Buffer.from(cms);
      for (let change = randomInt(1, 6); change > 0; change--) {
        const [from, to, length] = [randomInt(cms.length), randomInt(cms.length), randomInt(1, 200)];
        if (round % 3 === 0) mutated.copyWithin(to, from, from + length);
        else if (round % 3 === 1) mutated.fill(randomInt(256), to, Math.min(to + length, mutated.length));
        else mutated[to] = randomInt(256);
      }
      const cut = round % 5 === 0 ? mutated.subarray(randomInt(50), randomInt(50, cms.length)) : mutated;
      const { findings, certificates } = verifyDetached(cut, digestOf);
      expect(findings.filter(({ message }) => !/^\S.*[.]$/s.test(message))).toEqual([]);
      // Certificates that OpenSSL reads go on to the check of the chain.
      const [first] = certificates;
      if (first && round % 20 === 0) {
        verifyChain(first, {
          trusted: [root.certificate],
          others: certificates,
          time: new Date(),
          purpose: 'document',
        });
      }
    }
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['zeros', new Uint8Array(10_000)],
    ['noise', randomBytes(10_000)],
    ['text', Buffer.from('%PDF-1.7')],
    ['an empty sequence', Uint8Array.of(0x30, 0)],
    ['sequences of no end', Buffer.alloc(2_000_000, Buffer.from('3080', 'hex'))],
    ['sequences in sequences', nested(20_000)],
    ['a million empty elements', wide(1_000_000)],
    ['a length beyond the end', Buffer.from('3084ffffffff00', 'hex')],
    ['a length of 127 bytes', Buffer.concat([Buffer.from('30ff', 'hex'), randomBytes(200)])],
  ])('%s', (_, bytes) => {
    expect(verifyDetached(bytes, digestOf)).toMatchObject({
      intact: false,
      certificates: [],
      findings: [{ code: 'malformed', severity: 'error' }],
    });
  });
});

function nested(depth: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let level = 0; level < depth; level++) {
    const header = Buffer.alloc(6);
    header.set([0x30, 0x84]);
    header.writeUInt32BE(length, 2);
    parts.push(header);
    length += 6;
  }
  return Buffer.concat(parts.toReversed());
}

function wide(count: number): Uint8Array {
  const header = Buffer.alloc(6);
  header.set([0x30, 0x84]);
  header.writeUInt32BE(2 * count, 2);
  return Buffer.concat([header, Buffer.alloc(2 * count, Buffer.from('0500', 'hex'))]);
}
