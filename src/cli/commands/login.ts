/** `pdfapi login|logout|whoami`: saves a server and a token under a name. */

import type { Command } from 'commander';
import { Failure } from '#contract/errors';
import { isLoopback } from '#contract/host';
import { noQuota } from '#contract/plans';
import { isTokenWellFormed } from '#contract/token';
import type { UsageReport } from '#contract/usage';
import {
  checkToken,
  givenToken,
  readConnectionSettings,
  serverAddress,
} from '../connection/connection-settings.ts';
import { announceDestination } from '../connection/destination.ts';
import { profileNameForm, readUserConfig, userConfigPath, writeUserConfig } from '../connection/profiles.ts';
import { connect, probeServer } from '../connection/server-connection.ts';
import { count } from '../io/format.ts';
import { ask } from '../io/prompt.ts';
import { readStdin, writeStdout } from '../io/streams.ts';
import type { OpenSession, Session } from '../session.ts';

interface LoginOptions {
  readonly tokenStdin?: true;
}

const standardProfile = 'default';
const standardServer = 'http://127.0.0.1:8080';

export function addLoginCommands(program: Command, open: OpenSession): void {
  program
    .command('login')
    .summary('save a server and a token')
    .description(
      'Tests a server and a token and saves them as a profile. Prompts at a terminal; elsewhere, use --url-base and --token-stdin.',
    )
    .option('--token-stdin', 'read the token from stdin')
    .addHelpText(
      'after',
      `
Examples:
  pdfapi login
  echo "$TOKEN" | pdfapi login --url-base https://pdf.example.com --token-stdin --profile staging`,
    )
    .action(async (options: LoginOptions, self: Command) => login(await open(self), options));

  program
    .command('logout')
    .summary('forget a profile')
    .description(
      'Forgets the current profile, or the one given with --profile. The token itself stays valid.',
    )
    .action(async (_options: object, self: Command) => logout(await open(self)));

  program
    .command('whoami')
    .summary('show the current server, profile and plan')
    .description('Shows the server, profile and plan in use, and what is left of the quota.')
    .action(async (_options: object, self: Command) => whoami(await open(self)));
}

async function login(session: Session, { tokenStdin }: LoginOptions): Promise<void> {
  const { context, globals, terminal } = session;
  const config = readUserConfig(context.configDirectory);
  const name = globals.profile ?? context.variables.profile ?? standardProfile;
  if (!profileNameForm.test(name)) {
    throw new Failure(
      'usage',
      `"${name}" is not a valid profile name: use letters, digits, dashes and dots.`,
    );
  }
  const given = globals.urlBase ?? context.variables.url;
  const typed =
    given ??
    (await ask(terminal, {
      message: 'Server',
      standard: config.profiles[name]?.url ?? standardServer,
      instead: 'Give it with --url-base https://… or PDFAPI_URL.',
    }));
  const origin = globals.urlBase !== undefined ? '--url-base' : given === undefined ? 'Server' : 'PDFAPI_URL';
  const url = serverAddress(typed, origin);
  announceDestination(session, { value: url, origin });
  if (new URL(url).protocol === 'http:' && !isLoopback(url)) {
    terminal.warn(`the connection to ${url} is not encrypted: others on the network can read the token.`);
  }
  const fixed = tokenStdin ? await tokenFromStdin(session) : givenToken(session)?.value;
  const { token, usage } =
    fixed === undefined ? await askForToken(session, url) : await tryToken(session, url, fixed);
  await writeUserConfig(context.configDirectory, {
    ...config,
    current: name,
    profiles: { ...config.profiles, [name]: { url, token } },
  });
  terminal.note(
    `Signed in to ${url} (plan ${usage.plan}), saved as profile ${name} in ${userConfigPath(context.configDirectory)}.`,
  );
  if (!isTokenWellFormed(token)) terminal.detail('the token does not look like one of pdfapi serve');
  await writeStdout(
    context.json ? `${JSON.stringify({ profile: name, url, plan: usage.plan })}\n` : `${name}\n`,
  );
}

interface TriedToken {
  readonly token: string;
  readonly usage: UsageReport;
}

/** Throws `usage` and `unauthenticated` for a malformed token and for one that the server does not know. */
async function tryToken(session: Session, url: string, text: string): Promise<TriedToken> {
  const token = checkToken(text, 'this input');
  session.terminal.activity(`Asking ${url}`);
  const usage = await probeServer(session, { url, token }).finally(() => session.terminal.rest());
  return { token, usage };
}

/** Asks until the server accepts the token or Ctrl-C ends the command. */
async function askForToken(session: Session, url: string): Promise<TriedToken> {
  for (;;) {
    const text = await ask(session.terminal, {
      message: 'API token',
      isSecret: true,
      instead: 'Give it on stdin: --token-stdin.',
    });
    try {
      return await tryToken(session, url, text);
    } catch (error) {
      const isWrongToken = error instanceof Failure && ['usage', 'unauthenticated'].includes(error.code);
      if (!isWrongToken) throw error;
      session.terminal.warn(error.message, { always: true });
      if (error.hint !== undefined) session.terminal.note(session.terminal.style.dim(error.hint));
    }
  }
}

async function tokenFromStdin({ terminal }: Session): Promise<string> {
  terminal.awaitStdin('the token');
  return Buffer.from(await readStdin())
    .toString('utf8')
    .trim();
}

async function logout(session: Session): Promise<void> {
  const { context, globals } = session;
  const config = readUserConfig(context.configDirectory);
  const name = globals.profile ?? config.current;
  if (name === undefined || !Object.hasOwn(config.profiles, name)) {
    throw new Failure('no_server', name ? `There is no profile "${name}".` : 'You are not signed in.', {
      hint: 'See: pdfapi profiles list',
    });
  }
  const { [name]: _forgotten, ...profiles } = config.profiles;
  const { current, ...rest } = config;
  await writeUserConfig(context.configDirectory, {
    ...rest,
    ...(current === undefined || current === name ? {} : { current }),
    profiles,
  });
  const others = Object.keys(profiles);
  const left =
    others.length > 0 ? ` Still saved: ${others.join(', ')}; choose with pdfapi profiles use.` : '';
  session.terminal.note(`Forgot profile ${name}. Its token stays valid until it is revoked.${left}`);
  await writeStdout(context.json ? `${JSON.stringify({ profile: name })}\n` : `${name}\n`);
}

async function whoami(session: Session): Promise<void> {
  const { profile, url, token } = readConnectionSettings(session);
  const { client, options } = await connect(session);
  const usage = await client.usage(options);
  const facts = {
    url: url?.value ?? '',
    url_from: url?.origin ?? '',
    profile: token?.origin.startsWith('profile ') ? (profile?.value ?? null) : null,
    token_from: token?.origin ?? '',
    plan: usage.plan,
    used: usage.current_month_usage,
    quota: usage.quota_limit,
    credits: usage.pack_credits,
  };
  if (session.context.json) return await writeStdout(`${JSON.stringify(facts)}\n`);
  const quotaText = facts.quota === noQuota ? '' : ` of ${facts.quota}`;
  await writeStdout(
    [
      `server   ${facts.url} (${facts.url_from})`,
      `token    ${facts.token_from}`,
      `plan     ${facts.plan}`,
      `used     ${count(facts.used, 'PDF')}${quotaText} this month, ${count(facts.credits, 'credit')} left`,
      '',
    ].join('\n'),
  );
}
