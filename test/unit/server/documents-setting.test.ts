import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig, readDocumentsPlace, shownConfig } from '../../../src/server/config.ts';
import type { SettingName } from '../../../src/server/settings.ts';

type Flags = Partial<Record<SettingName, string>>;

const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };
const s3 = 's3://documents/pdfapi?endpoint=https://storage.example.com';

function placeOf(flags: Flags, environment: Readonly<Record<string, string>> = {}) {
  const { config } = readConfig({ dataDir: '/data', ...flags }, environment);
  return readDocumentsPlace(config, environment);
}

it('keeps documents in the data directory, or with a database URL in the database', () => {
  expect(placeOf({})).toEqual({ kind: 'folder', path: resolve('/data/documents') });
  const url = { PDFAPI_DATABASE_URL: 'postgres://database/pdfapi' };
  expect(placeOf({}, url)).toEqual({ kind: 'database' });
  expect(placeOf({ documents: '/srv/shared' }, url)).toMatchObject({
    kind: 'folder',
    path: resolve('/srv/shared'),
  });
});

it('keeps documents in a folder that is named, or in the database', () => {
  expect(placeOf({ documents: 'files' })).toEqual({ kind: 'folder', path: resolve('files') });
  expect(placeOf({}, { PDFAPI_DOCUMENTS: '/srv/files' })).toMatchObject({ path: resolve('/srv/files') });
  expect(placeOf({ documents: 'database' })).toEqual({ kind: 'database' });
});

it('takes the credentials of S3 from the variables of AWS', () => {
  expect(placeOf({ documents: s3 }, keys)).toMatchObject({
    kind: 's3',
    location: { objects: 'https://storage.example.com/documents/pdfapi/', region: 'us-east-1' },
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: undefined },
  });
  expect(placeOf({ documents: s3 }, { ...keys, AWS_SESSION_TOKEN: 'session' })).toMatchObject({
    credentials: { sessionToken: 'session' },
  });
});

it.each(Object.keys(keys))('names %s if it is not set', (variable) => {
  expect(() => placeOf({ documents: s3 }, { ...keys, [variable]: '' })).toThrow(
    expect.objectContaining({
      code: 'usage',
      message: `Documents are kept in S3, but ${variable} is not set.`,
    }),
  );
});

it.each<[Flags, Readonly<Record<string, string>>, string]>([
  [{ documents: 's3://bucket' }, {}, '--documents: without an endpoint it needs the region of the bucket'],
  [{}, { PDFAPI_DOCUMENTS: 's3://b' }, 'PDFAPI_DOCUMENTS: "b" is not the name of a bucket'],
  [{ documents: 'https://storage/documents' }, {}, '--documents: the address is not the path of a folder'],
  [{ documents: ' ' }, {}, '--documents: " " is not the path of a folder'],
  [
    { documentsRedirect: '1' },
    {},
    '--documents-redirect (PDFAPI_DOCUMENTS_REDIRECT) needs --documents s3://',
  ],
  [
    { documents: '/srv/files' },
    { PDFAPI_DOCUMENTS_REDIRECT: '1' },
    '--documents-redirect (PDFAPI_DOCUMENTS_REDIRECT) needs --documents s3://',
  ],
  [{ documents: s3, documentsRedirect: 'perhaps' }, {}, '--documents-redirect: "perhaps" is not 1 or 0'],
])('rejects %j with %j', (flags, environment, message) => {
  expect(() => placeOf(flags, environment)).toThrow(
    expect.objectContaining({ code: 'usage', message: expect.stringContaining(message) }),
  );
});

it('never shows credentials, neither in a message nor in the printed configuration', () => {
  const wrong = 's3://key:hidden@documents?region=eu-central-1';
  expect(() => placeOf({ documents: wrong })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('hidden') }),
  );
  const shown = JSON.stringify(shownConfig(readConfig({ documents: s3 }, { ...keys, HOME: '/home/a' })));
  expect(shown).toContain(s3);
  expect(shown).not.toContain(keys.AWS_SECRET_ACCESS_KEY);
});
