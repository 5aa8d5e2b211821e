/** Lists what a template reads of its data, by static analysis: `customer.name`, `items[].price`. */
import { type CompiledTemplate, compile, rootOf } from '#twig';
import { memoryTree } from '../load/memory-tree.ts';
import { readTemplate } from '../load/read-template.ts';
import type { TemplateFiles } from '../model/template-files.ts';
import { templateParts } from './template-parts.ts';

/** Top-level names of the data. */
export interface TemplateNames {
  readonly used: readonly string[];
  /** The names that the template does not expect to be missing. */
  readonly required: readonly string[];
}

/** Throws what `readTemplate` and `compile` throw. */
export async function templateNames(files: TemplateFiles): Promise<TemplateNames> {
  const used = new Set<string>();
  const required = new Set<string>();
  for (const { variables, requiredNames } of await compiledParts(files)) {
    for (const variable of variables) used.add(rootOf(variable));
    for (const name of requiredNames) required.add(name);
  }
  return { used: [...used], required: [...required] };
}

/** Sorted. Throws what `readTemplate` and `compile` throw. */
export async function templateVariables(files: TemplateFiles): Promise<readonly string[]> {
  const parts = await compiledParts(files);
  return [...new Set(parts.flatMap(({ variables }) => variables))].sort();
}

type PartNames = Pick<CompiledTemplate, 'variables' | 'requiredNames'>;

async function compiledParts(files: TemplateFiles): Promise<PartNames[]> {
  const { template } = await readTemplate(memoryTree(files));
  // The names in a partial may be variables that its include passes.
  const own = templateParts(template).filter(({ name }) => name === null);
  return own.map(({ part, source, autoescape, variables: given = {} }) => {
    const compiled = compile(source, { part, partials: template.partials, autoescape });
    return {
      variables: compiled.variables.filter((variable) => !(rootOf(variable) in given)),
      requiredNames: compiled.requiredNames.filter((name) => !(name in given)),
    };
  });
}
