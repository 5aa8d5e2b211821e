/** The options of `page-load.ts` in requests, calls of the library and `template.json`. */
import { z } from 'zod';
import {
  cookieFault,
  failureKinds,
  type HeaderRecord,
  headerFault,
  loadLimits,
  mediaTypes,
  type PageCookie,
  parseOrigin,
  sameSites,
  toRequestHeaders,
} from './page-load.ts';

const text = z.string({ error: 'must be text' });
const flag = z.boolean({ error: 'must be true or false' });

const origin = text.refine((value) => parseOrigin(value) !== undefined, {
  error: 'must be an origin, such as https://example.com',
});

const headerError = 'must be an object: name of a header → text, or an object with value and origin';

const boundHeader = z
  .strictObject({ value: text, origin: origin.optional() })
  .meta({ id: 'BoundHeader', description: 'The value of a header, and the origin that it is for.' });

export const headersSchema = z
  .record(z.string(), z.union([z.string(), boundHeader]), {
    error: headerError,
  })
  .superRefine((headers: HeaderRecord, context) => {
    const entries = Object.entries(headers);
    const names = new Set(entries.map(([name]) => name.toLowerCase()));
    const faults = [
      ...(entries.length > loadLimits.headers ? [`must have at most ${loadLimits.headers} headers`] : []),
      ...(names.size < entries.length ? ['must have each name once, in whatever case'] : []),
      ...entries.map(([name, given]) => headerFault(name, typeof given === 'string' ? given : given.value)),
    ];
    for (const message of new Set(faults)) {
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    }
  })
  .meta({
    id: 'RequestHeaders',
    description:
      'Headers that the requests of the page carry, by name. A text is for the origin of `url`; `{ "value", "origin" }` is for another one, and needed for `html`. No other server ever gets them, also not after a redirect. Never stored or logged.',
  });

export const basicAuthSchema = z
  .strictObject(
    {
      username: text.refine((name) => !/[:\p{Cc}]/u.test(name), {
        error: 'must have no colon and be one line',
      }),
      password: text
        .refine((password) => !/\p{Cc}/u.test(password), { error: 'must be one line' })
        .meta({ format: 'password' }),
      origin: origin.optional(),
    },
    { error: 'must be an object with username and password' },
  )
  .meta({
    id: 'PageCredentials',
    description:
      'Signs in to the server of `url`, or of `origin`, by HTTP Basic Authentication. No other server gets it. Never stored or logged.',
  });

export const userAgentSchema = text
  .min(1, { error: 'must not be empty' })
  .refine((name) => headerFault('User-Agent', name) === undefined, {
    error: 'must be one line of Latin characters',
  })
  .meta({
    id: 'UserAgent',
    description:
      'The name of the browser, for the origin of `url` and its scripts; for `html`, for each server. Default: that of Chromium.',
  });

const cookie = {
  name: text,
  value: text,
  domain: text.optional(),
  path: text.optional(),
  secure: flag.optional(),
};
const sameSite = z
  .enum(sameSites, { error: `must be one of: ${sameSites.join(', ')}` })
  .optional()
  .meta({ id: 'SameSite' });
const aCookie = { error: 'must be an object with name and value' };

function checkCookie(given: GivenCookie & PageCookie, context: z.core.$RefinementCtx): void {
  const message = cookieFault(toPageCookie(given));
  if (message !== undefined) context.addIssue({ code: 'custom', message });
}

const cookieList = <Cookie extends z.ZodType>(each: Cookie) =>
  z
    .array(each, { error: 'must be an array of cookies' })
    .max(loadLimits.cookies, { error: `must have at most ${loadLimits.cookies} cookies` });

/** As the library names them. */
export const cookiesOption = cookieList(
  z.strictObject({ ...cookie, httpOnly: flag.optional(), sameSite }, aCookie).superRefine(checkCookie),
);

interface GivenCookie extends Omit<PageCookie, 'httpOnly' | 'sameSite'> {
  readonly http_only?: boolean | undefined;
  readonly same_site?: PageCookie['sameSite'];
}

/** Takes the names of requests and those of the library. */
const toPageCookie = ({ http_only, same_site, ...cookie }: GivenCookie & PageCookie): PageCookie => ({
  httpOnly: http_only,
  sameSite: same_site,
  ...cookie,
});

const cookiesField = cookieList(
  z
    .strictObject({ ...cookie, http_only: flag.optional(), same_site: sameSite }, aCookie)
    .superRefine(checkCookie)
    .meta({ id: 'PageCookie', description: 'A cookie, with the attributes of `Set-Cookie`.' }),
).meta({
  description:
    'Cookies that are there when the page loads. Without `domain`, a cookie is for the host of `url` only, and `secure` if that is https; `html` needs the `domain`. Never stored or logged.',
});

const delayRange = `must be from 0 to ${loadLimits.delayMs.toLocaleString('en')} milliseconds`;

const atMost = (characters: number) => ({
  error: `must have at most ${characters.toLocaleString('en')} characters`,
});

