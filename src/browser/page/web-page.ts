/**
 * Navigates to a web address instead of loading a document. The page has its real origin, so relative addresses, CORS
 * and secure contexts work as for any visitor. Each redirect passes through the egress proxy, which checks it.
 */
import type { Protocol } from 'devtools-protocol';
import type { ArrivedResponse } from '#contract/document/page-load';
import { Failure, type FailureDetails } from '#contract/errors';
import type { CdpSession } from '../cdp/connection.ts';
import { isResponse } from '../load/request-headers.ts';
import type { NetworkFindings, PageWatch } from './page-watch.ts';

/** A web page that is printed instead of a document. */
export interface WebPage {
  /** http or https. */
  readonly address: string;
  /** Turns the response body into the HTML to print. If undefined, the body is printed unchanged. */
  readonly fill?: ((body: Uint8Array, contentType: string) => Promise<string>) | undefined;
}

export interface WebPageVisit {
  /** Resolves when the server has sent a web page. Throws a `Failure` that names the address. */
  open(): Promise<void>;
  /** Rejects when the page proves unprintable or navigates to another one; never resolves. */
  interrupted(): Promise<never>;
  /** The address of the page that is shown, after all redirects. */
  readonly address: string;
  /** Runs `visit`, then `again` for each page that a refresh or a script navigates to. */
  follow<T>(visit: () => Promise<T>, again: (loaded: Promise<void>) => Promise<T>): Promise<T>;
}

/** Limit for navigations by refresh or script. The browser itself limits HTTP redirects to 20. */
const maxHops = 10;

export interface WebPageOptions {
  readonly mainFrame: string;
  readonly webPage: WebPage;
  readonly watch: Pick<PageWatch, 'loaded'>;
  /** The findings of the proxy of this render. */
  readonly network: NetworkFindings;
  /** How long assets may take. */
  readonly loadLimitMs: () => number;
  /** Further requests that are paused, which another handler continues. */
  readonly patterns?: readonly Protocol.Fetch.RequestPattern[] | undefined;
  /** Whether a page with a status of 400 or more is printed. Default: it is not. */
  readonly acceptsStatus?: ((response: ArrivedResponse) => boolean) | undefined;
}

/** A web page cannot be printed: its server does not answer or may not be reached, or what it sends is no page. */
export class WebPageFailure extends Failure {
  /** That of the response, if it is the reason. */
  readonly status: number | undefined;

  constructor(
    code: PageErrorCode,
    message: string,
    { status, ...details }: FailureDetails & { readonly status?: number | undefined },
  ) {
    super(code, message, details);
    this.status = status;
  }
}

/** The page has navigated to another one, which is printed instead. */
export class Redirected extends Error {
  override readonly name = 'Redirected';
  readonly loaded: Promise<void>;

  constructor(loaded: Promise<void>) {
    super();
    this.loaded = loaded;
  }
}

