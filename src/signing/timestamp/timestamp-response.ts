/** Reads the answer of a time-stamp authority: TimeStampResp (RFC 3161, 2.4.2). */

import { DerError, derTags, readDer } from '../asn1/der-reader.ts';
import { hasNamedBit, readDerText, readSmallInteger } from '../asn1/der-values.ts';

export interface TimestampResponse {
  readonly isGranted: boolean;
  /** The reason that the authority gave, in its words and those of the standard. */
  readonly reason: string;
  readonly token: Uint8Array | undefined;
}

const statuses = [
  'granted',
  'granted with modifications',
  'rejected',
  'waiting',
  'revocation of its certificate is imminent',
  'its certificate was revoked',
];

/** PKIFailureInfo: the number of the bit. */
const failures: readonly (readonly [bit: number, text: string])[] = [
  [0, 'it does not know the digest algorithm'],
  [2, 'it does not allow the request'],
  [5, 'it does not understand the request'],
  [14, 'its clock is not available'],
  [15, 'it does not have the policy'],
  [16, 'it does not know an extension'],
  [17, 'it cannot give what was asked for beside the time'],
  [25, 'it failed'],
];

/** Throws `DerError` for what is no such response. */
export function readTimestampResponse(bytes: Uint8Array): TimestampResponse {
  const [info, token] = readDer(bytes).expect(derTags.sequence, 'The response').children;
  const [status, ...details] = info?.expect(derTags.sequence, 'The status').children ?? [];
  if (!status) throw new DerError('The response has no status.');
  const code = readSmallInteger(status);
  const texts = details.find(({ tag }) => tag === derTags.sequence)?.children.map(readDerText) ?? [];
  const failure = details.find(({ tag }) => tag === derTags.bitString);
  const failed = failures.flatMap(([bit, text]) => (failure && hasNamedBit(failure, bit) ? [text] : []));
  const words = [statuses[code] ?? `status ${code}`, ...failed, ...texts.map((text) => `"${text}"`)];
  return {
    isGranted: code === 0 || code === 1,
    reason: words.join(', ').replace(/\p{C}/gu, '\ufffd').slice(0, 500),
    token: token?.encoded,
  };
}
