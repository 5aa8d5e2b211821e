/**
 * What a render with `--strict` would refuse, and names that the sample data does not have at all. Deeper names
 * are left to the trial: only it knows what `is defined`, `default` and a partial's own variables make of them.
 */
import type { SourceLocation } from '../../contract/errors.ts';
import { didYouMean } from '../../contract/nearest.ts';
import { compile } from '../twig/index.ts';
import { attemptTwig } from './attempt-twig.ts';
import type { Warning } from './check-result.ts';
import type { FileTree } from './file-tree.ts';
import type { Data } from './parse-data-file.ts';
import type { ReadTemplate } from './read-template.ts';
import { type TemplatePart, templateParts } from './template-parts.ts';

/** The template's Twig is right. */
export async function checkVariables(
  tree: FileTree,
  { template, sources }: ReadTemplate,
  sample: Data | undefined,
): Promise<readonly Warning[]> {
  const { partials } = template;
  const own = templateParts(template).filter(({ name }) => name === null);
  const used = variablesOf(own, Object.keys(partials));
  const file = tree.label('data.json');
  if (!sample) {
    if (used.size === 0) return [];
    return [{ message: `There is no ${file}: without sample data nothing shows how this template looks.` }];
  }
  const known = Object.keys(sample.plain);
  const missing = [...used].filter(([name]) => !known.includes(name));
  const warnings = missing.map(([name, part]) => {
    const place = placeOf(name, part.source);
    return warning(
      `${name} is used, and ${file} does not have it.${didYouMean(name, known)}`,
      place && sources.locate({ part: part.part, template: null, ...place }),
    );
  });
  for (const { part, source, autoescape } of own) {
    const error = attemptTwig(() => {
      compile(source, { part, partials, autoescape, strict: true }).render(sample.exact);
    });
    if (!error || missing.some(([name]) => error.detail.includes(`"${name}"`))) continue;
    warnings.push(warning(error.detail, sources.locate(error)));
  }
  return warnings;
}

const warning = (message: string, location: SourceLocation | undefined): Warning =>
  location ? { message, location } : { message };

/** Name → the first part that uses it. */
function variablesOf(parts: readonly TemplatePart[], partials: readonly string[]): Map<string, TemplatePart> {
  // The partials' names may be variables that the include hands over.
  const empty = Object.fromEntries(partials.map((name) => [name, '']));
  const used = new Map<string, TemplatePart>();
  for (const each of parts) {
    const { part, source, autoescape } = each;
    attemptTwig(() => {
      for (const variable of compile(source, { part, partials: empty, autoescape }).variables) {
        const name = variable.split(/[.[]/)[0] ?? variable;
        if (!used.has(name)) used.set(name, each);
      }
    });
  }
  return used;
}

const tags = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g;

/** Where a name first stands in a tag, outside of its texts and not as the attribute of something else. */
function placeOf(name: string, source: string): { line: number; column: number } | undefined {
  const word = new RegExp(`(?<![\\w.])${name}(?!\\w)`, 'u');
  const withoutComments = source.replace(/\{#[\s\S]*?#\}/g, (comment) => comment.replace(/[^\n]/g, ' '));
  for (const tag of withoutComments.matchAll(tags)) {
    const code = tag[0].replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs, (text) => ' '.repeat(text.length));
    const found = code.search(word);
    if (found < 0) continue;
    const before = source.slice(0, tag.index + found);
    return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
  }
  return undefined;
}
