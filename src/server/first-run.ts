/** What an empty data directory gets, so that the first request can be made at once. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { collectTemplateFiles } from '../core/template/collect-template-files.ts';
import { examplesFolder } from '../core/template/examples-folder.ts';
import { templateType } from '../core/template/template-files.ts';
import type { Store } from '../store/store.ts';

/** A team `default` on plan pro, the examples as its published templates, and one token that may do everything: shown once, kept as a hash. */
export async function firstRun(store: Store): Promise<{ readonly token: string } | undefined> {
  if (store.teams.list().length > 0) return undefined;
  const team = store.teams.create({ name: 'default', plan: 'pro', verified: true });
  const names = (await readdir(examplesFolder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  for (const name of names) {
    const files = await collectTemplateFiles(join(examplesFolder, name));
    store.templates.push({
      teamId: team.id,
      name,
      type: templateType(files),
      hasBasePdf: files.has('base.pdf'),
      files,
      publish: true,
    });
  }
  return {
    token: store.tokens.create({
      teamId: team.id,
      name: 'first run',
      // The studio and `templates push` are the first things that a new server is for.
      scopes: ['templates:write'],
    }).token,
  };
}
