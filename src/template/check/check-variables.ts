/**
 * Reports variables that a render with `--strict` would reject, and names missing from the sample data, unless the
 * template treats them as optional (`default`, `??`, `is defined`). Nested names are left to the trial, because only
 * it knows the data and the variables of partials.
 */

import { didYouMean } from '#contract/did-you-mean';
import type { SourceLocation } from '#contract/errors';
import { placeInText, type TextPlace } from '#contract/files/text-place';
import { compile, rootOf } from '#twig';
import type { Data } from '../data/parse-data-file.ts';
import type { ReadTemplate } from '../load/read-template.ts';
import type { Warning } from '../model/check-result.ts';
import type { FileTree } from '../model/file-tree.ts';
import { attemptTwig } from './attempt-twig.ts';
import { type TemplatePart, templateParts, withOwnVariables } from './template-parts.ts';

/** The template's Twig must be valid. */
export async function checkVariables(
  tree: FileTree,
  { template, sources }: ReadTemplate,
  sample: Data | undefined,
): Promise<readonly Warning[]> {
  const { partials } = template;
  const own = templateParts(template).filter(({ name }) => name === null);
  const { isAnyUsed, required } = findUsedVariables(own, partials);
  const file = tree.label('data.json');
  if (!sample) {
    if (!isAnyUsed) return [];
    return [{ message: `There is no ${file}: this template has no sample data for a preview.` }];
  }
  const known = Object.keys(sample.plain);
  const missing = [...required].filter(([name]) => !known.includes(name));
  const warnings = missing.map(([name, part]) => {
    const place = findPlace(name, part.source);
    return warning(
      `${name} is used, and ${file} does not have it.${didYouMean(name, known)}`,
      place && sources.locate({ part: part.part, template: null, ...place }),
    );
  });
  for (const each of own) {
    const { part, source, autoescape } = each;
    const error = attemptTwig(() => {
      compile(source, { part, partials, autoescape, strict: true }).render(
        withOwnVariables(sample.exact, each),
      );
    });
    if (!error || missing.some(([name]) => error.detail.includes(`"${name}"`))) continue;
    warnings.push(warning(error.detail, sources.locate(error)));
  }
  return warnings;
}

const warning = (message: string, location: SourceLocation | undefined): Warning =>
  location ? { message, location } : { message };

interface UsedVariables {
  readonly isAnyUsed: boolean;
  /** Name that the data must have → the first part that reads it. */
  readonly required: ReadonlyMap<string, TemplatePart>;
}

function findUsedVariables(
  parts: readonly TemplatePart[],
  partials: Readonly<Record<string, string>>,
): UsedVariables {
  // The partials' names may be variables that the include passes.
  const empty = Object.fromEntries(Object.keys(partials).map((name) => [name, '']));
  const required = new Map<string, TemplatePart>();
  let isAnyUsed = false;
  for (const each of parts) {
    const { part, source, autoescape, variables: given = {} } = each;
    attemptTwig(() => {
      const compiled = compile(source, { part, partials: empty, autoescape });
      const requiredNames = compiled.requiredNames.filter((name) => !(name in given));
      isAnyUsed ||= compiled.variables.some((variable) => !(rootOf(variable) in given));
      const inherited = findInheritedNames(source, partials);
      for (const name of requiredNames) {
        if (!required.has(name) && !inherited.has(name)) required.set(name, each);
      }
    });
  }
  return { isAnyUsed, required };
}

/** The names that the partials that a source extends set, which its blocks can read. */
function findInheritedNames(source: string, partials: Readonly<Record<string, string>>): ReadonlySet<string> {
  const names = new Set<string>();
  const visited = new Set<string>();
  let current = source;
  for (;;) {
    const parent = /\{%-?\s*extends\s+(?:'([^']+)'|"([^"]+)")/.exec(current);
    const name = parent?.[1] ?? parent?.[2];
    const text = name === undefined ? undefined : partials[name];
    if (name === undefined || text === undefined || visited.has(name)) return names;
    visited.add(name);
    for (const [, list = ''] of text.matchAll(/\{%-?\s*set\s+(\w+(?:\s*,\s*\w+)*)/g)) {
      for (const set of list.split(',')) names.add(set.trim());
    }
    current = text;
  }
}

const tags = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g;

/** The first position of a name in a tag, outside strings and not as an attribute of another value. */
function findPlace(name: string, source: string): TextPlace | undefined {
  const word = new RegExp(`(?<![\\w.])${name}(?!\\w)`, 'u');
  const withoutComments = source.replace(/\{#[\s\S]*?#\}/g, (comment) => comment.replace(/[^\n]/g, ' '));
  for (const tag of withoutComments.matchAll(tags)) {
    const code = tag[0].replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs, (text) => ' '.repeat(text.length));
    const found = code.search(word);
    if (found < 0) continue;
    return placeInText(source, tag.index + found);
  }
  return undefined;
}
