import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { publicResolver } from '../../../../src/core/browser/egress/resolver.ts';

const a = 1;
const aaaa = 28;

/** A name server that knows these records, and answers to all else that there is no such name; or to nothing. */
async function nameServer(records: Readonly<Record<string, readonly number[]>>, silent = false) {
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

test('finds the addresses of both families, of the public DNS only', async () => {
  const { address, asked } = await nameServer({
    [`both.example ${a}`]: [1, 2, 3, 4],
    [`both.example ${aaaa}`]: [0x26, 6, 0x47, 0, ...Array(11).fill(0), 1],
    [`four.example ${a}`]: [5, 6, 7, 8],
    [`localhost.example ${a}`]: [127, 0, 0, 1],
  });
  const { resolve } = publicResolver([address]);
  expect(await resolve('both.example')).toEqual(['1.2.3.4', '2606:4700::1']);
  expect(await resolve('four.example')).toEqual(['5.6.7.8']);
  expect(await resolve('localhost.example')).toEqual(['127.0.0.1']);
  expect(await resolve('gone.example')).toEqual([]);
  // No search list, and one question for each family.
  expect(new Set(asked.filter((name) => name.startsWith('gone')))).toEqual(
    new Set([`gone.example ${a}`, `gone.example ${aaaa}`]),
  );
});

test('close ends what is under way', async () => {
  const { address, asked } = await nameServer({}, true);
  const { resolve, close } = publicResolver([address]);
  const answer = resolve('slow.example');
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  const begin = performance.now();
  close();
  expect(await answer).toEqual([]);
  expect(performance.now() - begin).toBeLessThan(200);
});

test('a name server that stays silent is given up', async () => {
  const { address } = await nameServer({}, true);
  const { resolve } = publicResolver([address]);
  const begin = performance.now();
  expect(await resolve('slow.example')).toEqual([]);
  // Two tries: c-ares waits 1 s for the first and twice as long for the second.
  expect(performance.now() - begin).toBeLessThan(5_000);
});
