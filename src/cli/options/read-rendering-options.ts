/** The options of `addRenderingOptions` but `--no-compact`, which a merge has for the merged file only. */
import type { Session } from '../session.ts';
import { allowedHosts } from './allowed-hosts.ts';
import { type RenderDefaults, readRenderDefaults } from './page-defaults.ts';
import type { RenderOptions } from './render-options.ts';

/** Returns them for `toRenderRequest`, with the settings of the project. Throws what reading them throws. */
export function readRenderingOptions(
  session: Pick<Session, 'context'>,
  options: Pick<RenderOptions, 'allowHost' | 'baseUrl' | 'forms' | 'lint' | 'scripts' | 'strict' | 'tags'>,
) {
  const allowHosts = allowedHosts(options.allowHost, session.context.allowHosts);
  const defaults: RenderDefaults = readRenderDefaults(session, options);
  const { strict, baseUrl } = defaults;
  const { lint, forms } = options;
  // Without a flag, the template decides.
  const scripts = options.scripts ? undefined : false;
  const tags = options.tags ? undefined : false;
  return { rendering: { strict, baseUrl, lint, allowHosts, scripts, tags, forms }, defaults };
}
