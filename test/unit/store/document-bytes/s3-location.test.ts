import { expect, it } from 'vitest';
import { parseS3Location } from '../../../../src/store/document-bytes/s3-location.ts';

it.each([
  [
    's3://documents?endpoint=http://storage:9000',
    'http://storage:9000/documents/',
    '',
    'us-east-1',
    's3://documents at http://storage:9000',
  ],
  [
    's3://My_Bucket/a/b.c/?endpoint=https://storage.example.com/s3/v1&region=eu-central-1',
    'https://storage.example.com/s3/v1/My_Bucket/',
    'a/b.c/',
    'eu-central-1',
    's3://My_Bucket/a/b.c at https://storage.example.com',
  ],
  [
    's3://documents/pdfapi?region=eu-central-1',
    'https://documents.s3.eu-central-1.amazonaws.com/',
    'pdfapi/',
    'eu-central-1',
    's3://documents/pdfapi',
  ],
  [
    's3://pdf.example.com?region=cn-north-1',
    'https://s3.cn-north-1.amazonaws.com.cn/pdf.example.com/',
    '',
    'cn-north-1',
    's3://pdf.example.com',
  ],
])('addresses %s', (text, bucket, prefix, region, name) => {
  expect(parseS3Location(text)).toEqual({ bucket, prefix, region, name, objects: `${bucket}${prefix}` });
});

it.each([
  ['s3:', 'is not the name of a bucket'],
  ['s3://', 'is not the name of a bucket'],
  ['s3://a', 'is not the name of a bucket'],
  ['s3://bucket', 'needs the region'],
  ['s3://key:secret@bucket?region=eu-central-1', 'AWS_ACCESS_KEY_ID'],
  ['s3://bucket/../other?region=eu-central-1&endpoint=ftp://a', 'its endpoint is not'],
  ['s3://bucket/a b?region=eu-central-1', 'the prefix may consist of'],
  ['s3://bucket/a//b?region=eu-central-1', 'the prefix may consist of'],
  ['s3://bucket?region=', 'is not a region'],
  ['s3://bucket?region=eu.central', 'is not a region'],
  ['s3://bucket?Region=eu-central-1', '"Region" is unknown'],
  ['s3://bucket?endpoint=storage:9000', 'its endpoint is not'],
  ['s3://bucket?endpoint=https://user:secret@storage', 'its endpoint is not'],
  ['s3://bucket?endpoint=https://storage/?a=b', 'its endpoint is not'],
])('rejects %s', (text, reason) => {
  expect(parseS3Location(text)).toEqual(expect.stringContaining(reason));
  expect(parseS3Location(text)).not.toEqual(expect.stringContaining('secret@'));
});
