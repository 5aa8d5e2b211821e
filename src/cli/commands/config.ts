/** `pdfapi config list|get|set|unset|path`: the settings of this user, and the origin of each value. */
import type { Command } from 'commander';
import { didYouMean } from '#contract/did-you-mean';
import { Failure } from '#contract/errors';
import { defaultMargin } from '#contract/page';
import { defaultTimeoutMs } from '#runtime/deadline';
import {
  type ConnectionSettings,
  listConnectionSettings,
  parseRetries,
  parseTimeout,
} from '../connection/connection-settings.ts';
import { type Destination, listDestinations } from '../connection/destination.ts';
import {
  readUserConfig,
  type UserSetting,
  userConfigPath,
  userSettings,
  writeUserConfig,
} from '../connection/profiles.ts';
import { writeStdout } from '../io/streams.ts';
import { writeTable } from '../io/table.ts';
import { findProjectFile } from '../options/project-file.ts';
import { type PageSettingName, pageSettingNames } from '../options/project-page.ts';
import type { OpenSession, Session } from '../session.ts';

const connectionNames = ['url', 'token', 'profile', 'timeout', 'retries'] as const;
const shownSettings = ['destination', 'data_dir', ...connectionNames, ...pageSettingNames] as const;
type ShownSetting = (typeof shownSettings)[number];

const pageDefaults: Readonly<Record<PageSettingName, string | undefined>> = {
  format: 'A4',
  orientation: 'portrait',
  margins: `${defaultMargin}mm`,
  strict: 'false',
  base_url: undefined,
  lang: undefined,
  locale: undefined,
  time_zone: undefined,
  pdfa: undefined,
  pdfua: 'false',
};

export function addConfigCommands(program: Command, open: OpenSession): void {
  const config = program
    .command('config')
    .helpCommand(false)
    .summary('show and change settings')
    .description(
      'Shows and changes settings. Precedence: flag, environment, the project’s pdfapi.json, profile and user, default.',
    );

  config
    .command('list')
    .description('Lists every setting. Timeout and retries apply to requests to a server.')
    .option('--show-origin', 'and where its value comes from')
    .action(async ({ showOrigin }: { showOrigin?: true }, self: Command) => {
      const session = await open(self);
      const destinations = await listDestinations(session);
      const show = shownIn(session, destinations);
      const rows = shownSettings.map((name) => ({ name, ...show(name) }));
      if (session.context.json) return await writeStdout(`${JSON.stringify(rows)}\n`);
      await writeTable(
        session,
        ['SETTING', 'VALUE', ...(showOrigin ? ['ORIGIN'] : [])],
        rows.map(({ name, value, origin }) => [name, value ?? '', ...(showOrigin ? [origin] : [])]),
      );
      session.terminal.note(explainDestination(destinations));
      session.terminal.note(
        session.terminal.style.dim(
          `timeout and retries apply to requests to a server; local renders have ${defaultTimeoutMs / 1000}s unless --timeout is given.`,
        ),
      );
    });

  config
    .command('get')
    .description('Prints one setting; exits with 4 if it is not set.')
    .argument('<setting>', shownSettings.join(', '))
    .action(async (name: string, _options: object, self: Command) => {
      const session = await open(self);
      const setting = known(name, shownSettings);
      const value = shownIn(session, await listDestinations(session))(setting).value;
      if (value === undefined) throw new Failure('not_found', `${setting} is not set.`);
      await writeStdout(
        session.context.json ? `${JSON.stringify({ name: setting, value })}\n` : `${value}\n`,
      );
    });

  config
    .command('set')
    .description('Sets a value for this user.')
    .argument('<setting>', userSettings.join(', '))
    .argument('<value>', 'such as 90s for timeout')
    .action(async (name: string, value: string, _options: object, self: Command) => {
      const session = await open(self);
      const setting = known(name, userSettings);
      // Rejects values that no command could use.
      const given = { [setting]: { value, origin: name } } as unknown as ConnectionSettings;
      if (setting === 'timeout') parseTimeout(given);
      else parseRetries(given);
      await change(session, (settings) => ({ ...settings, [setting]: value }));
      await writeStdout(
        session.context.json ? `${JSON.stringify({ name: setting, value })}\n` : `${value}\n`,
      );
    });

  config
    .command('unset')
    .description('Removes a value that was set for this user.')
    .argument('<setting>', userSettings.join(', '))
    .action(async (name: string, _options: object, self: Command) => {
      const session = await open(self);
      const setting = known(name, userSettings);
      await change(session, ({ [setting]: _taken, ...rest }) => rest);
      await writeStdout(session.context.json ? `${JSON.stringify({ name: setting })}\n` : `${setting}\n`);
    });

  config
    .command('path')
    .description('Prints where profiles and settings are stored.')
    .action(async (_options: object, self: Command) => {
      const { context } = await open(self);
      const path = userConfigPath(context.configDirectory);
      await writeStdout(context.json ? `${JSON.stringify({ path })}\n` : `${path}\n`);
    });
}

