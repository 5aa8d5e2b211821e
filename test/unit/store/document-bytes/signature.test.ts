/**
 * The examples of https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html and
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html, for the client that signs and for the
 * server of the tests that verifies.
 */
import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { describe, expect, it } from 'vitest';
import { type SignedRequest, verifySignature } from '../../../support/s3/verify-signature.ts';

const accessKeyId = 'AKIAIOSFODNN7EXAMPLE';
const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const host = 'examplebucket.s3.amazonaws.com';
const datetime = '20130524T000000Z';
const now = new Date('2013-05-24T00:00:10Z');
const verifier = { secrets: { [accessKeyId]: { secret: secretAccessKey } }, region: 'us-east-1', now };

interface Example {
  readonly name: string;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signature: string;
}

const examples: readonly Example[] = [
  {
    name: 'GET Object',
    method: 'GET',
    target: '/test.txt',
    headers: { range: 'bytes=0-9' },
    body: '',
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    name: 'PUT Object',
    method: 'PUT',
    target: '/test$file.text',
    headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    body: 'Welcome to Amazon S3.',
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    name: 'GET Bucket Lifecycle',
    method: 'GET',
    target: '/?lifecycle',
    headers: {},
    body: '',
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    name: 'GET Bucket (List Objects)',
    method: 'GET',
    target: '/?max-keys=2&prefix=J',
    headers: {},
    body: '',
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
];

const presigned =
  '/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404';

const hashOf = (body: string) => createHash('sha256').update(body).digest('hex');

/** The request that the example shows. */
function requestOf({ method, target, headers, body, signature }: Example): SignedRequest {
  const all = { ...headers, host, 'x-amz-content-sha256': hashOf(body), 'x-amz-date': datetime };
  const names = Object.keys(all).sort().join(';');
  const credential = `${accessKeyId}/20130524/us-east-1/s3/aws4_request`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=${names},Signature=${signature}`;
  return { method, target, headers: { ...all, authorization }, body: Buffer.from(body) };
}

describe.each(examples)('the example $name', (example) => {
  it('is what the client signs', async () => {
    const { method, target, headers, body, signature } = example;
    const signer = new AwsV4Signer({
      method,
      url: `https://${host}${target}`,
      headers: { ...headers, 'x-amz-content-sha256': hashOf(body) },
      body,
      accessKeyId,
      secretAccessKey,
      service: 's3',
      region: 'us-east-1',
      datetime,
      allHeaders: true,
    });
    expect(await signer.signature()).toBe(signature);
  });

  it('is accepted by the server, and nothing that differs from it', () => {
    const request = requestOf(example);
    expect(verifySignature(request, verifier)).toBeUndefined();
    const differs = (changes: Partial<SignedRequest>, others = {}) =>
      verifySignature({ ...request, ...changes }, { ...verifier, ...others });
    const { headers } = request;
    expect(differs({ method: 'DELETE' })).toBe('SignatureDoesNotMatch');
    expect(differs({ target: '/other' })).toBe('SignatureDoesNotMatch');
    expect(differs({ headers: { ...headers, host: 'other' } })).toBe('SignatureDoesNotMatch');
    expect(differs({ headers: { ...headers, 'x-amz-acl': 'public-read' } })).toBe('AccessDenied');
    expect(differs({ headers: { ...headers, authorization: undefined } })).toBe('AccessDenied');
    expect(differs({ body: Buffer.from('another body') })).toBe('XAmzContentSHA256Mismatch');
    expect(differs({}, { now: new Date('2013-05-24T00:15:01Z') })).toBe('RequestTimeTooSkewed');
    expect(differs({}, { region: 'eu-central-1' })).toBe('AuthorizationHeaderMalformed');
    expect(differs({}, { secrets: {} })).toBe('InvalidAccessKeyId');
    expect(differs({}, { secrets: { [accessKeyId]: { secret: 'other' } } })).toBe('SignatureDoesNotMatch');
    const temporary = { [accessKeyId]: { secret: secretAccessKey, token: 'session' } };
    expect(differs({}, { secrets: temporary })).toBe('InvalidToken');
  });
});

describe('the example of a signed address', () => {
  const request = { method: 'GET', target: presigned, headers: { host }, body: Buffer.alloc(0) };

  it('is what the client signs', async () => {
    const signer = new AwsV4Signer({
      method: 'GET',
      url: `https://${host}/test.txt?X-Amz-Expires=86400`,
      accessKeyId,
      secretAccessKey,
      service: 's3',
      region: 'us-east-1',
      datetime,
      signQuery: true,
    });
    const { url } = await signer.sign();
    expect(url.searchParams.get('X-Amz-Signature')).toBe(
      'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    );
  });

  it('is accepted by the server until it expires', () => {
    expect(verifySignature(request, verifier)).toBeUndefined();
    const later = { ...verifier, now: new Date('2013-05-25T00:00:01Z') };
    expect(verifySignature(request, later)).toBe('AccessDenied');
    const longer = { ...request, target: presigned.replace('86400', '86401') };
    expect(verifySignature(longer, verifier)).toBe('SignatureDoesNotMatch');
    expect(verifySignature({ ...request, method: 'PUT' }, verifier)).toBe('SignatureDoesNotMatch');
  });
});
