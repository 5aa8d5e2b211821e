import { access, constants, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { installBrowser, installedBrowser } from '../../../src/core/browser/install.ts';

/** A mirror of Chrome's downloads on loopback: any archive it is asked for holds one executable file. */
async function mirror(): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const folder = path
      .split('/')
      .at(-1)
      ?.replace(/\.zip$/, '');
    const archive = path.startsWith('/mirror/1.2.3.4/')
      ? zip(`${folder}/chrome-headless-shell`, '#!/bin/sh\n')
      : undefined;
    if (archive) response.writeHead(200, { 'content-length': archive.length }).end(archive);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mirror`, asked };
}

async function emptyDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'pdfapi-test-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}

it('a browser is downloaded from a mirror with progress, and found afterwards', async () => {
  const cacheDirectory = await emptyDirectory();
  const { address } = await mirror();
  const progress: number[] = [];
  expect(await installedBrowser(cacheDirectory)).toBeUndefined();
  const path = await installBrowser({
    cacheDirectory,
    mirror: address,
    build: '1.2.3.4',
    onProgress: (downloaded, total) => progress.push(downloaded / total),
  });
  await access(path, constants.X_OK);
  expect(path.startsWith(cacheDirectory)).toBe(true);
  expect(progress.at(-1)).toBe(1);
  expect(await installedBrowser(cacheDirectory)).toBe(path);
});

it('a download that fails says so with remedies and installs nothing', async () => {
  const cacheDirectory = await emptyDirectory();
  const { address, asked } = await mirror();
  const failing = installBrowser({ cacheDirectory, mirror: address, build: '9.9.9.9' });
  await expect(failing).rejects.toMatchObject({
    code: 'browser_missing',
    hint: expect.stringContaining('--mirror'),
  });
  expect(asked).toEqual([expect.stringContaining('/mirror/9.9.9.9/')]);
  expect(await installedBrowser(cacheDirectory)).toBeUndefined();
});

it('a mirror needs the number of a build', async () => {
  const failing = installBrowser({
    cacheDirectory: await emptyDirectory(),
    mirror: 'http://127.0.0.1:1',
    build: 'beta',
  });
  await expect(failing).rejects.toMatchObject({
    code: 'invalid_option',
    errors: { build: [expect.any(String)] },
  });
});

/** A ZIP archive with one executable, uncompressed (APPNOTE.TXT 4.3.7, 4.3.12, 4.3.16). */
function zip(name: string, content: string): Buffer {
  const data = Buffer.from(content);
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt32LE(crc32(data), 10);
  shared.writeUInt32LE(data.length, 14);
  shared.writeUInt32LE(data.length, 18);
  shared.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, Buffer.from(name), data]);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE((0o100755 << 16) >>> 0, 6);
  const madeByUnix = Buffer.from([20, 3]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02'), madeByUnix, shared, rest, Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}
