/** Hosts that a page may reach although they are not public, as options name them. */

/** Matches a name, an IPv4 address, or an IPv6 address in brackets, each with an optional port. */
export const hostPattern = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Whether an address leads to this machine itself, where no proxy of the network is. */
export const isLoopback = (url: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
