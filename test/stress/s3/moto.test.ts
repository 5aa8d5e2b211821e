/** The storage of documents with an S3 server that others wrote: moto, which checks signatures with botocore. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { S3Bytes } from '../../../src/store/document-bytes/s3-bytes.ts';
import type { S3Credentials } from '../../../src/store/document-bytes/s3-client.ts';
import { parseS3Location } from '../../../src/store/document-bytes/s3-location.ts';
import { newDocumentId } from '../../../src/store/documents.ts';
import { findFreePort } from '../../support/free-port.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';
import { judge } from './judge.ts';

if (!judge.isInstalled) {
  if (process.env.PDFAPI_TEST_S3 === 'required') throw new Error('First: npm run install-s3');
  console.warn('S3 is tested with a server of our own only. To test it with moto: npm run install-s3');
}

const python = (script: string, ...args: string[]): string =>
  execFileSync(judge.program('python'), [join(import.meta.dirname, script), ...args], {
    encoding: 'utf8',
  }).trim();

describe.skipIf(!judge.isInstalled)('with moto', () => {
  let moto: ChildProcess;
  let address = '';
  let credentials: S3Credentials;

  beforeAll(async () => {
    const port = await findFreePort();
    const endpoint = `http://127.0.0.1:${port}`;
    moto = spawn(judge.program('moto_server'), ['-H', '127.0.0.1', '-p', String(port)], {
      stdio: 'ignore',
      env: { ...process.env, INITIAL_NO_AUTH_ACTION_COUNT: '4', MOTO_S3_DEFAULT_MAX_KEYS: '3' },
    });
    while (
      !(await fetch(`${endpoint}/moto-api/`).then(
        () => true,
        () => false,
      ))
    ) {
      if (moto.exitCode !== null) throw new Error('moto does not start');
      await delay(100);
    }
    credentials = JSON.parse(python('set-up.py', endpoint));
    address = `s3://documents/some/prefix?endpoint=${endpoint}&region=eu-central-1`;
  });

  afterAll(async () => {
    moto.kill('SIGKILL');
    await once(moto, 'exit');
  });

  function bytesOf(changes: Partial<S3Credentials> = {}): S3Bytes {
    const location = parseS3Location(address);
    if (typeof location === 'string') throw new Error(location);
    return new S3Bytes({ location, credentials: { ...credentials, ...changes } });
  }

  it('stores, reads, streams ranges, lists in pages and removes', async () => {
    const bytes = bytesOf();
    const ids = Array.from({ length: 10 }, newDocumentId);
    const content = randomBytes(1_000_000);
    for (const id of ids) await bytes.write(id, content);
    const [id = ''] = ids;
    expect(Buffer.from(await bytes.read(id)).equals(content)).toBe(true);
    const opened = await bytes.open(id);
    expect(opened.size).toBe(content.length);
    const part = await buffer(await opened.stream(1_000, 900_000));
    expect(part.equals(content.subarray(1_000, 900_001))).toBe(true);

    const pages: (readonly string[])[] = [];
    for await (const page of bytes.leftovers({ unfinishedMs: 3_600_000, completeMs: 0 })) pages.push(page);
    expect(pages.flat().sort()).toEqual(ids.toSorted());
    expect(pages.length).toBeGreaterThan(1);
    for await (const page of bytes.leftovers({ unfinishedMs: 3_600_000, completeMs: 3_600_000 }))
      expect(page).toEqual([]);

    for (const each of ids) await bytes.remove(each);
    await expect(bytes.open(id)).rejects.toMatchObject({ code: 'file_unreadable' });
    await expect(bytes.read(id)).rejects.toMatchObject({ code: 'file_unreadable' });
    await bytes.remove(id);
  });

  it('stores an object in parts, and ends those of a server that died', async () => {
    const bytes = bytesOf();
    const [id, other] = [newDocumentId(), newDocumentId()];
    const chunk = randomBytes(1_000_003);
    const content = {
      length: 20 * chunk.length,
      async *chunks() {
        for (let i = 0; i < 20; i++) yield chunk;
      },
    };
    await bytes.write(id, content);
    const stored = Buffer.from(await bytes.read(id));
    expect(stored.equals(Buffer.concat(Array.from({ length: 20 }, () => chunk)))).toBe(true);
    const broken = {
      ...content,
      async *chunks() {
        yield Buffer.alloc(17_000_000);
        throw new Error('The file has changed.');
      },
    };
    await expect(bytes.write(other, broken)).rejects.toThrow('The file has changed.');
    await expect(bytes.open(other)).rejects.toMatchObject({ code: 'file_unreadable' });
    for await (const page of bytes.leftovers({ unfinishedMs: 3_600_000, completeMs: 1 }))
      expect(page).toEqual([id]);
    await bytes.remove(id);
  });

  it('is rejected with another secret', async () => {
    await expect(
      bytesOf({ secretAccessKey: 'other' }).write(newDocumentId(), randomBytes(10)),
    ).rejects.toThrow('status 403 (SignatureDoesNotMatch)');
  });

  it('signs an address as the client of AWS does', async () => {
    const signed = await bytesOf().signAddress(newDocumentId(), 'report-1.pdf', 60);
    const { accessKeyId, secretAccessKey } = credentials;
    const signature = new URL(signed).searchParams.get('X-Amz-Signature');
    expect(python('sign-address.py', signed, accessKeyId, secretAccessKey)).toBe(signature);
    expect(python('sign-address.py', signed, accessKeyId, 'other')).not.toBe(signature);
  });

  it('a server delivers from it, charges nothing while it does not answer, and goes on afterwards', async () => {
    const server = await startTestServer({
      flags: { documents: address, rateLimit: '0' },
      environment: {
        AWS_ACCESS_KEY_ID: credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      },
    });
    const member = await server.team();
    const request = { html: '<p>Hello</p>', output: 'url' };
    const { json } = await member.post('html-to-pdf', request);
    const { pathname, search } = new URL(json.url);
    const download = () => server.stranger().get(`${pathname}${search}`, { range: 'bytes=0-4' });
    const part = await download();
    expect([part.status, part.bytes.toString()]).toEqual([206, '%PDF-']);

    moto.kill('SIGSTOP');
    const answers = await Promise.all([member.post('html-to-pdf', request), download()]);
    moto.kill('SIGCONT');
    expect(answers.map(({ status, json: { code } }) => [status, code])).toEqual([
      [503, 'documents_unavailable'],
      [503, 'documents_unavailable'],
    ]);
    expect(await member.used()).toBe(1);
    expect((await member.post('html-to-pdf', request)).status).toBe(200);
    expect((await download()).status).toBe(206);
    expect(await member.used()).toBe(2);
    expect(await server.store.ledger.verify()).toEqual([]);
    await server.stop();
  });
});
