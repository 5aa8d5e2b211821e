import { expect, test } from 'vitest';
import { egressContext, egressFlags } from '../../../../src/browser/egress/chromium-flags.ts';
import { testEgress } from '../../../support/browser/egress/loopback.ts';

test('the flags are exactly those that keep a browser off the network', () => {
  expect(egressFlags).toEqual([
    '--proxy-server=http://no-network.invalid:0',
    '--proxy-bypass-list=<-loopback>',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-quic',
    '--host-resolver-rules=MAP *.local 255.255.255.255, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  ]);
});

test('a context never bypasses its proxy', async () => {
  const egress = await testEgress();
  expect(egressContext(egress)).toEqual({ proxyServer: egress.proxy, proxyBypassList: '<-loopback>' });
});
