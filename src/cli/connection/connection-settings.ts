/**
 * Resolves the server and the credentials of a command. Precedence: flag, environment, project file, profile, default.
 */
import { readFileSync } from 'node:fs';
import { didYouMean } from '#contract/did-you-mean';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import { isTokenWellFormed } from '#contract/token';
import { parseDuration } from '../options/duration.ts';
import { findProjectFile } from '../options/project-file.ts';
import type { Session } from '../session.ts';
import { readUserConfig } from './profiles.ts';

/** The origin of a value, as `config list --show-origin` prints it. */
interface Given {
  readonly value: string;
  readonly origin: string;
}

export interface ConnectionSettings {
  readonly profile: Given | undefined;
  readonly url: Given | undefined;
  readonly token: Given | undefined;
  /** The server that the profile's token belongs to. */
  readonly profileUrl: string | undefined;
  readonly timeout: Given;
  readonly retries: Given;
}

/** A render on a server also waits in the server's queue and for its rate limit. */
const defaults = { timeout: '2m', retries: '5' } as const;

/** Throws `usage`, `file_unreadable`. Unset values are undefined. Sends no request. */
export function readConnectionSettings(session: Session): ConnectionSettings {
  const settings = listConnectionSettings(session);
  assertTokenOfServer(settings);
  return settings;
}

/** Reads the same settings for display only. Nothing is sent, so contradictory settings can be shown. */
export function listConnectionSettings(session: Session): ConnectionSettings {
  const { context, globals } = session;
  const { variables, configDirectory, workingDirectory } = context;
  const project = findProjectFile(workingDirectory);
  const user = readUserConfig(configDirectory);
  const fromProject = (name: 'url' | 'profile' | 'timeout' | 'retries') =>
    given(project?.settings[name], project?.path ?? '');
  const fromFlag = (flag: string, value: string | undefined) => given(value, flag);

  const profile =
    fromFlag('--profile', globals.profile) ??
    given(variables.profile, 'PDFAPI_PROFILE') ??
    fromProject('profile') ??
    given(user.current, 'profiles use');
  const known =
    profile && Object.hasOwn(user.profiles, profile.value) ? user.profiles[profile.value] : undefined;
  const namedOnPurpose = profile && profile.origin !== 'profiles use';
  if (profile && !known && namedOnPurpose) {
    const names = Object.keys(user.profiles);
    throw new Failure('usage', `There is no profile "${profile.value}".${didYouMean(profile.value, names)}`, {
      hint:
        names.length > 0
          ? `Profiles: ${names.join(', ')}.`
          : `Create it: pdfapi login --profile ${profile.value}`,
    });
  }
  const ofProfile = profile ? `profile ${profile.value}` : '';
  // A profile named next to an address is a contradiction only if the address has a lower precedence.
  const url =
    fromFlag('--url-base', globals.urlBase) ??
    (globals.profile === undefined ? given(variables.url, 'PDFAPI_URL') : undefined) ??
    (globals.profile === undefined && variables.profile === undefined ? fromProject('url') : undefined) ??
    given(known?.url, ofProfile);
  const token = givenToken(session) ?? given(known?.token, ofProfile);
  return {
    profile,
    url: url && { ...url, value: serverAddress(url.value, url.origin) },
    token,
    profileUrl: known?.url,
    timeout: fromFlag('--timeout', globals.timeout === undefined ? undefined : `${globals.timeout}ms`) ??
      fromProject('timeout') ??
      given(user.settings.timeout, 'config') ?? { value: defaults.timeout, origin: 'default' },
    retries: fromFlag('--retries', globals.retries) ??
      fromProject('retries') ??
      given(user.settings.retries, 'config') ?? { value: defaults.retries, origin: 'default' },
  };
}

/**
 * Returns the address of the server on which this command works; undefined if it works on this machine. Throws `no_server`
 * for an address without a token: a document that is rendered elsewhere than was asked for is noticed late.
 */
export function findServer(session: Session): Given | undefined {
  if (session.globals.local) return undefined;
  const { url, token } = readConnectionSettings(session);
  if (url && !token) throw missingToken(url, ['To work on this machine: --local.']);
  return url;
}

