/** Rows rendered by a server: each with its own idempotency key, and as fast as the server's rate limit allows. */
import type { Command } from 'commander';
import { Failure } from '../../contract/errors.ts';
import { Deadline } from '../../core/deadline.ts';
import { countPages, PdfError } from '../../core/pdf/index.ts';
import { readMetaOptions } from '../page-options.ts';
import { metadataOrNone, refuseLocalOptions } from '../render-there.ts';
import { connect } from '../server-connection.ts';
import type { Session } from '../session.ts';
import type { BatchOptions } from './batch-options.ts';
import { startPace } from './pace.ts';
import type { RowRenderer, RowToRender } from './row-renderer.ts';

/** Rows at work at once where nobody says how many. */
const defaultConcurrency = 8;

/** Of one row, each after the wait that the server asked for: then something is wrong that no waiting mends. */
const mostRefusals = 20;

const hereOnly = ['--strict', '--reproducible', '--no-scripts', '--no-tags', '--allow-host', '--no-sandbox'];

/** Throws `usage`, and `no_server`. */
export async function renderRowsThere(
  session: Session,
  id: number,
  options: BatchOptions,
  command: Command,
): Promise<RowRenderer> {
  if (session.globals.local) {
    throw new Failure('usage', `${id} is a template on a server, and --local asks none.`, {
      hint: 'A folder renders here: pdfapi batch ./folder rows.csv',
    });
  }
  refuseLocalOptions(command, hereOnly, 'They work with a template folder.');
  const metadata = metadataOrNone(readMetaOptions(options.meta));
  const pace = startPace({ most: options.concurrency ?? defaultConcurrency });
  const { client, url, timeoutMs } = await connect(session, { isPaced: true, onAnswer: pace.seen });

  const ask = async ({ exact, idempotencyKey }: RowToRender, cancel: AbortSignal) => {
    // The wait for the rate limit is nobody's delay: the row's time begins after it.
    await pace.take(cancel);
    const deadline = new Deadline(timeoutMs, cancel);
    try {
      return await client.generate(
        id,
        { data: exact, output: 'base64', ...metadata },
        {
          signal: deadline.signal,
          end: performance.now() + timeoutMs,
          ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
        },
      );
    } finally {
      deadline.close();
    }
  };

  return {
    where: url,
    fingerprint: JSON.stringify(metadata),
    get concurrency() {
      return pace.concurrency;
    },
    get wait() {
      return pace.wait;
    },
    async render(row, cancel) {
      for (let refusals = 0; ; refusals++) {
        try {
          const { pdf, usage } = await ask(row, cancel);
          if (!pdf) throw new Failure('not_an_api', `${url} answered without a PDF.`);
          return { pdf, pages: pagesOf(pdf), warnings: [], usage };
        } catch (error) {
          const isRefusal = error instanceof Failure && error.code === 'rate_limited';
          if (!isRefusal || refusals >= mostRefusals) throw error;
        }
      }
    },
  };
}

function pagesOf(pdf: Uint8Array): number | undefined {
  try {
    return countPages(pdf);
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}
