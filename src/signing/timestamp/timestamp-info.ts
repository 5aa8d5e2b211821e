/** What a time-stamp token says: TSTInfo of RFC 3161, 2.4.2. */

import { DerError, derTags, readDer } from '../asn1/der-reader.ts';
import { readOctets, readOid, readSerial, readSmallInteger, readTime } from '../asn1/der-values.ts';
import { algorithmOid } from '../certificates/signature-algorithms.ts';

export interface TimestampInfo {
  readonly policy: string;
  readonly digestOid: string;
  readonly hash: Uint8Array;
  readonly time: Date;
  /** Hexadecimal; undefined if the request had none. */
  readonly nonce: string | undefined;
}

/** Throws `DerError`. */
export function readTimestampInfo(bytes: Uint8Array): TimestampInfo {
  const fields = readDer(bytes).expect(derTags.sequence, 'The time stamp').children;
  const [version, policy, imprint, serial, time, ...rest] = fields;
  if (!version || !policy || !imprint || !serial || !time)
    throw new DerError('The time stamp is incomplete.');
  if (readSmallInteger(version) !== 1) throw new DerError('The time stamp is of an unknown version.');
  const [algorithm, hash] = imprint.expect(derTags.sequence, 'The imprint').children;
  if (!algorithm || !hash) throw new DerError('The time stamp names no hash.');
  const nonce = rest.find(({ tag }) => tag === derTags.integer);
  return {
    policy: readOid(policy),
    digestOid: algorithmOid(algorithm),
    hash: readOctets(hash),
    time: readTime(time.expect(derTags.generalizedTime, 'The time')),
    nonce: nonce && readSerial(nonce),
  };
}
