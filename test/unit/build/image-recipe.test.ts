/** The recipe of the image in a release is made of the Dockerfile, which image.test.ts builds. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { imageRecipe } from '../../../build/image-recipe.ts';

const dockerfile = readFileSync(resolve(import.meta.dirname, '../../../Dockerfile'), 'utf8');
const released = { tarball: 'pdfapi-1.2.3.tgz', version: '1.2.3', revision: '0123abc' };

const instructions = (text: string) =>
  text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line));

it('takes the package from the tarball, and everything else from the Dockerfile', () => {
  const recipe = instructions(imageRecipe(dockerfile, released));
  const stages = recipe.filter((line) => line.startsWith('FROM ')).map((line) => line.replace(/:\S+/, ''));
  expect(stages).toEqual(['FROM scratch AS build', 'FROM node AS node', 'FROM debian']);
  expect(recipe[recipe.indexOf('FROM scratch AS build') + 1]).toBe('ADD pdfapi-1.2.3.tgz /');
  expect(recipe.filter((line) => /\bnpm\b|^COPY (?!--from)/.test(line))).toEqual([]);
  const last = (text: readonly string[]) =>
    text.slice(text.findLastIndex((line) => line.startsWith('FROM ')));
  const isLabel = (line: string) => line.startsWith('LABEL');
  expect(last(recipe).filter((line) => !isLabel(line))).toEqual(
    last(instructions(dockerfile)).filter((line) => !isLabel(line)),
  );
});

it('labels the image with its version and its commit', () => {
  const label = instructions(imageRecipe(dockerfile, released)).find((line) => line.startsWith('LABEL'));
  expect(label).toMatch(/\.licenses="MIT"\s+\S+\.version="1\.2\.3"\s+\S+\.revision="0123abc"$/);
});

it('fails for a Dockerfile that has no stage of that name', () => {
  const other = dockerfile.replace(' AS build', ' AS package');
  expect(() => imageRecipe(other, released)).toThrow('The Dockerfile has nothing like');
});
