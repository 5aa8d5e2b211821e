/** Fills an empty data directory so that the first request can be made immediately. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { tokenScopes } from '../contract/token.ts';
import { collectTemplateFiles } from '../core/template/load/collect-template-files.ts';
import { examplesFolder } from '../core/template/load/examples-folder.ts';
import { templateType } from '../core/template/model/template-files.ts';
import type { Store } from '../store/store.ts';

/**
 * Creates a team `default` on the plan pro, publishes the examples as its templates, and issues one token with all
 * permissions. The token is shown once and stored as a hash.
 */
export async function firstRun(store: Store): Promise<{ readonly token: string } | undefined> {
  if ((await store.teams.list()).length > 0) return undefined;
  const team = await store.teams.create({ name: 'default', plan: 'pro', verified: true });
  const names = (await readdir(examplesFolder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  for (const name of names) {
    const files = await collectTemplateFiles(join(examplesFolder, name));
    await store.templates.push({
      teamId: team.id,
      name,
      type: templateType(files),
      hasBasePdf: files.has('base.pdf'),
      files,
      publish: true,
    });
  }
  return {
    token: (
      await store.tokens.create({
        teamId: team.id,
        name: 'first run',
        // A new server is used first for the studio and `templates push`.
        scopes: tokenScopes,
      })
    ).token,
  };
}
