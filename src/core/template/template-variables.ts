/** What a template reads of its data, as far as its text tells: `customer.name`, `items[].price`. */
import { compile } from '../twig/index.ts';
import { memoryTree } from './memory-tree.ts';
import { readTemplate } from './read-template.ts';
import type { TemplateFiles } from './template-files.ts';
import { templateParts } from './template-parts.ts';

/** Sorted. Throws what `readTemplate` and `compile` throw. */
export async function templateVariables(files: TemplateFiles): Promise<readonly string[]> {
  const { template } = await readTemplate(memoryTree(files));
  const variables = new Set<string>();
  for (const { part, name, source, autoescape } of templateParts(template)) {
    // A partial's names may be variables that its include hands over.
    if (name !== null) continue;
    const compiled = compile(source, { part, partials: template.partials, autoescape });
    for (const variable of compiled.variables) variables.add(variable);
  }
  return [...variables].sort();
}
