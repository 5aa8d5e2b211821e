import { Resolver } from 'node:dns/promises';

/** All addresses of a name; rejects, or is empty, if there are none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/**
 * Names of the public DNS, looked up with c-ares. Not `getaddrinfo`: libuv runs four of those at a time, so
 * that 40 slow names of one page delayed an unrelated look-up by 20 s; and it reads /etc/hosts, which says what
 * this machine calls its neighbours. `servers` are for tests; otherwise they are the system's.
 */
export function publicResolver(servers?: readonly string[]): { readonly resolve: Resolve; close(): void } {
  const dns = new Resolver({ timeout: 1_000, tries: 2 });
  if (servers) dns.setServers(servers);
  return {
    async resolve(host) {
      // One family may be missing or fail; what is connected to is then of the other, and checked all the same.
      const answers = await Promise.allSettled([dns.resolve4(host), dns.resolve6(host)]);
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    },
    close: () => dns.cancel(),
  };
}
