/** How a page is loaded, shown and printed, where that differs from the usual; and what may be sent to its server. */

/** A header that the page's requests carry, to the server that it is for and to no other. */
export interface RequestHeader {
  readonly name: string;
  readonly value: string;
  /** `https://example.com`. Default: the origin of the web page that is asked for. */
  readonly origin?: string | undefined;
  /** In place of an origin: whether a request for this address gets it. Called in the caller's own thread, for each request. */
  readonly isFor?: ((url: string) => boolean) | undefined;
}

/** A cookie that is there when the page loads. Browsers send it to a host, whatever its port. */
export interface PageCookie {
  readonly name: string;
  readonly value: string;
  /** Default: the host of the web page that is asked for, without those below it. */
  readonly domain?: string | undefined;
  readonly path?: string | undefined;
  /** Default: whether the address of the page is https. */
  readonly secure?: boolean | undefined;
  readonly httpOnly?: boolean | undefined;
  readonly sameSite?: (typeof sameSites)[number] | undefined;
}

export const sameSites = ['Strict', 'Lax', 'None'] as const;

/** A user name and a password, sent to one origin with each request. */
export interface BasicAuth {
  readonly username: string;
  readonly password: string;
  /** Default: the origin of the web page that is asked for. */
  readonly origin?: string | undefined;
}

/** What a page is waited for, in this order, when it has loaded. The time is that of the render. */
export interface WaitFor {
  /** CSS: until an element matches. */
  readonly selector?: string | undefined;
  /** JavaScript in the page: until it, or the promise that it is, has a value that counts as true. */
  readonly expression?: string | undefined;
  /** Milliseconds. */
  readonly delay?: number | undefined;
  /** Until there was no request for half a second. */
  readonly networkIdle?: boolean | undefined;
}

/** CSS pixels. */
interface Viewport {
  readonly width: number;
  readonly height: number;
}

export const mediaTypes = ['print', 'screen'] as const;

/**
 * `status`: the page itself has a status of 400 or more. `resource_status`: something that it loads has one. `console`: a
 * script throws an exception that nothing catches. `resources`: something that it loads does not arrive.
 */
export const failureKinds = ['status', 'resource_status', 'console', 'resources'] as const;
export type FailureKind = (typeof failureKinds)[number];

export interface PageLoad {
  readonly headers?: readonly RequestHeader[] | undefined;
  /** Cookies that are there when the page loads. Without `domain` they are for the host of the web page; HTML needs it. */
  readonly cookies?: readonly PageCookie[] | undefined;
  /** Signs in to the server of the web page, or of `origin`, by HTTP Basic Authentication. */
  readonly basicAuth?: BasicAuth | undefined;
  /** The name of the browser, for the origin of the web page; with HTML, for each server. */
  readonly userAgent?: string | undefined;
  /**
   * What is waited for when the document has loaded. Its scripts run meanwhile; the time is that of the document.
   *
   * @example { selector: '#chart svg', networkIdle: true }
   * @example { expression: 'window.report?.isDone' }
   */
  readonly waitFor?: WaitFor | undefined;
  /** The styles that apply. Default: `print`. */
  readonly media?: (typeof mediaTypes)[number] | undefined;
  /**
   * Media features of CSS by name.
   *
   * @example { 'prefers-color-scheme': 'dark' }
   */
  readonly mediaFeatures?: Readonly<Record<string, string>> | undefined;
  /** The window that scripts see, in CSS pixels. Default: what a page of the paper holds; for a screenshot 1280 × 720. */
  readonly viewport?: Viewport | undefined;
  /** How large everything is printed, from 0.1 to 2. Default: 1. */
  readonly scale?: number | undefined;
  /**
   * true: what `@page` says comes before `format` and `margins`. false: its size does not count. Default: it counts where
   * they are not given.
   */
  readonly preferCssPageSize?: boolean | undefined;
  /** Whether backgrounds are printed. Default: true. */
  readonly backgrounds?: boolean | undefined;
  /**
   * What is an error in place of a warning: a `status` of 400 or more of the web page, a `resource_status` of what it
   * loads, an exception of its scripts (`console`), `resources` that do not arrive. Default: `['status']`.
   */
  readonly failOn?: readonly FailureKind[] | undefined;
  /** Milliseconds of the page's time that its timers run ahead when it has loaded. Default: 3,000. */
  readonly horizonMs?: number | undefined;
  /** Decides on a status in place of `failOn`. For callers with rules of their own. */
  readonly acceptsStatus?: ((response: ArrivedResponse) => boolean) | undefined;
}

export interface ArrivedResponse {
  readonly url: string;
  readonly status: number;
  /** The page itself, and nothing that it loads. */
  readonly isPage: boolean;
}

export const loadLimits = {
  headers: 100,
  headerCharacters: 8_192,
  cookies: 100,
  cookieCharacters: 4_096,
  selectorCharacters: 2_000,
  expressionCharacters: 20_000,
  delayMs: 600_000,
  scale: { min: 0.1, max: 2 },
  /** CSS pixels of a side. */
  viewport: { min: 1, max: 16_384 },
} as const;

/** RFC 9110. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Headers that describe the connection or the request, which only the browser knows, with what takes their place. */
const ownHeaders: Readonly<Record<string, string>> = {
  host: 'comes from the address',
  cookie: 'belongs in cookies',
  cookie2: 'belongs in cookies',
  'set-cookie': 'is one of responses',
  'content-length': 'comes from the request',
  'alt-svc': 'is one of responses',
};

