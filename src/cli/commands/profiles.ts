/** `pdfapi profiles list|use|rm`: the servers that `login` has saved. */
import type { Command } from 'commander';
import { didYouMean } from '#contract/did-you-mean';
import { Failure } from '#contract/errors';
import { readUserConfig, type UserConfig, writeUserConfig } from '../connection/profiles.ts';
import { writeStdout } from '../io/streams.ts';
import { writeTable } from '../io/table.ts';
import type { OpenSession, Session } from '../session.ts';

export function addProfilesCommands(program: Command, open: OpenSession): void {
  const profiles = program
    .command('profiles')
    .helpCommand(false)
    .summary('list, choose and remove servers')
    .description('The servers that `pdfapi login` has saved.');

  profiles
    .command('list')
    .description('Lists the profiles; * is the current one.')
    .action(async (_options: object, self: Command) => {
      const session = await open(self);
      const config = readUserConfig(session.context.configDirectory);
      const rows = Object.entries(config.profiles).map(([name, { url }]) => ({
        name,
        url,
        current: name === config.current,
      }));
      if (session.context.json) return await writeStdout(`${JSON.stringify(rows)}\n`);
      await writeTable(
        session,
        ['', 'PROFILE', 'SERVER'],
        rows.map(({ name, url, current }) => [current ? '*' : '', name, url]),
      );
      if (rows.length === 0) session.terminal.note('No profiles yet. Create one with pdfapi login.');
    });

  profiles
    .command('use')
    .description('Makes a profile the current one.')
    .argument('<name>', 'from the list')
    .action(async (name: string, _options: object, self: Command) =>
      change(await open(self), name, (config) => ({ ...config, current: name })),
    );

  profiles
    .command('rm')
    .description('Removes a profile. Its token stays valid until it is revoked.')
    .argument('<name>', 'from the list')
    .action(async (name: string, _options: object, self: Command) =>
      change(await open(self), name, ({ current, profiles: { [name]: _removed, ...rest }, ...config }) => ({
        ...config,
        ...(current === undefined || current === name ? {} : { current }),
        profiles: rest,
      })),
    );
}

async function change(
  { context }: Session,
  name: string,
  to: (config: UserConfig) => UserConfig,
): Promise<void> {
  const config = readUserConfig(context.configDirectory);
  if (!Object.hasOwn(config.profiles, name)) {
    const names = Object.keys(config.profiles);
    throw new Failure('usage', `There is no profile "${name}".${didYouMean(name, names)}`, {
      hint: names.length > 0 ? `Profiles: ${names.join(', ')}.` : 'Create one: pdfapi login',
    });
  }
  await writeUserConfig(context.configDirectory, to(config));
  await writeStdout(context.json ? `${JSON.stringify({ profile: name })}\n` : `${name}\n`);
}
