/**
 * Paces requests by the server's `X-RateLimit-*` headers: as fast as its rate limit allows and no faster. The
 * concurrency is adaptive: it rises by one with each round of responses and halves at a rejection.
 */
export interface RatePacer {
  /** Rows that may be processed concurrently. */
  readonly concurrency: number;
  /** Milliseconds until the next request may be sent; 0 if there is no wait. */
  readonly wait: number;
  /** Resolves when a request may be sent, and counts it. Throws the reason of the signal. */
  take(signal: AbortSignal): Promise<void>;
  /** Records each response of the server. */
  seen(response: PacedResponse): void;
}

interface PacedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface RatePacerOptions {
  /** The maximum of concurrent requests. */
  readonly maxConcurrency: number;
  /** Milliseconds of the monotonic clock. */
  readonly now?: () => number;
}

const firstConcurrency = 2;

/** Milliseconds: longer than any server's window, and a bound for a nonsensical header. */
const maxWaitMs = 60 * 60_000;

/** Added to the end of a window, so that the server's clock has certainly passed it. Milliseconds. */
const margin = 50;

/** The end of a window and the date of a response are whole seconds. Milliseconds. */
const imprecision = 2500;

/** Applies after a rejection without a wait time. Milliseconds. */
const defaultWait = 5000;

export function startRatePacer({
  maxConcurrency,
  now = () => performance.now(),
}: RatePacerOptions): RatePacer {
  let concurrency = Math.min(firstConcurrency, maxConcurrency);
  /** Requests that may still be sent before `windowEnd`. */
  let left = Number.POSITIVE_INFINITY;
  let perWindow = Number.POSITIVE_INFINITY;
  /** On the monotonic clock; undefined until a response has reported the window. */
  let windowEnd: number | undefined;

  const wait = () => (left > 0 || windowEnd === undefined ? 0 : Math.max(0, windowEnd - now()));

  return {
    get concurrency() {
      return concurrency;
    },
    get wait() {
      return wait();
    },
    async take(signal) {
      for (let ms = wait(); ms > 0; ms = wait()) await sleep(ms, signal);
      if (windowEnd !== undefined && now() >= windowEnd) {
        // The next window starts full, with this request.
        left = perWindow;
        windowEnd = undefined;
      }
      left--;
    },
    seen({ status, headers }) {
      const limit = parseNumber(headers['x-ratelimit-limit']);
      const remaining = parseNumber(headers['x-ratelimit-remaining']);
      const reset = untilReset(headers);
      if (limit !== undefined && limit > 0) perWindow = limit;
      // A late response may describe a window that is over.
      if (remaining !== undefined && reset !== undefined && reset > 0) {
        const end = now() + reset + margin;
        const isAnother = windowEnd !== undefined && end > windowEnd + imprecision;
        left = isAnother ? remaining : Math.min(left, remaining);
        // The reported end of a window is late rather than early, so the earliest report is the best.
        windowEnd = windowEnd === undefined || isAnother ? end : Math.min(windowEnd, end);
      }
      if (status === 429) {
        const after = parseNumber(headers['retry-after']);
        left = 0;
        const ms = after === undefined ? (reset ?? defaultWait) : after * 1000;
        windowEnd = now() + Math.min(ms, maxWaitMs) + margin;
      }
      if (status === 429 || status === 502 || status === 503 || status === 504) {
        concurrency = Math.max(1, concurrency / 2);
      } else if (status < 300) concurrency = Math.min(maxConcurrency, concurrency + 1 / concurrency);
    },
  };
}

function parseNumber(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,12}$/.test(header) ? Number(header) : undefined;
}

/** Milliseconds. Measured by the server's own clock if it sends its time, since the local clock may differ. */
function untilReset(headers: PacedResponse['headers']): number | undefined {
  const reset = parseNumber(headers['x-ratelimit-reset']);
  if (reset === undefined) return undefined;
  const date = typeof headers.date === 'string' ? Date.parse(headers.date) : Number.NaN;
  const wait = reset * 1000 - (Number.isNaN(date) ? Date.now() : date);
  return Math.min(maxWaitMs, Math.max(0, wait));
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const over = () => {
      signal.removeEventListener('abort', give);
      resolve();
    };
    const timer = setTimeout(over, ms);
    const give = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener('abort', give, { once: true });
  });
}
