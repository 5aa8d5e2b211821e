/** Finds the methods that a path supports, for 405 and its `Allow` header. */
import type { FastifyRequest } from 'fastify';
import { apiPrefix, type Route, routes } from '#contract/api/routes';
import { type ManageRoute, managePrefix } from '#contract/manage/manage-route';
import { manageRoutes } from '#contract/manage/manage-routes';

const others: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/documents\/[^/]+\/[^/]+$/, ['GET', 'HEAD']],
  [
    /^\/(?:healthz|readyz|version|metrics|openapi\.json|docs(?:\/(?:docs\.css|start\.js|scalar\.js))?)$/,
    ['GET', 'HEAD'],
  ],
  [/^\/$/, ['GET', 'HEAD']],
  [/^\/mcp$/, ['POST']],
  [/^\/billing$/, ['GET', 'HEAD', 'POST']],
  [/^\/billing\/\d+$/, ['GET', 'HEAD']],
  [/^\/studio(?:\/|\/files\/.+|\/api\/session|\/api\/examples(?:\/[^/]+)?)?$/, ['GET', 'HEAD']],
  [/^\/studio\/session$/, ['DELETE', 'POST']],
  [/^\/studio\/api\/templates\/[^/]+\/thumbnail$/, ['GET', 'HEAD']],
  [/^\/studio\/api\/(?:check|preview|variables)$/, ['POST']],
];

const known = [...ofRoutes(), ...managed(), ...others];

function ofRoutes(): (readonly [RegExp, readonly string[]])[] {
  // A literal path takes precedence over a parameter, like in the router.
  const methods = methodsByPath(Object.values<Route>(routes), '(?!merge$)[^/]+');
  return [...methods].map(([pattern, each]) => [new RegExp(`^${apiPrefix}${pattern}$`), each] as const);
}

/** Several methods may share a path. */
function methodsByPath(
  all: readonly Pick<Route | ManageRoute, 'path' | 'method'>[],
  parameter: string,
): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const { path, method } of all) {
    const pattern = path.replace(/\{\w+\}/g, parameter);
    methods.set(pattern, [
      ...(methods.get(pattern) ?? []),
      ...(method === 'GET' ? ['GET', 'HEAD'] : [method]),
    ]);
  }
  return methods;
}

function managed(): (readonly [RegExp, readonly string[]])[] {
  const methods = methodsByPath(Object.values<ManageRoute>(manageRoutes), '[^/]+');
  methods.set('/openapi\\.json', ['GET', 'HEAD']);
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