const wait = {
  selector: text
    .min(1, { error: 'must not be empty' })
    .max(loadLimits.selectorCharacters, atMost(loadLimits.selectorCharacters))
    .optional(),
  expression: text
    .min(1, { error: 'must not be empty' })
    .max(loadLimits.expressionCharacters, atMost(loadLimits.expressionCharacters))
    .optional(),
  delay: z
    .number({ error: delayRange })
    .min(0, { error: delayRange })
    .max(loadLimits.delayMs, { error: delayRange })
    .optional(),
};

/** As the library names it. */
export const waitForOption = z.strictObject(
  { ...wait, networkIdle: flag.optional() },
  { error: 'must be an object with selector, expression, delay and networkIdle' },
);

const waitForField = z
  .strictObject(
    { ...wait, network_idle: flag.optional() },
    { error: 'must be an object with selector, expression, delay and network_idle' },
  )
  .meta({
    id: 'WaitFor',
    description:
      'What is waited for when the page has loaded: an element that matches `selector`; the JavaScript `expression`, or its promise, to be true in the page; `delay` milliseconds; with `network_idle`, half a second without a request. The time is that of the document, and a script of the page runs meanwhile.',
  });

export const mediaSchema = z.enum(mediaTypes, { error: `must be one of: ${mediaTypes.join(', ')}` }).meta({
  id: 'MediaType',
  description: 'The styles that apply: `@media print` or `@media screen`. Default: `print`.',
});

export const mediaFeaturesSchema = z
  .record(
    text.regex(/^[a-z][a-z-]{0,60}$/, { error: 'must have names such as prefers-color-scheme' }),
    text.regex(/^[\w.%/ -]{0,60}$/, { error: 'must have values such as dark' }),
    { error: 'must be an object: name of a media feature → value' },
  )
  .refine((features) => Object.keys(features).length <= 30, { error: 'must have at most 30 names' })
  .meta({
    id: 'MediaFeatures',
    description: 'Media features of CSS by name, such as `{ "prefers-color-scheme": "dark" }`.',
  });

const { min, max } = loadLimits.viewport;
const pixels = z
  .int({ error: 'must be a whole number of pixels' })
  .min(min, { error: `must be from ${min} to ${max} pixels` })
  .max(max, { error: `must be from ${min} to ${max} pixels` });

export const viewportSchema = z
  .strictObject({ width: pixels, height: pixels }, { error: 'must be an object with width and height' })
  .meta({
    id: 'Viewport',
    description:
      'The window that the page has while it loads, in CSS pixels. Default: what a page of the paper holds; for a screenshot 1280 × 720.',
  });

const scaleRange = `must be a number from ${loadLimits.scale.min} to ${loadLimits.scale.max}`;
export const scaleSchema = z
  .number({ error: scaleRange })
  .min(loadLimits.scale.min, { error: scaleRange })
  .max(loadLimits.scale.max, { error: scaleRange })
  .meta({ id: 'PrintScale', description: 'How large everything is printed. Default: 1.' });

export const preferCssPageSizeSchema = flag.meta({
  description:
    'true: what `@page` says in the CSS comes before `format` and `margins`. false: its `size` does not count. Default: it counts where they are not given.',
});

export const backgroundsSchema = flag.meta({
  description: 'Whether background colours and pictures are printed. Default: true.',
});

export const failOnSchema = z
  .array(z.enum(failureKinds, { error: `must be one of: ${failureKinds.join(', ')}` }), {
    error: `must be an array of: ${failureKinds.join(', ')}`,
  })
  .meta({
    id: 'FailOn',
    description:
      'What is an error in place of a warning: a `status` of 400 or more of `url`; a `resource_status` of 400 or more of what the page loads; an exception of its scripts (`console`); `resources` that do not arrive. Default: `status`.',
  });

/** The keys of `template.json` and of requests, which have the same names. */
export const shownFields = {
  media: mediaSchema.optional(),
  media_features: mediaFeaturesSchema.optional(),
  viewport: viewportSchema.optional(),
  scale: scaleSchema.optional(),
  prefer_css_page_size: preferCssPageSizeSchema.optional(),
  backgrounds: backgroundsSchema.optional(),
  wait_for: waitForField.optional(),
  fail_on: failOnSchema.optional(),
};

/** The further fields of a request. */
export const loadFields = {
  ...shownFields,
  headers: headersSchema.optional(),
  cookies: cookiesField.optional(),
  basic_auth: basicAuthSchema.optional(),
  user_agent: userAgentSchema.optional(),
};

type LoadFields = {
  readonly [Name in keyof typeof loadFields]?: z.output<(typeof loadFields)[Name]> | undefined;
};

/** Returns the options of these fields by the names of the table of options. */
export function toLoadOptions(fields: LoadFields) {
  const { headers, cookies, wait_for } = fields;
  const { network_idle: networkIdle, ...waitFor } = wait_for ?? {};
  return {
    headers: headers && toRequestHeaders(headers),
    cookies: cookies?.map(toPageCookie),
    basicAuth: fields.basic_auth,
    userAgent: fields.user_agent,
    waitFor: wait_for && { ...waitFor, networkIdle },
    media: fields.media,
    mediaFeatures: fields.media_features,
    viewport: fields.viewport,
    scale: fields.scale,
    preferCssPageSize: fields.prefer_css_page_size,
    backgrounds: fields.backgrounds,
    failOn: fields.fail_on,
  };
}
