/** A mirror of Chrome's downloads on loopback. Each archive it serves contains one executable script. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import { onTestFinished } from 'vitest';

export interface BrowserMirror {
  readonly address: string;
  /** The paths of all requests so far. */
  readonly requested: string[];
}

/** Starts a mirror that stops with the test. `builds` maps build numbers to the text of the script; others are 404. */
export async function startBrowserMirror(builds: Readonly<Record<string, string>>): Promise<BrowserMirror> {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requested.push(path);
    const [, , build = '', , file = ''] = path.split('/');
    const script = Object.hasOwn(builds, build) ? builds[build] : undefined;
    if (script === undefined) return void response.writeHead(404).end();
    const archive = zip(`${file.replace(/\.zip$/, '')}/chrome-headless-shell`, script);
    response.writeHead(200, { 'content-length': archive.length }).end(archive);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mirror`, requested };
}

/** Returns a ZIP archive with one uncompressed executable (APPNOTE.TXT 4.3.7, 4.3.12, 4.3.16). */
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