/** The caller enables `Page` and `Network`; `open` enables `Fetch` if the page is to be filled or requests are to be paused. */
export function visitWebPage(page: CdpSession, options: WebPageOptions): WebPageVisit {
  const {
    mainFrame,
    webPage,
    watch,
    network,
    loadLimitMs,
    patterns = [],
    acceptsStatus = () => false,
  } = options;
  let current = { requestId: '', url: webPage.address };
  let interruption = createInterruption();
  let onCommit = () => {};

  const isMain = ({ type, frameId }: { type?: string; frameId?: string }) =>
    type === 'Document' && frameId === mainFrame;
  page.on('Network.requestWillBeSent', (event) => {
    if (isMain(event)) current = { requestId: event.requestId, url: event.request.url };
  });
  page.on('Network.responseReceived', (event) => {
    if (!isMain(event) || event.requestId !== current.requestId) return;
    const failure = proxyFailure(current.url, network) ?? responseFailure(event.response, acceptsStatus);
    if (failure) interruption.reject(failure);
  });
  page.on('Network.loadingFailed', ({ requestId, errorText, canceled }) => {
    // A navigation that was superseded by another one is cancelled.
    if (requestId === current.requestId && !canceled) interruption.reject(failureOf(errorText));
  });
  page.on('Page.frameRequestedNavigation', ({ frameId, url }) => {
    if (frameId !== mainFrame || !/^https?:/i.test(url)) return;
    const loaded = new Promise<void>((resolve) => {
      onCommit = () => resolve(watch.loaded(loadLimitMs()));
    });
    const ended = interruption;
    interruption = createInterruption();
    ended.reject(new Redirected(loaded));
  });
  page.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === mainFrame) onCommit();
  });

  const failureOf = (errorText: string): Failure =>
    proxyFailure(current.url, network) ?? networkFailure(current.url, errorText);

  return {
    async open() {
      const paused = [...(webPage.fill ? documentResponses : []), ...patterns];
      if (webPage.fill) fillDocument(page, mainFrame, webPage.fill, (error) => interruption.reject(error));
      if (paused.length > 0) await page.send('Fetch.enable', { patterns: paused });
      const { errorText } = await page.send('Page.navigate', { url: webPage.address });
      if (errorText === undefined) return;
      // A failure found in the response is more specific than the navigation's error, and arrives before it.
      await Promise.race([interruption.promise, Promise.resolve()]);
      throw failureOf(errorText);
    },
    interrupted: () => interruption.promise,
    get address() {
      return current.url;
    },
    async follow(visit, again) {
      let next = visit;
      for (let hop = 0; ; hop++) {
        try {
          return await next();
        } catch (error) {
          if (!(error instanceof Redirected)) throw error;
          if (hop === maxHops) {
            throw cannotPrint('page_failed', webPage.address, {
              reason: `it moves on to another page more than ${maxHops} times`,
            });
          }
          next = () => again(error.loaded);
        }
      }
    },
  };
}

function createInterruption(): PromiseWithResolvers<never> {
  const created = Promise.withResolvers<never>();
  // It may end the page before anything waits for it.
  created.promise.catch(() => {});
  return created;
}

const documentResponses: readonly Protocol.Fetch.RequestPattern[] = [
  { resourceType: 'Document', requestStage: 'Response' },
];

/** Fills the HTML between server and browser, so that the page keeps its address. */
function fillDocument(
  page: CdpSession,
  mainFrame: string,
  fill: NonNullable<WebPage['fill']>,
  onError: (error: Error) => void,
): void {
  page.on('Fetch.requestPaused', (event) => {
    if (!isResponse(event)) return;
    const { requestId, frameId, responseStatusCode = 0, responseHeaders = [] } = event;
    const type = responseHeaders.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
    const isPage = frameId === mainFrame && responseStatusCode === 200 && isHtml(mimeTypeOf(type));
    const work = isPage ? answer(requestId, type, responseHeaders) : Promise.resolve(false);
    work
      .then(async (isAnswered) => {
        if (!isAnswered) await page.send('Fetch.continueRequest', { requestId });
      })
      .catch((error) => onError(error instanceof Error ? error : new Error(String(error))));
  });
  async function answer(
    requestId: string,
    type: string,
    headers: readonly Protocol.Fetch.HeaderEntry[],
  ): Promise<true> {
    const { body, base64Encoded } = await page.send('Fetch.getResponseBody', { requestId });
    const filled = await fill(Buffer.from(body, base64Encoded ? 'base64' : 'utf8'), type);
    const kept = headers.filter(({ name }) => !/^content-(?:type|length|encoding)$/i.test(name));
    await page.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: [...kept, { name: 'content-type', value: 'text/html; charset=utf-8' }],
      body: Buffer.from(filled, 'utf8').toString('base64'),
    });
    return true;
  }
}

const isHtml = (mimeType: string): boolean => /^(?:text\/html|application\/xhtml\+xml)$/.test(mimeType);
const mimeTypeOf = (contentType: string): string => contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** Returns the failure if the network rules rejected the page itself or its server could not be reached. */
function proxyFailure(url: string, { refused, unreachable }: NetworkFindings): Failure | undefined {
  const ofHost = ({ url: other }: { url: string }) => hostOf(other) === hostOf(url);
  const blocked = refused.find(ofHost);
  if (blocked) {
    return cannotPrint('invalid_option', url, {
      reason: lowerFirst(blocked.reason),
      hint: `If you trust the host: --allow-host ${hostOf(url)}`,
    });
  }
  const dead = unreachable.find(ofHost);
  return dead && cannotPrint('server_unreachable', url, { reason: lowerFirst(dead.reason), hint: again });
}

