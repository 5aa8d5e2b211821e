/** The form fields about how a page is loaded, for PDFs and screenshots, in Gotenberg's order. */
import {
  type ArrivedResponse,
  cookieFault,
  headerFault,
  type PageCookie,
  type PageLoad,
  type RequestHeader,
  type WaitFor,
} from '#contract/document/page-load';
import { isJsonObject } from '#contract/json';
import { Pattern, PatternError } from '#twig';
import { parseGoJson, wrongGoType } from '../form/go-json.ts';
import { ValueFault } from '../form/go-values.ts';
import type { GotenbergForm } from '../form/gotenberg-form.ts';

export interface LoadFields {
  readonly load: PageLoad;
  readonly waitForExpression: string;
  readonly waitForSelector: string;
  readonly omitBackground: boolean;
  /** Filled while the page loads: the responses of its resources that end the render. */
  readonly refusedStatuses: readonly ArrivedResponse[];
}

/** As in Gotenberg. */
const maxHeaders = 64;
const maxScopeLength = 1_024;
/** Responses that an error names. */
const maxShown = 20;

export function readLoadFields(form: GotenbergForm): LoadFields {
  const skipsIdle = form.flag('skipNetworkIdleEvent', true);
  const skipsAlmostIdle = form.flag('skipNetworkAlmostIdleEvent', true);
  const pageStatuses = readStatuses(form, 'failOnHttpStatusCodes', [499, 599]);
  const resourceStatuses = readStatuses(form, 'failOnResourceHttpStatusCodes', []);
  const ignoredDomains = form.custom<readonly string[]>('ignoreResourceHttpStatusDomains', [], (text) =>
    text === '' ? [] : readList('ignoreResourceHttpStatusDomains', text, isText, 'string'),
  );
  const failsOnResources = form.flag('failOnResourceLoadingFailed', false);
  const failsOnExceptions = form.flag('failOnConsoleExceptions', false);
  const delay = form.duration('waitDelay', 0);
  const windowStatus = form.text('waitWindowStatus');
  const expression = form.text('waitForExpression');
  const selector = form.text('waitForSelector');
  const cookies = form.custom<readonly PageCookie[]>('cookies', [], readCookies);
  const userAgent = form.text('userAgent');
  const headers = form.custom<readonly RequestHeader[]>('extraHttpHeaders', [], readHeaders);
  const media = form.custom<PageLoad['media']>('emulatedMediaType', undefined, (text) => {
    if (text === '') return undefined;
    if (text === 'screen' || text === 'print') return text;
    throw new ValueFault("wrong value, expected either 'screen', 'print' or empty");
  });
  const mediaFeatures = form.custom<Readonly<Record<string, string>>>(
    'emulatedMediaFeatures',
    {},
    readMediaFeatures,
  );
  const omitBackground = form.flag('omitBackground', false);
  const ofStatus = windowStatus === '' ? [] : [`window.status === ${JSON.stringify(windowStatus)}`];
  const ofExpression = expression === '' ? [] : [definedValue(expression)];
  const expressions = [...ofStatus, ...ofExpression];
  const waitFor: WaitFor = {
    selector: selector === '' ? undefined : selector,
    expression: expressions.length === 0 ? undefined : expressions.join(' && '),
    delay: delay > 0 ? delay : undefined,
    networkIdle: !skipsIdle || !skipsAlmostIdle ? true : undefined,
  };
  const refusedStatuses: ArrivedResponse[] = [];
  const load: PageLoad = {
    headers: headers.length > 0 ? headers : undefined,
    cookies: cookies.length > 0 ? cookies : undefined,
    userAgent: userAgent === '' ? undefined : userAgent,
    waitFor: isAny(waitFor) ? waitFor : undefined,
    horizonMs,
    media,
    mediaFeatures: Object.keys(mediaFeatures).length > 0 ? mediaFeatures : undefined,
    failOn: [
      ...(failsOnExceptions ? (['console'] as const) : []),
      ...(failsOnResources ? (['resources'] as const) : []),
    ],
    acceptsStatus: (response) => {
      if (response.isPage) return !isListed(pageStatuses, response.status);
      if (!isListed(resourceStatuses, response.status) || isOfDomain(ignoredDomains, response)) return true;
      const isKnown = refusedStatuses.some(({ url }) => url === response.url);
      if (!isKnown && refusedStatuses.length < maxShown) refusedStatuses.push(response);
      return false;
    },
  };
  return { refusedStatuses, load, waitForExpression: expression, waitForSelector: selector, omitBackground };
}

