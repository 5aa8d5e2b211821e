import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { errorGroups } from '../../../build/error-descriptions.ts';
import { referenceDocs } from '../../../build/reference-docs.ts';
import { errorCatalogue } from '../../../src/contract/errors.ts';

const root = resolve(import.meta.dirname, '../../..');

it.each(Object.entries(referenceDocs()))('docs/%s is up to date (npm run docs)', (name, text) => {
  expect(readFileSync(resolve(root, 'docs', name), 'utf8')).toBe(text);
});

it('docs/errors.md describes each code exactly once', () => {
  const described = errorGroups.flatMap(({ errors }) => Object.keys(errors));
  expect(described.toSorted()).toEqual(Object.keys(errorCatalogue).toSorted());
});

it('docs/http-api.md lists the routes of the reference', () => {
  const { paths } = JSON.parse(readFileSync(resolve(root, 'docs/openapi.json'), 'utf8')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const page = readFileSync(resolve(root, 'docs/http-api.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `((?:GET|POST|DELETE) \/[^`]+)`/gm)].map(([, route]) => route);
  expect(listed).toEqual(routes.filter((route) => !route.startsWith('HEAD ')));
});
