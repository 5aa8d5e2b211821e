/** Which methods a path knows, for 405 and its `Allow`. */
import { apiPrefix, type Route, routes } from '../contract/routes-schema.ts';

const others: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/documents\/[^/]+\/[^/]+$/, ['GET', 'HEAD']],
  [/^\/(?:healthz|readyz|version|metrics|openapi\.json|docs(?:\/[\w.-]*)?)$/, ['GET', 'HEAD']],
  [/^\/billing$/, ['GET', 'HEAD', 'POST']],
  [/^\/billing\/\d+$/, ['GET', 'HEAD']],
];

const known = [
  ...Object.values<Route>(routes).map(({ method, path }) => {
    // A literal path goes before a parameter, as in the router.
    const pattern = path.replace(/\{\w+\}/g, '(?!merge$)[^/]+');
    const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];
    return [new RegExp(`^${apiPrefix}${pattern}$`), methods] as const;
  }),
  ...others,
];

export const methodsOf = (path: string): readonly string[] =>
  known.find(([pattern]) => pattern.test(path))?.[1] ?? [];