interface Shown {
  readonly value: string | undefined;
  readonly origin: string;
}

type Destinations = Awaited<ReturnType<typeof listDestinations>>;

/** Says where commands work, and why. */
function explainDestination({ server, directory }: Destinations): string {
  const named = ({ value, origin }: Destination) => `${value} (${origin})`;
  if (!server && !directory) return 'No server is set up: pages and folders are rendered here.';
  if (!server) {
    return `templates commands use ${directory && named(directory)}. No server is set up for the other commands.`;
  }
  if (!directory || directory.origin === 'default') return `Commands use the server ${named(server)}.`;
  return `Commands use the server ${named(server)}, but templates commands refuse to choose between it and ${named(directory)}: give them --url-base or --data-dir.`;
}

function shownIn(session: Session, { server, directory }: Destinations): (name: ShownSetting) => Shown {
  const settings = listConnectionSettings(session);
  const project = findProjectFile(session.context.workingDirectory);
  return (name) => {
    const pageName = pageSettingNames.find((each) => each === name);
    if (pageName) {
      const value = project?.page.shown[pageName];
      return value === undefined
        ? {
            value: pageDefaults[pageName],
            origin: pageDefaults[pageName] === undefined ? 'not set' : 'default',
          }
        : { value, origin: project?.path ?? '' };
    }
    if (name === 'destination' || name === 'data_dir') {
      const found = name === 'data_dir' ? directory : (server ?? directory);
      return { value: found?.value, origin: found?.origin ?? 'not set' };
    }
    const given = connectionNames.flatMap((each) => (each === name ? [settings[each]] : []))[0];
    // A token is never printed in full: the prefix is enough to distinguish tokens.
    const value = name === 'token' && given ? `${given.value.slice(0, 8)}…` : given?.value;
    return { value, origin: given?.origin ?? 'not set' };
  };
}

function known<Name extends string>(name: string, names: readonly Name[]): Name {
  const found = names.find((each) => each === name);
  if (found) return found;
  if (name === 'url' || name === 'token' || name === 'profile') {
    throw new Failure('usage', `pdfapi config does not change the ${name}.`, {
      hint: 'Servers and tokens are saved by pdfapi login and selected with pdfapi profiles use.',
    });
  }
  throw new Failure('usage', `There is no setting "${name}".${didYouMean(name, names)}`, {
    hint: `Settings: ${names.join(', ')}.`,
  });
}

type UserSettings = Readonly<Partial<Record<UserSetting, string>>>;

async function change({ context }: Session, to: (settings: UserSettings) => UserSettings): Promise<void> {
  const config = readUserConfig(context.configDirectory);
  await writeUserConfig(context.configDirectory, { ...config, settings: to(config.settings) });
}
