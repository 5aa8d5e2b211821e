/** Finds the methods that a path supports, for 405 and its `Allow` header. */
import type { FastifyRequest } from 'fastify';
import { apiPrefix, type Route, routes } from '../../contract/api/routes.ts';
import { type ManageRoute, managePrefix } from '../../contract/manage/manage-route.ts';
import { manageRoutes } from '../../contract/manage/manage-routes.ts';

const others: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/documents\/[^/]+\/[^/]+$/, ['GET', 'HEAD']],
  [
    /^\/(?:healthz|readyz|version|metrics|openapi\.json|docs(?:\/(?:docs\.css|start\.js|scalar\.js))?)$/,
    ['GET', 'HEAD'],
  ],
  [/^\/$/, ['GET', 'HEAD']],
  [/^\/billing$/, ['GET', 'HEAD', 'POST']],
  [/^\/billing\/\d+$/, ['GET', 'HEAD']],
  [/^\/studio(?:\/|\/files\/.+|\/api\/session|\/api\/examples(?:\/[^/]+)?)?$/, ['GET', 'HEAD']],
  [/^\/studio\/session$/, ['DELETE', 'POST']],
  [/^\/studio\/api\/preview$/, ['POST']],
];

const known = [
  ...Object.values<Route>(routes).map(({ method, path }) => {
    // A literal path takes precedence over a parameter, like in the router.
    const pattern = path.replace(/\{\w+\}/g, '(?!merge$)[^/]+');
    const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];
    return [new RegExp(`^${apiPrefix}${pattern}$`), methods] as const;
  }),
  ...managed(),
  ...others,
];

/** In the management API several methods share a path. */
function managed(): (readonly [RegExp, readonly string[]])[] {
  const methods = new Map<string, string[]>([['/openapi\\.json', ['GET', 'HEAD']]]);
  for (const { path, method } of Object.values<ManageRoute>(manageRoutes)) {
    const pattern = path.replace(/\{\w+\}/g, '[^/]+');
    methods.set(pattern, [
      ...(methods.get(pattern) ?? []),
      ...(method === 'GET' ? ['GET', 'HEAD'] : [method]),
    ]);
  }
  // The studio has the same routes below its own prefix.
  return [...methods].flatMap(([pattern, each]) =>
    [managePrefix, '/studio/api'].map((prefix) => [new RegExp(`^${prefix}${pattern}$`), each] as const),
  );
}

export const isOfApi = (url: string): boolean =>
  [apiPrefix, managePrefix].some((prefix) => url.startsWith(`${prefix}/`));

/** Returns an empty list for a path that does not exist. */
export function findMethods({ url }: Pick<FastifyRequest, 'url'>): readonly string[] {
  // A proxy may request `http://host/path`.
  const [path = ''] = url.replace(/^https?:\/\/[^/]*/i, '').split('?');
  return known.find(([pattern]) => pattern.test(path))?.[1] ?? [];
}

export const isKnown = (request: Pick<FastifyRequest, 'url' | 'method'>): boolean =>
  findMethods(request).includes(request.method);
