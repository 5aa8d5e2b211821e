/** The services that the routes use. Created once in `serve.ts` and passed to everything that needs some of them. */
import type { FastifyBaseLogger } from 'fastify';
import type { Printer } from '../core/browser/printer.ts';
import type { EditorPool } from '../core/editor/start-editor-pool.ts';
import type { Fill } from '../core/fill/fill.ts';
import type { Store } from '../store/store.ts';
import type { BodyReader } from './body/body-reader.ts';
import type { Config } from './config.ts';
import type { DataChecker } from './data-check/data-checker.ts';
import type { NoticeSender } from './mail.ts';
import type { Metrics } from './metrics.ts';
import type { Patience } from './patience.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { RenderQueue } from './render-queue.ts';
import type { SignedUrls } from './signed-url.ts';
import type { TemplateCache } from './template-cache.ts';
import type { TemplateNamesLister } from './template-names/template-names.ts';
import type { WorkInProgress } from './work-in-progress.ts';

export interface ServerTools {
  readonly config: Config;
  /** The address that clients use, without a trailing slash. */
  readonly publicUrl: () => string;
  readonly version: string;
  readonly store: Store;
  readonly printer: Printer;
  readonly fill: Fill;
  readonly editor: EditorPool;
  readonly queue: RenderQueue;
  /** Undefined if the operator wants no limit. */
  readonly rateLimiter: RateLimiter | undefined;
  readonly urls: SignedUrls;
  readonly notices: NoticeSender;
  readonly templates: TemplateCache;
  readonly bodies: BodyReader;
  readonly dataChecker: DataChecker;
  readonly templateNames: TemplateNamesLister;
  readonly metrics: Metrics;
  /** Running requests; a shutdown waits for them. */
  readonly work: WorkInProgress;
  readonly patience: Patience;
  readonly log: FastifyBaseLogger;
  readonly now: () => Date;
  /** True from the first SIGTERM: no new work is accepted. */
  readonly isStopping: () => boolean;
}
