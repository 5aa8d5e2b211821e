import { expect, test } from 'vitest';
import { publicResolver } from '../../../../src/browser/egress/resolver.ts';
import { nameServer } from './name-server.ts';

const a = 1;
const aaaa = 28;

test('the addresses of both families come from public DNS only', async () => {
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
  // No search list is used, and one query is sent for each address family.
  expect(new Set(asked.filter((name) => name.startsWith('gone')))).toEqual(
    new Set([`gone.example ${a}`, `gone.example ${aaaa}`]),
  );
});

test('close ends pending look-ups', async () => {
  const { address, asked } = await nameServer({}, true);
  const { resolve, close } = publicResolver([address]);
  const answer = resolve('slow.example');
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  const begin = performance.now();
  close();
  expect(await answer).toEqual([]);
  expect(performance.now() - begin).toBeLessThan(200);
});

test('a silent name server times out', async () => {
  const { address } = await nameServer({}, true);
  const { resolve } = publicResolver([address]);
  const begin = performance.now();
  expect(await resolve('slow.example')).toEqual([]);
  // Two tries: c-ares waits 1 s for the first and twice as long for the second.
  expect(performance.now() - begin).toBeLessThan(5_000);
});