const advice =
  'Sign in: pdfapi login. In CI, set PDFAPI_URL and PDFAPI_TOKEN. To run your own server: pdfapi serve.';

/** `url` is undefined if no server is set up. */
export function missingToken(url: Given | undefined, alternatives: readonly string[]): Failure {
  const message = url ? `There is no token for ${url.value} (${url.origin}).` : 'No server is set up.';
  return new Failure('no_server', message, { hint: [advice, ...alternatives].join('\n') });
}

/** Milliseconds. Throws `usage` that names the origin of the value. */
export function parseTimeout({ timeout: { value, origin } }: ConnectionSettings): number {
  const milliseconds = parseDuration(value);
  if (milliseconds !== undefined) return milliseconds;
  throw new Failure('usage', `timeout (${origin}): "${value}" is not a time such as 500ms, 60s or 2m.`);
}

/** Throws `usage` that names the origin of the value. */
export function parseRetries({ retries: { value, origin } }: ConnectionSettings): number {
  if (/^\d{1,3}$/.test(value)) return Number(value);
  throw new Failure('usage', `retries (${origin}): "${value}" is not a whole number from 0 to 999.`);
}

/** Returns the address without `/api/v1` and trailing slashes. Throws `usage`. */
export function serverAddress(text: string, origin: string): string {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (
    address &&
    /^https?:$/.test(address.protocol) &&
    !address.username &&
    !address.search &&
    !address.hash
  ) {
    return address.href.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
  }
  throw new Failure('usage', `${origin}: "${text}" is not a server address.`, {
    hint: withProtocol(text) ?? 'Examples: https://pdf.example.com, http://127.0.0.1:8080',
  });
}

/** For a host without a protocol, what to write instead: `localhost:8080`. */
function withProtocol(text: string): string | undefined {
  if (!/^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])(?::\d{1,5})?(?:\/|$)/i.test(text)) return undefined;
  const isNear = /^(?:localhost|[\d.]+|\[)|:\d/i.test(text);
  const address = `${isNear ? 'http' : 'https'}://${text}`;
  return URL.canParse(address) ? `Did you mean ${address}?` : undefined;
}

const given = (value: string | undefined, origin: string): Given | undefined =>
  value === undefined ? undefined : { value, origin };

/** Returns the token that a flag or the environment sets instead of the profile. */
export function givenToken({ globals, context }: Session): Given | undefined {
  const { token, tokenFile } = context.variables;
  const flag = globals.tokenFile;
  if (flag !== undefined) return { value: tokenFromFile(flag), origin: '--token-file' };
  if (token !== undefined) return { value: checkToken(token, 'PDFAPI_TOKEN'), origin: 'PDFAPI_TOKEN' };
  return tokenFile === undefined
    ? undefined
    : { value: tokenFromFile(tokenFile), origin: 'PDFAPI_TOKEN_FILE' };
}

function tokenFromFile(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw fileFailure('file_unreadable', path, error);
  }
  return checkToken(text, path);
}

/**
 * A token of a pdfapi server carries a checksum, so a mistyped one is detected without a request. Other servers of this
 * API may use other token formats.
 */
export function checkToken(text: string, origin: string): string {
  const token = text.trim();
  if (token === '' || /\s/.test(token)) {
    throw new Failure('usage', `${origin} does not hold a token.`, { hint: 'A token begins with pdf_.' });
  }
  if (token.startsWith('pdf_') && !isTokenWellFormed(token)) {
    throw new Failure('unauthenticated', `The token of ${origin} is mistyped: its checksum is wrong.`, {
      hint: 'Copy all of it: pdf_ and 36 letters and digits.',
    });
  }
  return token;
}

/** A project file may come from a stranger. It must not send this user's token to an address of its choice. */
function assertTokenOfServer({ url, token, profileUrl }: ConnectionSettings): void {
  if (!url || !token || profileUrl === undefined || !token.origin.startsWith('profile ')) return;
  if (serverAddress(url.value, url.origin) === serverAddress(profileUrl, token.origin)) return;
  throw new Failure(
    'usage',
    `The token of ${token.origin} is for ${profileUrl} and is not sent to ${url.value} (${url.origin}).`,
    { hint: 'Sign in to that server (pdfapi login --profile …), or set a token in PDFAPI_TOKEN.' },
  );
}