/**
 * Milliseconds. Gotenberg prints a page as soon as it has loaded; those who want more say what to wait for. Within a second,
 * charts have drawn themselves.
 */
const horizonMs = 1_000;

const isAny = (waitFor: WaitFor): boolean => Object.values(waitFor).some((value) => value !== undefined);

/** Without a value, an expression is a mistake that would be waited for in vain. */
const definedValue = (expression: string): string =>
  `await (async () => { const value = await (${expression}\n); if (value === undefined) throw new Error('It is undefined'); return value; })()`;

/** A code that ends with 99 means all of its hundred. */
const isListed = (codes: readonly number[], status: number): boolean =>
  codes.some(
    (code) => code === status || (code % 100 === 99 && Math.floor(code / 100) === Math.floor(status / 100)),
  );

function isOfDomain(domains: readonly string[], { url }: ArrivedResponse): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname.toLowerCase() : '';
  return domains.some((domain) => {
    const wanted = domain
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/^\*?\./, '')
      .replace(/[:/].*$/, '');
    return wanted !== '' && (host === wanted || host.endsWith(`.${wanted}`));
  });
}

const readStatuses = (form: GotenbergForm, name: string, standard: readonly number[]) =>
  form.custom<readonly number[]>(name, standard, (text) =>
    text === ''
      ? standard
      : readList(name, text, Number.isInteger as (value: unknown) => value is number, 'int64'),
  );

const isText = (value: unknown): value is string => typeof value === 'string';

function readList<Item>(
  name: string,
  text: string,
  isItem: (value: unknown) => value is Item,
  type: string,
): readonly Item[] {
  const value = parseGoJson(name, text);
  if (value === null) return [];
  if (!Array.isArray(value)) throw wrongType(name, value, `[]${type}`);
  const wrong = value.find((item) => !isItem(item));
  if (wrong !== undefined) throw wrongType(name, wrong, type);
  return value;
}

const readTexts = (name: string, text: string) => toTexts(name, parseGoJson(name, text));

function toTexts(name: string, value: unknown): Readonly<Record<string, string>> {
  if (value === null) return {};
  if (!isJsonObject(value)) throw wrongType(name, value, 'map[string]string');
  const entries = Object.entries(value);
  for (const [, item] of entries) if (typeof item !== 'string') throw wrongType(name, item, 'string');
  return Object.fromEntries(entries) as Record<string, string>;
}

/** An object, as Gotenberg wants it, or a list of names and values, which its clients send all the same. */
function readMediaFeatures(text: string): Readonly<Record<string, string>> {
  if (text === '') return {};
  const field = 'emulatedMediaFeatures';
  const value = parseGoJson(field, text);
  if (!Array.isArray(value)) return toTexts(field, value);
  const entries = value.map((item) => {
    const isFeature = isJsonObject(item) && isText(item.name) && isText(item.value);
    if (!isFeature) throw wrongType(field, item, 'chromium.EmulatedMediaFeature');
    return [item.name, item.value];
  });
  return Object.fromEntries(entries);
}

const wrongType = (name: string, value: unknown, type: string) =>
  new ValueFault(`unmarshal ${name}: ${wrongGoType(value, type)}`);

