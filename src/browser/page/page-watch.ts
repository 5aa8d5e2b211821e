/**
 * Watches a page while it loads and prints: collects findings for its author and fails the render on abuse.
 * `preparePage` enables the events.
 */
import type { Protocol } from 'devtools-protocol';
import { Failure } from '#contract/errors';
import { documentAddress, readableAddress } from '#template/model/document-address';
import type { PageFindings } from '../browser.ts';
import type { CdpSession } from '../cdp/connection.ts';
import type { LoadFailures } from '../load/assert-loaded.ts';
import { pageLimits, tooMuch } from './page-limits.ts';

interface Finding {
  readonly url: string;
  readonly reason: string;
  readonly status?: number | undefined;
  /** `Image`, `Stylesheet` and the like. */
  readonly type?: string | undefined;
}

/** Findings of the proxy of this render: requests that a rule rejected, and hosts that could not be reached. */
export interface NetworkFindings {
  readonly refused: Finding[];
  readonly unreachable: Finding[];
}

export interface PageWatch {
  /** Rejects when the page leaves its document, exceeds a limit or needs the network; never resolves. */
  readonly failed: Promise<never>;
  /** Makes `failed` reject with `NeedsNetwork`. */
  needNetwork(): void;
  /** Resolves at the next `load` event, or after `ms` if requests are pending, which are then reported as failed. */
  loaded(ms: number): Promise<void>;
  /** Whether a request is pending that will end by itself. */
  isWaiting(): boolean;
  /** Milliseconds since the last request has ended; 0 if one is pending. */
  idleMs(): number;
  /** What did not arrive, and the exceptions of scripts. */
  failures(network: NetworkFindings): LoadFailures;
  /** Bytes that requests have received so far, as they were sent. */
  receivedBytes(): number;
  /** Milliseconds of real time with a request to another host pending; concurrent requests count once. */
  waitedMs(): number;
  /** The script contexts of all frames except the main one. */
  frames(): readonly Protocol.Runtime.ExecutionContextId[];
  /** Resolves when no request is pending, or after `ms`; requests still pending then are reported as failed. */
  quiet(ms: number): Promise<void>;
  /** Whether a request for the address, or any request, has failed. */
  hasFailed(address?: string): boolean;
  findings(network: NetworkFindings): Pick<PageFindings, 'refused' | 'failed' | 'console' | 'errors'>;
}

/** A page without network access has requested something from the network. */
export class NeedsNetwork extends Error {
  override readonly name = 'NeedsNetwork';
}

const goesOut = (url: string): boolean => /^(?:https?|wss?):/i.test(url) && !url.startsWith(documentAddress);

/** Types of requests that stay open or that nothing on the page waits for. */
const endless = new Set(['EventSource', 'WebSocket', 'Ping', 'Prefetch']);

/** A page that writes to the console endlessly must not exhaust the memory. */
const maxFindings = 200;
const maxFailedAddresses = 10_000;

export interface PageWatchOptions {
  readonly scripts: boolean;
  readonly requests: boolean;
  /** The document's own. */
  readonly address: string;
  readonly mainFrame: string;
  /** Fail with `NeedsNetwork` at the first request that needs the network. */
  readonly offline: boolean;
  /** Whether the page may navigate to other addresses; `WebPageVisit` then follows it. */
  readonly mayRedirect: boolean;
  /** Characters of the document. Request events repeat parts of its content. */
  readonly size: number;
}

