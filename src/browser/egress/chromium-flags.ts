/**
 * The browser-wide half of the network rules. Each flag closes something that the others leave open; the
 * other half is one `startEgress` per render, given to `Target.createBrowserContext` as `egressContext`.
 */
import type { Egress } from './egress.ts';

/**
 * The proxy of every context that is not given one: no socket is ever opened for it, and so nothing can be
 * reached and no port of another program is involved. Two locks, each enough alone: the name is reserved never to
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
  // WebRTC sends UDP, which knows no proxy. Two spellings, because each is read by one kind of browser and
  // ignored by the other: the first by Chrome and Chromium, the second by the headless shell that comes with
  // npm (4 datagrams for each STUN server without it, 0 with it).
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  // HTTP/3 is UDP too; and a server could ask for it with Alt-Svc.
  '--disable-quic',
  // The browser itself looks up no name: DNS prefetch, WebRTC servers, DNS over HTTPS. Only our own proxy
  // may be reached. Names in .local get an address that nothing can be sent to instead of no address: a peer
  // connection would ask the whole network for them with multicast DNS whatever else the rules say.
  '--host-resolver-rules=MAP *.local 255.255.255.255, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** The parameters of `Target.createBrowserContext` for a render that may use the network. */
export function egressContext(egress: Egress): { proxyServer: string; proxyBypassList: string } {
  return { proxyServer: egress.proxy, proxyBypassList: bypassNothing };
}