/** Returns undefined for a web page that can be printed. */
function responseFailure(
  response: Protocol.Network.Response,
  acceptsStatus: (response: ArrivedResponse) => boolean,
): Failure | undefined {
  const { url, status, mimeType, headers } = response;
  const isRefused = status >= 400 && !acceptsStatus({ url, status, isPage: true });
  const failure = isRefused || status === 204 || status === 205 ? statusFailure(response) : undefined;
  if (failure) return failure;
  const disposition = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-disposition');
  const what = /^\s*attachment/i.test(disposition?.[1] ?? '') ? 'a download' : describeKind(mimeType);
  if (what === undefined) return undefined;
  return cannotPrint('page_failed', url, { reason: `it is ${what}, not a web page` });
}

function statusFailure({ url, status, statusText }: Protocol.Network.Response): Failure {
  const answered = `the server responded with ${status} ${statusText}`.trim();
  if (status === 404 || status === 410) {
    return cannotPrint('not_found', url, { reason: answered, status, hint: 'Is the address right?' });
  }
  if (status === 401 || status === 403 || status === 407) {
    return cannotPrint('forbidden', url, {
      reason: answered,
      status,
      hint: 'Sign in with --basic-auth-file, --cookie or --request-header.',
    });
  }
  if (status === 429 || status >= 500) {
    return cannotPrint('server_unavailable', url, { reason: answered, status, hint: again });
  }
  return cannotPrint('page_failed', url, { reason: answered, status });
}

function describeKind(mimeType: string): string | undefined {
  if (isHtml(mimeType)) return undefined;
  if (mimeType.startsWith('image/')) return `an image (${mimeType})`;
  return mimeType === 'application/pdf' ? `a PDF (${mimeType})` : mimeType || 'a file of unknown type';
}

/** Converts Chromium's network error into a failure. */
function networkFailure(url: string, errorText: string): Failure {
  const error = errorText.replace(/^net::/, '');
  if (error.startsWith('ERR_CERT') || error.startsWith('ERR_SSL')) {
    return cannotPrint('page_failed', url, {
      reason: certificateProblems[error] ?? `no secure connection could be made (${error})`,
      hint: 'If you trust it, fetch it with a tool that trusts it too, and pipe it: curl --cacert ca.pem … | pdfapi html -',
    });
  }
  if (error === 'ERR_TOO_MANY_REDIRECTS') {
    return cannotPrint('page_failed', url, { reason: 'it redirects endlessly' });
  }
  if (error === 'ERR_UNSAFE_PORT') {
    return cannotPrint('page_failed', url, {
      reason: `browsers do not connect to port ${new URL(url).port}`,
    });
  }
  if (error === 'ERR_ABORTED' || error === 'ERR_INVALID_RESPONSE' || error.startsWith('ERR_UNSAFE')) {
    return cannotPrint('page_failed', url, { reason: `the browser cannot show it (${error})` });
  }
  return cannotPrint('server_unreachable', url, { reason: `there was no response (${error})`, hint: again });
}

const certificateProblems: Readonly<Record<string, string>> = {
  ERR_CERT_AUTHORITY_INVALID: 'its certificate is not signed by an authority that browsers trust',
  ERR_CERT_COMMON_NAME_INVALID: 'its certificate is for another host',
  ERR_CERT_DATE_INVALID: 'its certificate has expired, or is not yet valid',
  ERR_CERT_REVOKED: 'its certificate was revoked',
};

const again = 'Check the address, or try again later.';

interface Problem {
  readonly reason: string;
  readonly hint?: string;
  readonly status?: number;
}

type PageErrorCode =
  | 'page_failed'
  | 'not_found'
  | 'forbidden'
  | 'invalid_option'
  | 'server_unavailable'
  | 'server_unreachable';

const cannotPrint = (code: PageErrorCode, url: string, { reason, hint, status }: Problem): Failure =>
  new WebPageFailure(code, `Cannot print ${readable(url)}: ${reason.replace(/\.$/, '')}.`, {
    status,
    hint: hint ?? 'pdfapi html needs a web page: HTML that a server sends with status 200.',
  });

/** Removes query and fragment, which may hold secrets. */
function readable(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`.slice(0, 500);
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** Lowers only a leading `No` or `The`, so that other first words keep their case. */
const lowerFirst = (text: string): string => text.replace(/^(?:No|The) /, (word) => word.toLowerCase());
