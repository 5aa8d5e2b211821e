import { expect, test } from 'vitest';
import {
  connectTo,
  everythingLeadsTo,
  tcpServer,
  testEgress,
} from '../../../support/browser/egress/loopback.ts';

/** Returns the addresses that are tried for a host if none of them accepts connections. */
async function triedOf(addresses: readonly string[]): Promise<readonly string[]> {
  const leads = everythingLeadsTo(await tcpServer(() => {}));
  const egress = await testEgress({
    resolve: async () => addresses,
    connect: (address, port) => leads.connect(address, port).destroy(),
  });
  expect((await connectTo(egress, 'dead.example:443')).status).toBe('HTTP/1.1 502 Bad Gateway');
  return leads.dialled.map((dialled) => dialled.replace(/:443$/, ''));
}

test.each([[['1.0.0.1']], [['1.0.0.1', '1.0.0.2']], [['1.0.0.1', '1.0.0.2', '2606:4700::1']]])(
  'up to three addresses are tried once each, in order: %j',
  async (addresses) => {
    expect(await triedOf(addresses)).toEqual(addresses);
  },
);

test('of more addresses the first two are tried, then the last, so that both families are covered', async () => {
  const addresses = ['1.0.0.1', '1.0.0.2', '1.0.0.3', '1.0.0.4', '2606:4700::1', '2606:4700::2'];
  expect(await triedOf(addresses)).toEqual(['1.0.0.1', '1.0.0.2', '2606:4700::2']);
});
