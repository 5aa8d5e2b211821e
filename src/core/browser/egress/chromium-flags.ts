/**
 * The browser-wide half of the network rules. Each flag closes something that the others leave open; the
 * other half is one `startEgress` per render, given to `Target.createBrowserContext` as `egressContext`.
 */
import type { Egress } from './egress.ts';

/**
 * The proxy of every context that is not given one: no socket is ever opened for it, and so nothing can be
 * reached and nobody else's port is involved. Two locks, each enough alone: the name is reserved never to
 * exist (RFC 6761, and the resolver rules below answer for it inside the browser), and nothing can listen on
 * port 0. Seen with strace: not one connect() for TCP; with the port of a real address there is one for each
 * request.
 */
const noProxy = 'http://no-network.invalid:0';

/**
 * Without it Chromium goes around any proxy for localhost, 127.0.0.0/8, ::1, 169.254.0.0/16 and fe80::/10
 * (`net/docs/proxy.md`, "implicit bypass rules").
 */
const bypassNothing = '<-loopback>';

export const egressFlags: readonly string[] = [
  `--proxy-server=${noProxy}`,
  `--proxy-bypass-list=${bypassNothing}`,
  // A page's STUN requests are UDP and know no proxy. `--force-webrtc-ip-handling-policy`, which is quoted
  // more often, is ignored by this Chromium: about 440 packets got out.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  // HTTP/3 is UDP too; and a server could ask for it with Alt-Svc.
  '--disable-quic',
  // The browser itself looks up no name: DNS prefetch, WebRTC servers, DNS over HTTPS. Only a proxy of ours
  // may be reached.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** The parameters of `Target.createBrowserContext` for a render that may use the network. */
export function egressContext(egress: Egress): { proxyServer: string; proxyBypassList: string } {
  return { proxyServer: egress.proxy, proxyBypassList: bypassNothing };
}
