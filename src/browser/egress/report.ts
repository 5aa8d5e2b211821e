/** Describes a rejected or failed request for the author of the page. */
export interface EgressEvent {
  /** The best known address: without user, password and query, and for a tunnel without a path. */
  readonly url: string;
  /** One plain sentence. */
  readonly reason: string;
}

/** Reports each pair of address and reason once, and not more than `most` of them. */
export function reportOnce(most: number, report: (event: EgressEvent) => void): (event: EgressEvent) => void {
  const seen = new Set<string>();
  return (event) => {
    const key = `${event.url} ${event.reason}`;
    if (seen.size >= most || seen.has(key)) return;
    seen.add(key);
    report(event);
  };
}
