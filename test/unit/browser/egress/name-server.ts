/** A real name server on loopback, because tests must not query any other. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/**
 * Starts a name server with these records: `name type` to the bytes of an address. It responds to any other query with
 * NXDOMAIN. If `silent` is set, it never responds.
 */
export async function nameServer(records: Readonly<Record<string, readonly number[]>>, silent = false) {
  const asked: string[] = [];
  const server = createSocket('udp4').on('message', (query, from) => {
    const end = query.indexOf(0, 12);
    const labels: string[] = [];
    for (let at = 12; at < end; at += 1 + (query[at] ?? 0)) {
      labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)));
    }
    const type = query.readUInt16BE(end + 1);
    const name = `${labels.join('.').toLowerCase()} ${type}`;
    asked.push(name);
    if (silent) return;
    const record = records[name];
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(record ? 0x8180 : 0x8183, 2);
    head.fill(0, 6);
    head.writeUInt16BE(record ? 1 : 0, 6);
    const question = query.subarray(12, end + 5);
    const answer = record
      ? Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, record.length, ...record])
      : Buffer.alloc(0);
    server.send(Buffer.concat([head, question, answer]), from.port, from.address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { address: `127.0.0.1:${server.address().port}`, asked };
}