export function watchPage(
  page: CdpSession,
  { scripts, requests, address, mainFrame, offline, mayRedirect, size }: PageWatchOptions,
): PageWatch {
  const failures: Finding[] = [];
  const messages: { level: string; text: string }[] = [];
  const errors: string[] = [];
  const failedAddresses = new Set<string>();
  /** Addresses that were redirected, by request. */
  const redirected = new Map<string, string>();
  const markFailed = (requestId: string, url: string) => {
    if (failedAddresses.size > maxFailedAddresses) return;
    failedAddresses.add(url).add(redirected.get(requestId) ?? url);
  };
  const pending = new Map<string, string>();
  /** Pending requests to other hosts, the total time with at least one pending, and the start of the current period. */
  let receivedBytes = 0;
  const outside = { ids: new Set<string>(), ms: 0, since: 0 };
  let lastEnded = performance.now();
  let onQuiet = () => {};
  const leftOutside = (requestId: string) => {
    if (outside.ids.delete(requestId) && !outside.ids.size) outside.ms += performance.now() - outside.since;
  };
  const ended = (requestId: string) => {
    pending.delete(requestId);
    lastEnded = performance.now();
    leftOutside(requestId);
    if (!pending.size) onQuiet();
  };
  const giveUp = (ms: number) => {
    const reason = `it did not arrive within ${(ms / 1000).toFixed(1)} s`;
    for (const [requestId, url] of pending) {
      keep(failures, { url, reason });
      markFailed(requestId, url);
    }
    pending.clear();
    for (const requestId of outside.ids) leftOutside(requestId);
    page.send('Page.stopLoading').catch(() => {});
    onQuiet();
  };
  const keep = <T>(list: T[], entry: T) => list.length < maxFindings && list.push(entry);

  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  failed.catch(() => {});

  const eventBytes = pageLimits.eventBytes + 4 * size;
  page.bound({
    bytes: eventBytes,
    onOver: () =>
      fail(tooMuch(`requests more than its limit: ${megabytes(eventBytes)} of addresses and messages`)),
    onCut({ event, bytes }) {
      if (event === 'Fetch.requestPaused') countPosted(bytes);
      if (event === 'Page.javascriptDialogOpening') dismissDialog();
      // Any other event is so long only for a `data:` address, which is loaded once its request is reported.
      if (event !== 'Runtime.exceptionThrown' && event !== 'Runtime.consoleAPICalled') return;
      countMessage(1);
      countText(bytes);
      keep(errors, `A message of ${megabytes(bytes)} is left out.`);
    },
  });
  const countDialog = counter(pageLimits.dialogs, (limit) =>
    fail(tooMuch(`opens dialogs endlessly: alert, confirm and prompt may be called at most ${limit} times`)),
  );
  const dismissDialog = () => {
    countDialog(1);
    page.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => {});
  };
  const countMessage = counter(pageLimits.messages, (limit) =>
    fail(tooMuch(`writes to the console endlessly: more than ${limit} messages and exceptions`)),
  );
  const countText = counter(pageLimits.messageText, (limit) =>
    fail(tooMuch(`writes to the console endlessly: more than ${limit} characters`)),
  );

  const countPosted = counter(pageLimits.posted, (limit) =>
    fail(tooMuch(`sends more than ${limit} characters to its own address, which accepts none`)),
  );

  const countAddress = counter(pageLimits.maxAddressChanges, (limit) =>
    fail(
      tooMuch(
        `changes its address endlessly: pushState and similar methods may be called at most ${limit} times`,
      ),
    ),
  );
  const countAddressText = counter(pageLimits.maxAddressCharacters, (limit) =>
    fail(tooMuch(`changes its address endlessly: more than ${limit} characters`)),
  );
  page.on('Page.navigatedWithinDocument', ({ url }) => {
    countAddress(1);
    countAddressText(url.length);
  });
  page.on('Fetch.requestPaused', ({ request: { url, postData = '' } }) => {
    if (url.startsWith(documentAddress)) countPosted(postData.length);
  });
  page.on('Page.javascriptDialogOpening', dismissDialog);
  page.on('Page.frameRequestedNavigation', ({ frameId, url }) => {
    if (frameId !== mainFrame || (mayRedirect && /^https?:/i.test(url))) return;
    fail(
      new Failure(
        'document_navigated',
        `The document tried to navigate to another page: ${readableAddress(url)}`,
      ),
    );
  });

  if (requests) {
    page.on('Network.requestWillBeSent', ({ requestId, request, type, initiator, loaderId, frameId }) => {
      // This is the favicon, which a full browser loads for its own window, whether or not the page names one.
      if (type === 'Other' && initiator.type === 'other') return;
      if (offline && goesOut(request.url)) return fail(new NeedsNetwork());
      // A worker's script has no loader of this page, and its completion is reported to the worker only.
      if (request.url === address || !loaderId || endless.has(type ?? '')) return;
      if (mayRedirect && type === 'Document' && frameId === mainFrame) return;
      pending.set(requestId, request.url);
      if (!goesOut(request.url)) return;
      if (!outside.ids.size) outside.since = performance.now();
      outside.ids.add(requestId);
    });
    page.on('Network.requestWillBeSent', ({ requestId, redirectResponse }) => {
      if (redirectResponse && !redirected.has(requestId)) redirected.set(requestId, redirectResponse.url);
    });
    if (offline) page.on('Network.webSocketCreated', () => fail(new NeedsNetwork()));
    page.on('Network.responseReceived', ({ requestId, response, type }) => {
      if (response.status < 400 || !pending.has(requestId)) return;
      const own = response.url.startsWith(documentAddress);
      const reason = own
        ? response.statusText || 'there is no such file that the document may use'
        : `the server responded with ${response.status}`;
      // A file that the document does not have was asked of no server.
      const status = own ? {} : { status: response.status };
      keep(failures, { url: response.url, reason, type, ...status });
      markFailed(requestId, response.url);
    });
    page.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      receivedBytes += encodedDataLength;
      ended(requestId);
    });
    page.on('Network.loadingFailed', (event) => {
      const { requestId, errorText, canceled, corsErrorStatus, blockedReason, type } = event;
      const url = pending.get(requestId);
      if (url && !canceled) markFailed(requestId, url);
      ended(requestId);
      if (!url || canceled || failures.some((failure) => failure.url === url)) return;
      const cors = corsErrorStatus && `not allowed across hosts (CORS: ${corsErrorStatus.corsError})`;
      keep(failures, { url, type, reason: cors ?? blockedReason ?? errorText.replace(/^net::/, '') });
    });
  }
  const frames = new Set<Protocol.Runtime.ExecutionContextId>();
  if (scripts) {
    page.on('Runtime.executionContextCreated', ({ context: { id, auxData } }) => {
      if (auxData?.isDefault && auxData.frameId !== mainFrame) frames.add(id);
    });
    page.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      frames.delete(executionContextId);
    });
    page.on('Runtime.executionContextsCleared', () => frames.clear());
    page.on('Runtime.exceptionThrown', ({ exceptionDetails: { exception, text } }) => {
      const said = exception?.description ?? text;
      countMessage(1);
      countText(said.length);
      keep(errors, said.slice(0, 2000));
    });
    page.on('Runtime.consoleAPICalled', ({ type, args }) => {
      const text = args.map((arg) => String(arg.value ?? arg.description ?? arg.type)).join(' ');
      countMessage(1);
      countText(text.length);
      keep(messages, { level: type, text: text.slice(0, 2000) });
    });
  }
  return {
    failed,
    needNetwork: () => fail(new NeedsNetwork()),
    loaded: (ms) =>
      new Promise((resolve) => {
        const late = () => {
          // No request is pending, so a script blocks the page, and only the deadline can end that.
          if (!pending.size) return;
          giveUp(ms);
          resolve();
        };
        const timer = setTimeout(late, ms).unref();
        page.on('Page.loadEventFired', () => {
          clearTimeout(timer);
          resolve();
        });
      }),
    isWaiting: () => pending.size > 0,
    idleMs: () => (pending.size > 0 ? 0 : performance.now() - lastEnded),
    failures: (network) => ({
      resources: [
        ...network.refused,
        ...failures
          .filter((each) => !isRefused(network, each))
          .map(({ status, ...each }) => {
            const reason = reasonOf(network, each);
            // The proxy answers for a server that does not.
            return reason === each.reason ? { ...each, status } : { ...each, reason };
          }),
      ],
      exceptions: errors,
    }),
    receivedBytes: () => receivedBytes,
    waitedMs: () => outside.ms,
    frames: () => [...frames],
    quiet: (ms) =>
      new Promise((resolve) => {
        if (!pending.size) return resolve();
        const timer = setTimeout(() => giveUp(ms), ms).unref();
        onQuiet = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    hasFailed: (address) => (address === undefined ? failedAddresses.size > 0 : failedAddresses.has(address)),
    findings: (network) => ({
      refused: network.refused.map(({ url, reason }) => ({ url: readableAddress(url), reason })),
      failed: failures
        .filter((each) => !isRefused(network, each))
        .map((each) => ({ url: readableAddress(each.url), reason: reasonOf(network, each) })),
      console: messages,
      errors,
    }),
  };
}

const isRefused = ({ refused }: NetworkFindings, { url }: Finding): boolean =>
  refused.some((refusal) => sameHost(refusal.url, url));

/** The proxy knows the reason; Chromium only sees a failed tunnel. */
const reasonOf = ({ unreachable }: NetworkFindings, { url, reason }: Finding): string =>
  unreachable.find((host) => sameHost(host.url, url))?.reason ?? reason;

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;

/** Returns a function that adds up its amounts and calls `onOver` once, when the total exceeds the limit. */
function counter(limit: number, onOver: (limit: number) => void): (amount: number) => void {
  let count = 0;
  return (amount) => {
    const before = count;
    count += amount;
    if (before <= limit && count > limit) onOver(limit);
  };
}

function sameHost(a: string, b: string): boolean {
  try {
    return new URL(a).hostname === new URL(b).hostname;
  } catch {
    return false;
  }
}