/** RFC 9110 §7.6.1, and what else is for one connection or a proxy. */
const ofConnections =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|http2-settings|via|sec-.*)$/i;

/**
 * Returns what is wrong with a header, as the end of a sentence, or undefined. The text has nothing of the value.
 *
 * @example
 * headerFault('Host', 'example.com'); // 'comes from the address'
 */
export function headerFault(name: string, value: string): string | undefined {
  if (!token.test(name) || name.length > 200) {
    return 'must have names of letters, digits and dashes, such as X-Api-Key';
  }
  const own = Object.hasOwn(ownHeaders, name.toLowerCase()) ? ownHeaders[name.toLowerCase()] : undefined;
  if (own !== undefined) return `must not have ${name}, which ${own}`;
  if (ofConnections.test(name)) return `must not have ${name}, which only the browser may set`;
  if (value.length > loadLimits.headerCharacters) {
    return `must have at most ${loadLimits.headerCharacters.toLocaleString('en')} characters in ${name}`;
  }
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    return `must have one line of Latin characters in ${name}`;
  }
  return undefined;
}

/** Returns what is wrong with a cookie, as the end of a sentence, or undefined. The text has nothing of the value. */
export function cookieFault({ name, value, domain, path, secure, sameSite }: PageCookie): string | undefined {
  if (!token.test(name)) return 'must have a name of letters, digits and dashes';
  if (!/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x7e\x20"]*$/.test(value)) {
    return 'must have a value of ASCII characters without commas, semicolons and line breaks: encode it';
  }
  if (name.length + value.length > loadLimits.cookieCharacters) {
    return `must have at most ${loadLimits.cookieCharacters.toLocaleString('en')} characters`;
  }
  if (domain !== undefined && !/^\.?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$|^\[[0-9a-f:.]+\]$/i.test(domain)) {
    return 'must have a host as its domain, such as example.com';
  }
  if (path !== undefined && !/^\/[\x21-\x3a\x3c-\x7e]*$/.test(path))
    return 'must have a path that begins with /';
  if (sameSite === 'None' && secure === false) return 'must be secure to have the sameSite None';
  return undefined;
}

/** Returns the origin of an address, `https://example.com`, or undefined for what is no origin of http or https. */
export function parseOrigin(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  return url.pathname === '/' && !url.search && !url.hash ? url.origin : undefined;
}

/** The headers of a request or a call, by name: a text for the page's own server, or one with its origin. */
export type HeaderRecord = Readonly<
  Record<string, string | { readonly value: string; readonly origin?: string | undefined }>
>;

export const toRequestHeaders = (headers: HeaderRecord): RequestHeader[] =>
  Object.entries(headers).map(([name, given]) =>
    typeof given === 'string' ? { name, value: given } : { name, value: given.value, origin: given.origin },
  );

/**
 * Returns the address of a web page, or what is wrong with it, as the end of a sentence.
 *
 * @example
 * readPageAddress('ftp://example.com'); // { fault: 'must begin with http:// or https://' }
 */
export function readPageAddress(text: string): { readonly url: URL } | { readonly fault: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return { fault: 'must be the address of a web page, such as https://example.com/page' };
  if (!/^https?:$/.test(url.protocol)) return { fault: 'must begin with http:// or https://' };
  if (url.username || url.password) {
    return { fault: 'must not contain a user name or a password, which have an option of their own' };
  }
  return { url };
}

/** The parts of a load that have no address of their own, for a document that has none either: their names. */
export function withoutOrigin({
  headers = [],
  cookies = [],
  basicAuth,
}: PageLoad): ('headers' | 'cookies' | 'basicAuth')[] {
  return [
    ...(headers.some(({ origin, isFor }) => origin === undefined && !isFor) ? (['headers'] as const) : []),
    ...(cookies.some(({ domain }) => domain === undefined) ? (['cookies'] as const) : []),
    ...(basicAuth && basicAuth.origin === undefined ? (['basicAuth'] as const) : []),
  ];
}

/** Merges the later over the earlier, key by key. Undefined if nothing is set. */
export function mergePageLoad(...loads: readonly (PageLoad | undefined)[]): PageLoad | undefined {
  const given = loads.flatMap((load) =>
    Object.entries(load ?? {}).filter(([, value]) => value !== undefined),
  );
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

/** Returns the fields of a request for these options. A header that is for two origins is the last one. */
export function toLoadFields(load: PageLoad) {
  const { headers, cookies, waitFor, failOn } = load;
  const { networkIdle, ...wait } = waitFor ?? {};
  return {
    headers:
      headers &&
      Object.fromEntries(
        headers.map(({ name, value, origin }) => [name, origin === undefined ? value : { value, origin }]),
      ),
    cookies: cookies?.map(({ httpOnly, sameSite, ...cookie }) => ({
      ...cookie,
      http_only: httpOnly,
      same_site: sameSite,
    })),
    basic_auth: load.basicAuth,
    user_agent: load.userAgent,
    wait_for: waitFor && { ...wait, network_idle: networkIdle },
    media: load.media,
    media_features: load.mediaFeatures && { ...load.mediaFeatures },
    viewport: load.viewport,
    scale: load.scale,
    prefer_css_page_size: load.preferCssPageSize,
    backgrounds: load.backgrounds,
    fail_on: failOn && [...failOn],
  };
}
