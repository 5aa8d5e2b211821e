/**
 * Headers of the caller's own in requests of a page, each for one server. They are put into a request on its way, and only if
 * its address is theirs: a redirect makes a new request, which is looked at again. A request that DevTools does not show,
 * such as one of a frame in a process of its own, has none of them.
 *
 * The documents of other servers cannot use them either: what they fetch from that server has none, because it might let
 * everyone read its answers. Only documents of that server and the page that was asked for may, and navigations.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Protocol } from 'devtools-protocol';
import type { BasicAuth, PageLoad, RequestHeader } from '#contract/document/page-load';
import { documentAddress } from '#template/model/document-address';
import type { CdpSession } from '../cdp/connection.ts';

interface BoundHeader {
  readonly name: string;
  readonly value: string;
  /** The requests that are looked at. */
  readonly urlPattern: string;
  isFor(url: string): boolean;
  /** The origins of documents whose requests get it. Undefined: all. */
  readonly users?: ReadonlySet<string | undefined> | undefined;
}

/**
 * Returns the patterns for `Fetch.enable`, which replaces those of an earlier call. Without any, no request is looked at.
 * `origin`: that of the web page. Undefined for a document without an address.
 */
export function sendHeaders(
  page: CdpSession,
  { headers = [], basicAuth, userAgent }: PageLoad,
  origin: string | undefined,
): Protocol.Fetch.RequestPattern[] {
  const bound = [
    ...(userAgent === undefined ? [] : [toUserAgent(userAgent, origin)]),
    ...(basicAuth ? [bind(toHeader(basicAuth), origin)] : []),
    ...headers.map((header) => bind(header, origin)),
  ].filter((header) => header !== undefined);
  if (bound.length === 0) return [];
  const findUser = watchUsers(page);
  page.on('Fetch.requestPaused', async (event) => {
    const { requestId, request } = event;
    if (isResponse(event) || request.url.startsWith(documentAddress)) return;
    const meant = bound.filter((header) => header.isFor(request.url));
    const isChecked = event.resourceType !== 'Document' && meant.some(({ users }) => users);
    const user = isChecked ? await findUser(event) : undefined;
    const own = isChecked ? meant.filter(({ users }) => !users || users.has(user)) : meant;
    const headers = own.length > 0 ? { headers: withOwn(request.headers, own) } : {};
    // A page that was closed meanwhile needs no answer.
    await page.send('Fetch.continueRequest', { requestId, ...headers }).catch(() => {});
  });
  const patterns = [...new Set(bound.map(({ urlPattern }) => urlPattern))];
  return (patterns.includes(everything) ? [everything] : patterns).map((urlPattern) => ({ urlPattern }));
}

const everything = '*';

/** Whether the server has answered a request that is paused. */
export const isResponse = ({
  responseStatusCode,
  responseErrorReason,
}: Pick<Protocol.Fetch.RequestPausedEvent, 'responseStatusCode' | 'responseErrorReason'>): boolean =>
  responseStatusCode !== undefined || responseErrorReason !== undefined;

/**
 * How long to wait for the page to say which document makes a request. It does not for those of workers and for style sheets
 * that are read again: they are of the document that the frame shows, or is about to.
 */
const unsaidMs = 100;
const maxKnown = 10_000;

/** Returns what finds the origin of the document that makes a request. */
function watchUsers(page: CdpSession) {
  const users = new Map<string, string | undefined>();
  const frames = new Map<string, string | undefined>();
  let onKnown = Promise.withResolvers<void>();
  page.on('Network.requestWillBeSent', ({ requestId, documentURL, frameId, type }) => {
    for (const known of [users, frames]) if (known.size > maxKnown) known.clear();
    users.set(requestId, originOf(documentURL));
    if (frameId && type === 'Document') frames.set(frameId, originOf(documentURL));
    onKnown.resolve();
    onKnown = Promise.withResolvers();
  });
  return async ({
    networkId = '',
    frameId,
  }: Protocol.Fetch.RequestPausedEvent): Promise<string | undefined> => {
    const late = delay(unsaidMs, 'late');
    while (!users.has(networkId)) {
      if ((await Promise.race([onKnown.promise, late])) === 'late') return frames.get(frameId);
    }
    return users.get(networkId);
  };
}

/** Undefined for a header that is for no server: callers reject it before. */
function bind(
  { name, value, isFor, origin: given }: RequestHeader,
  own: string | undefined,
): BoundHeader | undefined {
  if (isFor) return { name, value, urlPattern: everything, isFor };
  const origin = given === undefined ? own : new URL(given).origin;
  return origin === undefined
    ? undefined
    : {
        name,
        value,
        urlPattern: `${origin}/*`,
        isFor: (url) => originOf(url) === origin,
        users: new Set([origin, own ?? new URL(documentAddress).origin]),
      };
}

/** Documents without an address have servers for their pictures only, and it is no secret. */
function toUserAgent(value: string, origin: string | undefined): BoundHeader {
  return {
    name: 'User-Agent',
    value,
    urlPattern: origin === undefined ? everything : `${origin}/*`,
    isFor: (url) => origin === undefined || originOf(url) === origin,
  };
}

/** RFC 7617. */
function toHeader({ username, password, origin }: BasicAuth): RequestHeader {
  const credentials = Buffer.from(`${username}:${password}`, 'utf8').toString('base64');
  return { name: 'Authorization', value: `Basic ${credentials}`, origin };
}

const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined);

/** Later ones replace earlier ones of the same name, and those of the browser. */
function withOwn(sent: Protocol.Network.Headers, own: readonly BoundHeader[]): Protocol.Fetch.HeaderEntry[] {
  const entries = [...Object.entries(sent), ...own.map(({ name, value }) => [name, value] as const)];
  const last = new Map(entries.map(([name, value]) => [name.toLowerCase(), { name, value: String(value) }]));
  return [...last.values()];
}
