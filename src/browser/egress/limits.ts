/** Network limits of one render. */
export interface EgressLimits {
  /** Bytes of all that servers send, and of what is sent to them in bodies and tunnels; compressed as they travel. */
  readonly bytes: number;
  /** Connections that were opened or tried, whether or not they succeeded. Also bounds the look-ups. */
  readonly connections: number;
  /** Connections at the same time. */
  readonly openConnections: number;
  /** A connection on which nothing moves for so long is closed. Milliseconds. */
  readonly idleMs: number;
  /** For one address of a host to accept the connection. Milliseconds. */
  readonly connectMs: number;
  /** For one name to be resolved. Milliseconds. */
  readonly dnsMs: number;
  /** Refusals that are reported; a page can produce thousands in a second. */
  readonly reports: number;
}

export const defaultEgressLimits: EgressLimits = {
  // Half a minute at 17 Mbit/s. A catalogue page with sixty photographs is about a third of it.
  bytes: 64 * 1024 * 1024,
  // Plain HTTP takes one for each file, TLS one for each host: more than any honest document has files.
  connections: 500,
  // Chromium itself opens at most 32 through one proxy, and as many again for WebSockets.
  openConnections: 64,
  // Half of the default deadline of a render: a server that says nothing fails before the document does.
  idleMs: 15_000,
  // The second try of a lost SYN comes after 1 s and the third after 3 s; with two addresses this still leaves
  // time to print.
  connectMs: 4_000,
  // Two tries of 1 s and 2 s (see `resolver.ts`) at one name server, and some air.
  dnsMs: 5_000,
  reports: 100,
};
