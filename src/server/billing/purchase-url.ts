/** Returns the URL at which a team buys credits: the operator's shop, or this server's billing page. */
import type { Team } from '#store/teams';
import type { ServerContext } from '../context.ts';

/** In seconds. During this time the link opens the team's own page without a token. */
const linkLife = 7 * 86_400;

export async function purchaseUrl(
  { config, publicUrl, urls, now }: Pick<ServerContext, 'config' | 'publicUrl' | 'urls' | 'now'>,
  team: Team,
): Promise<string> {
  if (config.purchaseUrl !== undefined) return config.purchaseUrl;
  const expires = Math.floor(now().getTime() / 1000) + linkLife;
  return `${publicUrl()}${await urls.sign(`/billing/${team.id}`, expires)}`;
}
