/** A page that is loaded in another way than usual: see `PageLoad`. Other pages do not load this. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Protocol } from 'devtools-protocol';
import type { PageCookie, PageLoad } from '#contract/document/page-load';
import { Failure } from '#contract/errors';
import { callInNewDocuments, callInPage, PageScriptFailure } from '../cdp/call-in-page.ts';
import { type CdpSession, ProtocolError } from '../cdp/connection.ts';
import type { IsolatedWorldId } from '../cdp/isolated-world.ts';
import type { NetworkFindings, PageWatch } from '../page/page-watch.ts';
import { hasElement, nameBrowser } from '../page-scripts/load-as-asked.ts';
import { assertLoaded } from './assert-loaded.ts';
import { sendHeaders } from './request-headers.ts';

export interface StartedLoad {
  /** Resolves when cookies and the name of the browser are set. Throws `invalid_option` for a cookie that is refused. */
  prepare(): Promise<unknown>;
  /** For `Fetch.enable`. */
  readonly patterns: readonly Protocol.Fetch.RequestPattern[];
  /** Each thing that is waited for, with its name in errors. Steps have to run one after the other. */
  waits(world: IsolatedWorldId): readonly Wait[];
  /** Throws `page_failed` if something has failed that must not: see `failOn`. */
  assertLoaded(network: NetworkFindings): void;
}

interface Wait {
  readonly name: string;
  run(): Promise<unknown>;
}

interface StartLoadOptions {
  readonly load: PageLoad;
  /** The address of the web page. */
  readonly address: string | undefined;
  readonly scripts: boolean;
  readonly watch: PageWatch;
}

/** Must be called before the page loads. */
export function startPageLoad(
  page: CdpSession,
  { load, address, scripts, watch }: StartLoadOptions,
): StartedLoad {
  const { cookies = [], userAgent, waitFor = {} } = load;
  const origin = address === undefined ? undefined : new URL(address).origin;
  return {
    patterns: sendHeaders(page, load, origin),
    prepare: () =>
      Promise.all([
        ...cookies.map((cookie) => setCookie(page, cookie, address)),
        scripts && userAgent !== undefined
          ? callInNewDocuments(page, nameBrowser, [userAgent, origin ?? null])
          : undefined,
      ]),
    waits(world) {
      const { selector, expression, delay: ms, networkIdle } = waitFor;
      return [
        ...(selector === undefined
          ? []
          : [
              {
                name: 'waiting for the selector of wait_for',
                run: () => waitForSelector(page, selector, world),
              },
            ]),
        ...(expression === undefined
          ? []
          : [
              {
                name: 'waiting for the expression of wait_for',
                run: () => waitForExpression(page, expression),
              },
            ]),
        ...(ms === undefined ? [] : [{ name: 'waiting for the delay of wait_for', run: () => delay(ms) }]),
        ...(networkIdle
          ? [{ name: 'waiting for the network to be idle', run: () => waitForNetwork(watch) }]
          : []),
      ];
    },
    assertLoaded: (network) => assertLoaded(load, watch.failures(network)),
  };
}

/** Milliseconds between two questions to the page. */
const pollMs = 20;
/** Milliseconds without a request. */
const idleMs = 500;

async function waitForSelector(page: CdpSession, selector: string, world: IsolatedWorldId): Promise<void> {
  try {
    while (!(await callInPage(page, hasElement, [selector], world))) await delay(pollMs);
  } catch (error) {
    if (!(error instanceof PageScriptFailure)) throw error;
    throw invalid('wait_for.selector', 'is no selector of CSS that the browser knows', error);
  }
}

/** Runs in the world of the page's own scripts, which may do what they like with it. pdfapi has nothing there. */
async function waitForExpression(page: CdpSession, source: string): Promise<void> {
  // A line of its own, because the expression may end with a comment.
  const expression = `(async () => !!(await (${source}\n)))()`;
  for (;;) {
    const { result, exceptionDetails } = await page.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) {
      const { exception, text } = exceptionDetails;
      const said = (exception?.description ?? text).split('\n', 1)[0]?.slice(0, 200);
      throw invalid('wait_for.expression', `cannot be evaluated: ${said}`);
    }
    if (result.value === true) return;
    await delay(pollMs);
  }
}

async function waitForNetwork(watch: PageWatch): Promise<void> {
  while (watch.idleMs() < idleMs) await delay(pollMs);
}

async function setCookie(
  page: CdpSession,
  { domain, secure, ...cookie }: PageCookie,
  address: string | undefined,
): Promise<void> {
  // A document without an address is of another site than all servers, to which browsers send no other cookies.
  const usual: Pick<PageCookie, 'secure' | 'sameSite'> =
    address === undefined ? { secure: true, sameSite: 'None' } : { secure: address.startsWith('https:') };
  const place = domain !== undefined ? { domain } : address !== undefined ? { url: address } : {};
  const given = withoutUndefined({
    path: '/',
    ...usual,
    ...place,
    ...withoutUndefined({ ...cookie, secure }),
  });
  const isSet = await page.send('Network.setCookie', given).then(
    ({ success }) => success,
    (error) => {
      if (error instanceof ProtocolError) return false;
      throw error;
    },
  );
  if (!isSet) throw invalid('cookies', `have one that browsers refuse: ${cookie.name.slice(0, 100)}`);
}

type Defined<Values> = { [Name in keyof Values]: Exclude<Values[Name], undefined> };

const withoutUndefined = <Values extends object>(values: Values): Defined<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<Values>;

/** The names are those of requests, which the options of the library and of commands resemble. */
function invalid(field: string, reason: string, cause?: unknown): Failure {
  const message = `The ${field} ${reason.replace(/\.$/, '')}.`;
  return new Failure('invalid_option', message, { errors: { [`config.${field}`]: [message] }, cause });
}
