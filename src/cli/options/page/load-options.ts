/** The options for how a page is loaded, shown and printed in another way than usual: see `PageLoad`. */
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import {
  type BasicAuth,
  cookieFault,
  type FailureKind,
  failureKinds,
  headerFault,
  loadLimits,
  mediaTypes,
  type PageCookie,
  type PageLoad,
  parseOrigin,
  type RequestHeader,
  sameSites,
} from '#contract/document/page-load';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import { pathArgument } from '../path-argument.ts';

export interface ShownOptions {
  readonly media?: string;
  readonly mediaFeature?: readonly string[];
  readonly viewport?: string;
  readonly scale?: string;
  readonly preferCssPageSize?: true;
  readonly backgrounds?: boolean;
  readonly failOn?: string;
  readonly waitFor?: string;
  readonly waitForExpression?: string;
  readonly waitForDelay?: string;
  readonly waitForNetworkIdle?: true;
}

export interface LoadOptions extends ShownOptions {
  readonly requestHeader?: readonly string[];
  readonly cookie?: readonly string[];
  readonly basicAuthFile?: string;
  readonly userAgent?: string;
}

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

export function addShownOptions(command: Command): Command {
  return command
    .optionsGroup('Loading:')
    .option('--media <type>', 'styles that apply: print or screen (default: print)')
    .option('--media-feature <name=value>', 'a media feature of CSS: prefers-color-scheme=dark', collect)
    .option('--viewport <width>x<height>', 'window that scripts see, in CSS pixels, such as 1280x720')
    .option('--scale <number>', 'print everything larger or smaller: 0.1 to 2')
    .option('--prefer-css-page-size', '@page of the CSS comes before --format and --margin')
    .option('--no-backgrounds', 'print no background colours and pictures')
    .option('--wait-for <selector>', 'wait until an element matches')
    .option('--wait-for-expression <js>', 'wait until JavaScript is true in the page')
    .option('--wait-for-delay <ms>', 'wait this long, in milliseconds')
    .option('--wait-for-network-idle', 'wait for half a second without a request')
    .option('--fail-on <list>', `fail on some of ${failureKinds.join(',')} (default: status)`);
}

/** In the group of `addShownOptions`. */
export function addLoadOptions(command: Command): Command {
  return command
    .optionsGroup('Loading:')
    .option(
      '--request-header <header>',
      'send this header to the server of the page: "X-Api-Key: …"; or to another one: "https://host X-Api-Key: …"',
      collect,
    )
    .option(
      '--cookie <cookie>',
      'a cookie, as servers set them: name=value, or "name=value; Domain=…"',
      collect,
    )
    .option(
      '--basic-auth-file <file>',
      'sign in to the server of the page: name:password',
      pathArgument('--basic-auth-file'),
    )
    .option('--user-agent <text>', 'name of the browser');
}

/** Throws `usage` for a value that an option does not take. */
function readShownOptions(options: ShownOptions) {
  return {
    waitFor: readWaitFor(options),
    media: options.media === undefined ? undefined : readMedia(options.media),
    mediaFeatures: options.mediaFeature && readFeatures(options.mediaFeature),
    viewport: options.viewport === undefined ? undefined : readViewport(options.viewport),
    scale: options.scale === undefined ? undefined : readScale(options.scale),
    preferCssPageSize: options.preferCssPageSize,
    // Without the flag, the template decides.
    backgrounds: options.backgrounds === false ? false : undefined,
    failOn: options.failOn === undefined ? undefined : readFailOn(options.failOn),
  } satisfies PageLoad;
}

/** Throws `usage` too, and `file_unreadable`. No message has anything of a secret. */
export async function readLoadOptions(options: LoadOptions) {
  const { requestHeader, cookie, basicAuthFile, userAgent } = options;
  if (userAgent !== undefined && headerFault('User-Agent', userAgent) !== undefined) {
    throw new Failure('usage', 'The value of --user-agent must be one line of Latin characters.');
  }
  return {
    ...readShownOptions(options),
    headers: requestHeader?.map(readHeader),
    cookies: cookie?.map(readCookie),
    basicAuth: basicAuthFile === undefined ? undefined : await readBasicAuth(basicAuthFile),
    userAgent,
  } satisfies PageLoad;
}

function readMedia(text: string) {
  const media = mediaTypes.find((each) => each === text);
  if (media !== undefined) return media;
  throw new Failure('usage', `--media "${text}" is unknown.`, {
    hint: `Give one of: ${mediaTypes.join(', ')}.`,
  });
}

function readFeatures(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^([a-z][a-z-]{0,60})=([\w.%/ -]{1,60})$/.exec(pair) ?? [];
      if (name !== undefined && value !== undefined) return [name, value];
      throw new Failure('usage', `--media-feature "${pair}" is not a name with a value.`, {
        hint: 'Write for example: --media-feature prefers-color-scheme=dark',
      });
    }),
  );
}

