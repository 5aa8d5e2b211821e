/**
 * `GET /studio/api/templates/{id}/thumbnail`: a WebP of the first page of the latest version; 204 if it cannot be rendered.
 * `hash` in the address is that of the content, so that browsers keep the picture.
 */
import type { FastifyInstance } from 'fastify';
import { visibleTemplate } from '../api/visible-template.ts';
import type { ServerContext } from '../context.ts';
import { clientDisconnectSignal } from '../http/client-disconnect.ts';
import type { TemplateChecker } from '../template-check/template-checker.ts';
import { openThumbnails } from './thumbnails.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The request does not count for the rate limit. */
    readonly isUncounted?: boolean;
  }
}

export function addThumbnailRoute(
  api: FastifyInstance,
  context: ServerContext,
  checker: TemplateChecker,
): void {
  const { store, work } = context;
  const thumbnails = openThumbnails(context);
  api.get<{ Params: { id: string }; Querystring: { hash?: unknown } }>(
    '/templates/:id/thumbnail',
    { config: { isUncounted: true } },
    async ({ caller: { team }, params, query }, reply) => {
      const { id, name, latestVersion } = await visibleTemplate(store, team, params.id);
      const hash = await store.templates.hash(id, latestVersion);
      const done = work.begin();
      try {
        const signal = clientDisconnectSignal(reply);
        const files = async () => {
          const found = await store.templates.files(id, latestVersion);
          const mayFail = await store.templates.hasErrors(id, latestVersion);
          if (!mayFail) return found;
          const { errors } = await checker.checkPreview(found, name, team.id, signal);
          return errors.length > 0 ? undefined : found;
        };
        const picture = await thumbnails.get({ team, name, hash, files }, signal);
        // An address without the hash, or with that of another version, shows what is the latest one now.
        const isFixed = picture !== undefined && query.hash === hash;
        reply.header('cache-control', isFixed ? 'private, max-age=31536000, immutable' : 'no-store');
        return picture ? reply.type('image/webp').send(picture) : reply.status(204).send();
      } finally {
        done();
      }
    },
  );
}
