/** How this layer reaches time-stamp authorities and certificate authorities: through a function that it is given. */

export interface HttpRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

interface HttpResponse {
  readonly status: number;
  readonly body: Uint8Array;
}

/** Follows redirects, and bounds the time and the size of the response; throws if there is none. */
export type HttpExchange = (request: HttpRequest) => Promise<HttpResponse>;

/** A URL for people: without a password or a token that it may hold. */
export function describeUrl(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.protocol}//${parsed.host}${parsed.pathname}` : 'of no valid URL';
}