function readViewport(text: string) {
  const [, width = 0, height = 0] = (/^(\d{1,5})x(\d{1,5})$/i.exec(text) ?? []).map(Number);
  const { min, max } = loadLimits.viewport;
  if ([width, height].every((side) => side >= min && side <= max)) return { width, height };
  throw new Failure('usage', `--viewport "${text}" is not a size in pixels.`, {
    hint: `Write width and height from ${min} to ${max}, such as --viewport 1280x720`,
  });
}

function readScale(text: string): number {
  const scale = /^\d?\.?\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  const { min, max } = loadLimits.scale;
  if (scale >= min && scale <= max) return scale;
  throw new Failure('usage', `--scale "${text}" is not a number from ${min} to ${max}.`);
}

function readFailOn(text: string): FailureKind[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'none');
  return names.map((name) => {
    const kind = failureKinds.find((each) => each === name);
    if (kind !== undefined) return kind;
    throw new Failure('usage', `--fail-on "${name}" is unknown.`, {
      hint: `Give some of ${failureKinds.join(',')}, or none.`,
    });
  });
}

function readWaitFor(options: ShownOptions): PageLoad['waitFor'] {
  const { waitFor: selector, waitForExpression: expression, waitForDelay, waitForNetworkIdle } = options;
  const given = [selector, expression, waitForDelay, waitForNetworkIdle];
  if (given.every((each) => each === undefined)) return undefined;
  const delay =
    waitForDelay === undefined
      ? undefined
      : Number(/^\d{1,6}$/.test(waitForDelay) ? waitForDelay : Number.NaN);
  if (delay !== undefined && !(delay <= loadLimits.delayMs)) {
    throw new Failure('usage', `--wait-for-delay "${waitForDelay}" is not a number of milliseconds.`, {
      hint: `Give 0 to ${loadLimits.delayMs}.`,
    });
  }
  return { selector, expression, delay, networkIdle: waitForNetworkIdle };
}

function readHeader(text: string): RequestHeader {
  const [, given, name, value] = /^(?:(https?:\/\/\S+)\s+)?([^\s:]+):[ \t]*(.*)$/is.exec(text) ?? [];
  const origin = given === undefined ? undefined : parseOrigin(given);
  const fault =
    name === undefined || value === undefined
      ? 'must be a name and a value, such as "X-Api-Key: 123"'
      : given !== undefined && origin === undefined
        ? 'must begin with an origin, such as https://example.com, or with the name'
        : headerFault(name, value);
  if (fault === undefined && name !== undefined && value !== undefined) {
    return origin === undefined ? { name, value } : { name, value, origin };
  }
  throw new Failure('usage', `--request-header ${fault}.`);
}

/** As in `Set-Cookie`. */
function readCookie(text: string): PageCookie {
  const [pair = '', ...attributes] = text.split(';').map((part) => part.trim());
  const equals = pair.indexOf('=');
  const given = Object.fromEntries(
    attributes.map((attribute) => {
      const at = attribute.indexOf('=');
      return at < 0
        ? [attribute.toLowerCase(), '']
        : [attribute.slice(0, at).toLowerCase(), attribute.slice(at + 1)];
    }),
  );
  const { domain, path, secure, httponly, samesite, ...others } = given;
  const cookie: PageCookie = {
    name: pair.slice(0, Math.max(0, equals)),
    value: pair.slice(equals + 1),
    domain,
    path,
    secure: secure === undefined ? undefined : true,
    httpOnly: httponly === undefined ? undefined : true,
    sameSite: sameSites.find((each) => each.toLowerCase() === samesite?.toLowerCase()),
  };
  const [other] = Object.keys(others);
  const fault =
    other !== undefined
      ? 'may have Domain, Path, Secure, HttpOnly and SameSite after its value, and nothing else'
      : samesite !== undefined && cookie.sameSite === undefined
        ? `must have a SameSite of ${sameSites.join(', ')}`
        : cookieFault(cookie);
  if (fault === undefined) return cookie;
  throw new Failure('usage', `--cookie ${fault}.`, { hint: 'Write for example: --cookie session=abc' });
}

async function readBasicAuth(file: string): Promise<BasicAuth> {
  const text = await readFile(file, 'utf8').catch((error) => {
    throw fileFailure('file_unreadable', file, error);
  });
  const [, username, password] = /^([^:\p{Cc}]+):(\P{Cc}*)\r?\n?$/u.exec(text) ?? [];
  if (username !== undefined && password !== undefined) return { username, password };
  throw new Failure('usage', `--basic-auth-file ${file} must have one line: name:password.`);
}