function readCookies(text: string): readonly PageCookie[] {
  if (text === '') return [];
  const value = parseGoJson('cookies', text);
  if (value === null) return [];
  if (!Array.isArray(value)) throw wrongType('cookies', value, '[]chromium.Cookie');
  const faults: string[] = [];
  const cookies = value.map((item, index): PageCookie => {
    if (!isJsonObject(item)) throw wrongType('cookies', item, 'chromium.Cookie');
    const field = (name: string): string => (isText(item[name]) ? item[name] : '');
    const [name, content, domain, path] = ['name', 'value', 'domain', 'path'].map(field) as [
      string,
      string,
      string,
      string,
    ];
    if (name.trim() === '' || content.trim() === '' || domain.trim() === '') {
      faults.push(`cookie ${index} must have its name, value and domain set`);
    }
    const sameSite = (['Strict', 'Lax', 'None'] as const).find(
      (each) => each.toLowerCase() === field('sameSite').toLowerCase(),
    );
    const cookie: PageCookie = {
      name,
      value: content,
      // Cookies know no ports.
      domain: domain.replace(/:\d{1,5}$/, ''),
      path: path === '' ? undefined : path,
      secure: item.secure === true,
      httpOnly: item.httpOnly === true,
      sameSite,
    };
    const fault = faults.length === 0 ? cookieFault(cookie) : undefined;
    if (fault !== undefined) faults.push(`cookie ${index} ${fault}`);
    return cookie;
  });
  if (faults.length > 0) throw new ValueFault(faults.join('\n'));
  return cookies;
}

function readHeaders(text: string): readonly RequestHeader[] {
  if (text === '') return [];
  const entries = Object.entries(readTexts('extraHttpHeaders', text));
  if (entries.length > maxHeaders) {
    throw new ValueFault(`too many headers, got ${entries.length}, expected at most ${maxHeaders}`);
  }
  const faults: string[] = [];
  const headers = entries.flatMap(([name, sent]) => {
    const tokens = sent.split(';').filter((token) => token !== '');
    const scopes = tokens.filter((token) => /^\s*scope/i.test(token));
    let scope = '';
    for (const token of scopes) {
      const [, found = ''] = /^scope=(.+)$/i.exec(token.replace(/\s+/g, '')) ?? [];
      if (found === '') {
        faults.push(`invalid scope '${scope}' for header '${name}'`);
        return [];
      }
      scope = found;
    }
    const value = tokens.filter((token) => !scopes.includes(token)).join('; ');
    const fault = headerFault(name, value);
    if (fault !== undefined) faults.push(`headers ${fault}`);
    if (scope === '') return [{ name, value }];
    if (scope.length > maxScopeLength) {
      faults.push(
        `scope regex pattern for header '${name}' is too long, got ${scope.length} characters, expected at most ${maxScopeLength}`,
      );
      return [];
    }
    const isFor = compileScope(scope);
    if (typeof isFor === 'function') return [{ name, value, isFor }];
    faults.push(`invalid scope regex pattern for header '${name}': error parsing regexp: ${isFor.fault}`);
    return [];
  });
  if (faults.length > 0) throw new ValueFault(faults.join('\n'));
  return headers;
}

/** Steps of all matches of one request. Afterwards nothing matches. */
const maxSteps = 2_000_000;
const maxScopedAddress = 8_000;

class OutOfSteps extends Error {}

/**
 * Returns whether an address gets the header, or what is wrong with the expression. It comes from a stranger and is matched in
 * this thread, so an engine without backtracking does it.
 */
function compileScope(scope: string): ((url: string) => boolean) | { readonly fault: string } {
  let pattern: Pattern;
  try {
    pattern = new Pattern(`\u0001${scope}\u0001u`);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    const isEmptyRepeat = /^[*+?]/.test(scope);
    const fault = isEmptyRepeat ? `missing argument to repetition operator in \`${scope}\`` : error.message;
    return { fault };
  }
  let left = maxSteps;
  const tick = (steps: number) => {
    left -= steps;
    if (left < 0) throw new OutOfSteps();
  };
  return (url) => {
    if (url.length > maxScopedAddress) return false;
    try {
      return pattern.test(url, tick);
    } catch (error) {
      if (error instanceof OutOfSteps) return false;
      throw error;
    }
  };
}
