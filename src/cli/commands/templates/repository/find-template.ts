/** Finds the template that a command names: by its id, its name (`invoice`, `name:2024`), or the folder it was pushed from. */

import { didYouMean } from '#contract/did-you-mean';
import { Failure } from '#contract/errors';
import { digitsHint, isEqualName, readTemplateReference } from '#contract/templates';
import { readFolderRecord } from './folder-record.ts';
import type { TemplateEntry, TemplateRepository } from './template-repository.ts';

/** Throws `template_not_found`. */
export async function findTemplate<Entry extends TemplateEntry>(
  repository: TemplateRepository,
  entries: readonly Entry[],
  named: string,
): Promise<Entry> {
  const reference = readTemplateReference(named);
  const found = isFolder(named)
    ? await ofFolder(repository, entries, named)
    : entries.find(({ id, name }) =>
        reference.kind === 'id' ? String(id) === named : isEqualName(name, reference.name),
      );
  if (found) return found;
  const isNamed = reference.kind === 'name' && !isFolder(named);
  const names = entries.map(({ name }) => name);
  const similar = isNamed ? didYouMean(reference.name, names) : '';
  throw new Failure('template_not_found', `Template ${named} not found.${similar}`, {
    hint: names.includes(named) ? digitsHint(named) : 'See: pdfapi templates list',
  });
}

/** `./invoice`, or `invoice/` as a shell completes it: names of templates seldom have this form. */
export const isFolder = (named: string): boolean => /^\.{1,2}$|^\.{0,2}[\\/]|[\\/]$/.test(named);

async function ofFolder<Entry extends TemplateEntry>(
  repository: TemplateRepository,
  entries: readonly Entry[],
  folder: string,
): Promise<Entry | undefined> {
  const record = await readFolderRecord(folder, repository.address);
  if (record) {
    const found = entries.find(({ id }) => id === record.id);
    if (found) return found;
    throw new Failure(
      'template_not_found',
      `Template ${record.id}, which ${folder} was pushed to, is no longer on the server.`,
      { hint: 'See: pdfapi templates list' },
    );
  }
  const { readLocalTemplate } = await import('./local-template.ts');
  const { name } = await readLocalTemplate(folder);
  return entries.find((entry) => isEqualName(entry.name, name));
}
