/** Paths in the data of a template: `items[].price`. */

/** Paths of more characters are not extended, because a template may repeat `{% set a = a.b %}` many times. */
const maxPathLength = 400;

/**
 * The prefix of a path that may be missing from the data without an error, because of `default`, `??` or `is defined`.
 * No name starts with it.
 */
const optionalMark = '?';

export const isOptional = (path: string): boolean => path.startsWith(optionalMark);

export const asOptional = (path: string): string => (isOptional(path) ? path : optionalMark + path);

/** The path in the data. */
export const plainPath = (path: string): string =>
  isOptional(path) ? path.slice(optionalMark.length) : path;

/** The top-level name. */
export const rootOf = (path: string): string => plainPath(path).split(/[.[]/, 1)[0] ?? '';

export const itemOf = (path: string): string => (path.length > maxPathLength ? path : `${path}[]`);

export const attributeOf = (path: string, name: string): string =>
  path.length > maxPathLength ? path : `${path}.${name}`;
