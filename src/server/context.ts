/** The services that the routes use. Created once in `serve.ts` and passed to everything that needs some of them. */
import type { FastifyBaseLogger } from 'fastify';
import type { BrowserPool } from '#browser/browser-pool';
import type { PdfWork } from '#render/pdf-work';
import type { Store } from '#store/store';
import type { Fill } from '#template/fill/fill';
import type { Lint } from '#template/lint/index';
import type { EditorPool } from '#template/pdfme/editor-pool';
import type { SignedUrls } from './billing/signed-url.ts';
import type { Config } from './config.ts';
import type { BodyReader } from './http/body/body-reader.ts';
import type { RateLimiter } from './http/rate-limiter.ts';
import type { JobWorker } from './jobs/job-worker.ts';
import type { Metrics } from './operations/metrics.ts';
import type { NoticeSender } from './operations/notices.ts';
import type { WorkInProgress } from './operations/work-in-progress.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { DataChecker } from './rendering/data-check/data-checker.ts';
import type { LongLane } from './rendering/long-lane.ts';
import type { RenderQueue } from './rendering/render-queue.ts';
import type { StandardsChecker } from './rendering/standards-check/standards-checker.ts';
import type { TemplateCache } from './rendering/template-cache.ts';
import type { SigningPool } from './signing/signing-pool.ts';
import type { TemplateNamesLister } from './template-names/template-names.ts';
import type { ServerTimeouts } from './timeouts.ts';
import type { WebhookSender } from './webhooks/webhook-sender.ts';

export interface ServerContext {
  readonly config: Config;
  /** The address that clients use, without a trailing slash. */
  readonly publicUrl: () => string;
  readonly version: string;
  readonly store: Store;
  readonly browserPool: BrowserPool;
  readonly fill: Fill;
  readonly lint: Lint;
  readonly editor: EditorPool;
  readonly queue: RenderQueue;
  readonly longLane: LongLane;
  readonly rateLimiter: RateLimiter;
  readonly urls: SignedUrls;
  readonly notices: NoticeSender;
  /** Requests to addresses that teams give. */
  readonly outbound: Outbound;
  readonly webhooks: WebhookSender;
  readonly jobs: JobWorker;
  readonly templates: TemplateCache;
  readonly bodies: BodyReader;
  readonly dataChecker: DataChecker;
  readonly signing: SigningPool;
  readonly standardsChecker: StandardsChecker;
  /** The steps of renders and merges on whole PDFs. */
  readonly pdfWork: PdfWork;
  readonly templateNames: TemplateNamesLister;
  readonly metrics: Metrics;
  /** Running requests; a shutdown waits for them. */
  readonly work: WorkInProgress;
  readonly timeouts: ServerTimeouts;
  readonly log: FastifyBaseLogger;
  readonly now: () => Date;
  /** True from the first SIGTERM: not ready for a load balancer, though requests are still served for a while. */
  readonly isDraining: () => boolean;
  /** True after that: no new work is accepted. */
  readonly isStopping: () => boolean;
}
