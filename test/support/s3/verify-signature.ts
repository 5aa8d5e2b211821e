/**
 * Verifies AWS Signature Version 4 as S3 does, written from its specification and sharing nothing with the client that
 * signs: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface SignedRequest {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  /** Lower-case name → value. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

export interface Verifier {
  /** Access key → its secret, and its session token if it is temporary. */
  readonly secrets: Readonly<Record<string, { readonly secret: string; readonly token?: string }>>;
  readonly region: string;
  readonly now: Date;
}

/** An error code of S3. */
export type SignatureError =
  | 'AccessDenied'
  | 'AuthorizationHeaderMalformed'
  | 'InvalidAccessKeyId'
  | 'InvalidToken'
  | 'RequestTimeTooSkewed'
  | 'SignatureDoesNotMatch'
  | 'XAmzContentSHA256Mismatch';

const algorithm = 'AWS4-HMAC-SHA256';
const maxSkewMs = 15 * 60_000;
const maxExpirySeconds = 604_800;

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Uint8Array, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

interface Claims {
  readonly credential: string;
  readonly signedHeaders: string;
  readonly signature: string;
  /** Such as 20130524T000000Z. */
  readonly time: string;
  readonly token: string | undefined;
  /** Seconds; undefined for a signature in a header. */
  readonly expires: number | undefined;
  readonly payloadHash: string;
}

/** Returns undefined for a valid signature. */
export function verifySignature(request: SignedRequest, verifier: Verifier): SignatureError | undefined {
  const [path = '', query = ''] = request.target.split(/\?(.*)/s);
  const parameters = query
    .split('&')
    .filter(Boolean)
    .map((pair) => pair.split(/=(.*)/s).slice(0, 2).map(decodeURIComponent))
    .map(([name = '', value = '']) => [name, value] as const);
  const claims = readClaims(request, new Map(parameters));
  if (typeof claims === 'string') return claims;

  const [accessKey = '', date, region, service, end] = claims.credential.split('/');
  if (region !== verifier.region || service !== 's3' || end !== 'aws4_request') {
    return 'AuthorizationHeaderMalformed';
  }
  const known = verifier.secrets[accessKey];
  if (!known) return 'InvalidAccessKeyId';
  if (known.token !== claims.token) return 'InvalidToken';
  const timeError = checkTime(claims, verifier.now);
  if (timeError || date !== claims.time.slice(0, 8)) return timeError ?? 'SignatureDoesNotMatch';

  const signed = claims.signedHeaders.split(';');
  const mustBeSigned = Object.keys(request.headers).filter(
    (name) => name === 'host' || (name.startsWith('x-amz-') && claims.expires === undefined),
  );
  if (!signed.includes('host') || mustBeSigned.some((name) => !signed.includes(name))) return 'AccessDenied';
  if (signed.join() !== signed.toSorted().join()) return 'SignatureDoesNotMatch';

  const canonical = [
    request.method,
    path.split('/').map(decodeURIComponent).map(uriEncode).join('/'),
    parameters
      .filter(([name]) => name !== 'X-Amz-Signature')
      .map((pair) => pair.map(uriEncode))
      .sort(([a = '', x = ''], [b = '', y = '']) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
      .map((pair) => pair.join('='))
      .join('&'),
    ...signed.map((name) => `${name}:${(request.headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}`),
    '',
    claims.signedHeaders,
    claims.payloadHash,
  ].join('\n');
  const scope = `${date}/${region}/${service}/${end}`;
  const text = [algorithm, claims.time, scope, sha256(canonical)].join('\n');
  const key = [date ?? '', region, service, end].reduce<string | Buffer>(hmac, `AWS4${known.secret}`);
  const expected = hmac(key, text);
  const given = Buffer.from(claims.signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'SignatureDoesNotMatch';
  // Checked last: only a hash that is signed says anything.
  const isHash = claims.payloadHash !== 'UNSIGNED-PAYLOAD';
  return isHash && claims.payloadHash !== sha256(request.body) ? 'XAmzContentSHA256Mismatch' : undefined;
}

function readClaims({ headers }: SignedRequest, query: ReadonlyMap<string, string>): Claims | SignatureError {
  const { authorization } = headers;
  if (authorization === undefined) {
    if (query.get('X-Amz-Algorithm') !== algorithm) return 'AccessDenied';
    return {
      credential: query.get('X-Amz-Credential') ?? '',
      signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
      signature: query.get('X-Amz-Signature') ?? '',
      time: query.get('X-Amz-Date') ?? '',
      token: query.get('X-Amz-Security-Token'),
      expires: Number(query.get('X-Amz-Expires') ?? Number.NaN),
      payloadHash: 'UNSIGNED-PAYLOAD',
    };
  }
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  const { 'x-amz-date': time, 'x-amz-content-sha256': payloadHash } = headers;
  if (!credential || !signedHeaders || !signature || !payloadHash || !time) {
    return 'AuthorizationHeaderMalformed';
  }
  const token = headers['x-amz-security-token'];
  return { credential, signedHeaders, signature, time, payloadHash, token, expires: undefined };
}

function checkTime({ time, expires }: Claims, now: Date): SignatureError | undefined {
  const text = time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const age = now.getTime() - new Date(text).getTime();
  if (expires === undefined) return Math.abs(age) <= maxSkewMs ? undefined : 'RequestTimeTooSkewed';
  const isWithin = expires >= 1 && expires <= maxExpirySeconds && age >= -maxSkewMs && age <= expires * 1000;
  return isWithin ? undefined : 'AccessDenied';
}

/** Encodes everything but the unreserved characters of RFC 3986. */
const uriEncode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  );
