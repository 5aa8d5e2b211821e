/** Fills an empty database so that the first request can be made immediately. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '#contract/errors';
import { tokenScopes } from '#contract/token';
import type { Store } from '#store/store';
import type { Team } from '#store/teams';
import { collectTemplateFiles } from '#template/load/collect-template-files';
import { examplesFolder } from '#template/load/examples-folder';
import { templateType } from '#template/model/template-files';

interface FirstRun {
  /** With all permissions. It is stored as a hash. */
  issueToken(): Promise<FirstToken>;
}

export interface FirstToken {
  readonly token: string;
  /** Records that the token was shown. Until then, each start makes another. */
  confirm(): Promise<void>;
}

/** Names of the first token, before and after it was shown. */
const names = { issued: 'first run, not shown yet', shown: 'first run' } as const;

/** Milliseconds after which another server of the same database has finished its first run, or never will. */
const unfinishedMs = 60_000;

/**
 * Gives the plan `unlimited` to the first team and to those that will be created without a plan, or takes it from them.
 */
export async function setUnlimited({ teams }: Store, isUnlimited: boolean): Promise<void> {
  const first = await teams.first();
  if (first && (first.plan === 'unlimited') !== isUnlimited) {
    if (isUnlimited) await teams.set(first.id, { plan: 'unlimited' });
    else await teams.endUnlimited(first.id);
  }
  const wanted = isUnlimited ? 'unlimited' : 'discovery';
  if ((await teams.defaultPlan()) !== wanted) await teams.setDefaultPlan(wanted);
}

/**
 * Creates a team `default` on the plan pro, and publishes the examples as its templates. Of several servers that start at
 * once, the one that creates the team does it. Undefined if the service has a token that was shown, or other teams: a first run
 * that was cut off, or whose server could not listen, is completed by the next start.
 */
export async function firstRun(store: Store): Promise<FirstRun | undefined> {
  const team = (await createFirstTeam(store)) ?? (await findUnfinished(store));
  if (!team) return undefined;
  const examples = (await readdir(examplesFolder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  for (const name of examples) {
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
    async issueToken() {
      // A new server is used first for the studio and `templates push`.
      const scopes = tokenScopes;
      // The last one may have been shown by a server that could not record it, and stays valid. Those before it make room, so
      // that a server that cannot start adds no token each time.
      const left = await store.tokens.list(team.id);
      const [oldest, last] = left.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
      const { id, token } =
        oldest && last
          ? await store.tokens.replace(oldest.id)
          : await store.tokens.create({ teamId: team.id, name: names.issued, scopes });
      return {
        token,
        async confirm() {
          await store.tokens.rename(id, names.shown);
        },
      };
    },
  };
}

const firstTeam = { name: 'default', plan: 'pro', verified: true } as const;

async function createFirstTeam({ teams }: Store): Promise<Team | undefined> {
  if ((await teams.list()).length > 0) return undefined;
  try {
    return await teams.create(firstTeam);
  } catch (error) {
    if (error instanceof Failure && error.code === 'team_exists') return undefined;
    throw error;
  }
}

/** Only the one server of a data directory knows that no other is at it. */
async function findUnfinished({ teams, tokens, postgres, now }: Store): Promise<Team | undefined> {
  const [team, ...others] = await teams.list();
  if (team?.name !== firstTeam.name || others.length > 0) return undefined;
  const found = await tokens.list();
  // One that was used was shown.
  if (found.some(({ name, lastUsedAt }) => name !== names.issued || lastUsedAt !== null)) return undefined;
  const isOld = now().getTime() - team.createdAt.getTime() > unfinishedMs;
  return postgres === undefined || isOld ? team : undefined;
}
