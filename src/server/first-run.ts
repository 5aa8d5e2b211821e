/** Fills an empty database so that the first request can be made immediately. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../contract/errors.ts';
import { tokenScopes } from '../contract/token.ts';
import { collectTemplateFiles } from '../core/template/load/collect-template-files.ts';
import { examplesFolder } from '../core/template/load/examples-folder.ts';
import { templateType } from '../core/template/model/template-files.ts';
import type { Store } from '../store/store.ts';
import type { Team } from '../store/teams.ts';

/**
 * Creates a team `default` on the plan pro, publishes the examples as its templates, and issues one token with all
 * permissions. The token is shown once and stored as a hash. Of several servers that start at once, the one that creates
 * the team does it.
 */
export async function firstRun(store: Store): Promise<{ readonly token: string } | undefined> {
  if ((await store.teams.list()).length > 0) return undefined;
  const team = await createFirstTeam(store);
  if (!team) return undefined;
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

async function createFirstTeam({ teams }: Store): Promise<Team | undefined> {
  try {
    return await teams.create({ name: 'default', plan: 'pro', verified: true });
  } catch (error) {
    if (error instanceof Failure && error.code === 'team_exists') return undefined;
    throw error;
  }
}
