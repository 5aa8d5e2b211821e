/**
 * Small pictures of the first page of templates, for the list of the studio. They are drawn one at a time, only while no
 * document waits, and one that must make way starts again later. They cost nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '#contract/errors';
import { toBytes } from '#pdf/large-pdf/large-pdf';
import { Deadline } from '#runtime/deadline';
import { LRUMap } from '#runtime/lru-cache';
import type { Team } from '#store/teams';
import type { TemplateFiles } from '#template/model/template-files';
import type { ServerContext } from '../context.ts';
import { drawRequestedImage } from '../rendering/draw-requested-image.ts';
import { inMemory } from '../rendering/pdf-work.ts';
import { startRenderQueue } from '../rendering/render-queue.ts';
import { renderFiles } from './preview.ts';

export interface Thumbnails {
  /**
   * Returns a WebP of the first page of a version, with its sample data; undefined if it cannot be rendered. `files` is
   * read if there is none yet. Throws `queue_full`, `server_stopping` and the reason of `signal`.
   */
  get(request: ThumbnailRequest, signal: AbortSignal): Promise<Buffer | undefined>;
}

interface ThumbnailRequest {
  readonly team: Team;
  readonly name: string;
  /** The hash of the content: a version with the same content has the same picture. */
  readonly hash: string;
  /** Resolves to undefined for a draft with errors. */
  readonly files: () => Promise<TemplateFiles | undefined>;
}

/** Bytes of all pictures that are kept. One has some 5 KB. */
const capacity = 16 * 1024 * 1024;
/** The weight, in bytes, of the entry for a template that cannot be rendered. */
const emptyWeight = 100;
/** Pixels per inch: an A4 page is 298 pixels wide, twice as many as are shown. */
const dpi = 36;
/** Milliseconds for a document that no client waits for. */
const limitMs = 30_000;
/** Milliseconds until a template without a picture is tried again: a busy server may have been the cause. */
const retryAfterMs = 600_000;
/** Milliseconds between two looks at the queue. */
const pollMs = 50;
/** Thumbnails that may wait, across all teams. */
const maxWaiting = 64;

const ofServer: ReadonlySet<string> = new Set([
  'browser_failed',
  'browser_missing',
  'queue_full',
  'server_stopping',
]);

export function openThumbnails(context: ServerContext): Thumbnails {
  const { queue: documents, config } = context;
  const known = new LRUMap<string, { readonly picture: Buffer | undefined; readonly at: number }>(capacity);
  const find = (key: string) => {
    const found = known.get(key);
    const isOver = found && !found.picture && context.now().getTime() - found.at > retryAfterMs;
    return isOver ? undefined : found;
  };
  const queue = startRenderQueue({
    workers: 1,
    capacity: maxWaiting,
    fullMessage: 'Too many thumbnails are waiting to be drawn.',
  });

  async function drawWhileIdle(request: ThumbnailRequest, signal: AbortSignal): Promise<Buffer | undefined> {
    const files = await request.files();
    if (!files) return undefined;
    for (;;) {
      while (documents.waiting > 0) await sleep(pollMs, undefined, { signal });
      const makingWay = new AbortController();
      const timer = setInterval(() => {
        if (documents.waiting > 0) makingWay.abort(new Failure('interrupted', 'A document waits.'));
      }, pollMs);
      const deadline = new Deadline(
        Math.min(limitMs, config.timeout),
        AbortSignal.any([signal, makingWay.signal]),
        { audience: 'api' },
      );
      try {
        return await draw(context, request, files, deadline);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (makingWay.signal.aborted) continue;
        // A failure of the server says nothing about the template.
        if (error instanceof Failure && ofServer.has(error.code)) throw error;
        return undefined;
      } finally {
        clearInterval(timer);
        deadline.close();
      }
    }
  }

  return {
    async get(request, signal) {
      const key = `${request.team.id} ${request.hash}`;
      const found = find(key);
      if (found) return found.picture;
      return await queue.run(request.team.id, signal, async () => {
        // Another page may have asked for it meanwhile.
        const before = find(key);
        if (before) return before.picture;
        const picture = await drawWhileIdle(request, signal);
        known.set(key, { picture, at: context.now().getTime() }, picture?.length ?? emptyWeight);
        return picture;
      });
    },
  };
}

async function draw(
  context: ServerContext,
  { team, name }: ThumbnailRequest,
  files: TemplateFiles,
  deadline: Deadline,
): Promise<Buffer> {
  const { pdf } = await renderFiles({ context, team, files, name, deadline });
  const image = await drawRequestedImage(context, team, pdf, { output: 'webp', page: 1, dpi }, deadline);
  return Buffer.from(await toBytes(image, inMemory));
}
