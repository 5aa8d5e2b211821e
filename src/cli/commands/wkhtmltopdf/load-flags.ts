/** How the page of an object is loaded and shown, as its flags ask for. */
import { loadLimits, type PageLoad } from '#contract/document/page-load';
import { type FlagValues, invalidArgument } from './flag-values.ts';

/** `styles`: of flags, which a web page gets by a script. Throws `WkFailure` for values that are none. */
export function toPageLoad(flags: FlagValues, url: URL | undefined, styles: string | undefined): PageLoad {
  const username = flags.text('username');
  const scripts = flags.isOn('javascript', true);
  const expression = scripts ? toExpression(flags, url && styles) : undefined;
  const delay = flags.number('javascript-delay', { isWhole: true, min: 0 });
  const zoom = flags.number('zoom', { min: 0 });
  const { min, max } = loadLimits.scale;
  if (zoom !== undefined && (zoom < min || zoom > max)) {
    throw invalidArgument('zoom', String(zoom), `from ${min} to ${max}`);
  }
  return {
    // They are for the server of the page.
    ...(url && {
      headers: flags.all('custom-header').map(([name = '', value = '']) => ({ name, value })),
      cookies: flags.all('cookie').map(([name = '', value = '']) => ({ name, value })),
      basicAuth: username === undefined ? undefined : { username, password: flags.text('password') ?? '' },
    }),
    waitFor: expression === undefined && !delay ? undefined : { expression, delay },
    media: flags.isOn('print-media-type', false) ? ('print' as const) : ('screen' as const),
    viewport: toViewport(flags),
    scale: zoom,
    preferCssPageSize: false,
    backgrounds: flags.isOn('background', true),
    failOn: failuresOf(flags),
  };
}

const handlers = ['abort', 'ignore', 'skip'] as const;

/** What is done about a page that does not load. Throws `WkFailure` for another word. */
export const loadErrorHandling = (flags: FlagValues): (typeof handlers)[number] =>
  flags.oneOf('load-error-handling', handlers) ?? 'abort';

function failuresOf(flags: FlagValues): NonNullable<PageLoad['failOn']> {
  const page = loadErrorHandling(flags) === 'ignore' ? [] : (['status'] as const);
  const media = flags.oneOf('load-media-error-handling', handlers) ?? 'ignore';
  return media === 'abort' ? [...page, 'resource_status' as const, 'resources' as const] : page;
}

function toViewport(flags: FlagValues): PageLoad['viewport'] {
  const text = flags.text('viewport-size');
  if (text === undefined) return undefined;
  const [, width, height] = /^\s*(\d{1,5})\s*x\s*(\d{1,5})\s*$/i.exec(text) ?? [];
  if (!Number(width) || !Number(height))
    throw invalidArgument('viewport-size', text, 'a size such as 1280x1024');
  return { width: Number(width), height: Number(height) };
}

/** Runs the scripts of the flags once, and is true when the status of the window is the one that is waited for. */
function toExpression(flags: FlagValues, styles: string | undefined): string | undefined {
  const scripts = [
    ...(styles === undefined ? [] : [styleScript(styles)]),
    ...flags.all('run-script').map(([script = '']) => script),
    ...linkScripts(flags),
  ];
  const status = flags.text('window-status');
  if (scripts.length === 0 && status === undefined) return undefined;
  const run = scripts.map(
    (script) => `try{(0,eval)(${JSON.stringify(script)})}catch(error){console.error(error)}`,
  );
  const isReady = status === undefined ? 'true' : `window.status===${JSON.stringify(status)}`;
  return `(()=>{if(!window.__pdfapiScriptsRan){window.__pdfapiScriptsRan=true;${run.join(';')}}return ${isReady}})()`;
}

/** Before the styles of the page, to which it yields. */
const styleScript = (styles: string): string =>
  `document.head.prepend(Object.assign(document.createElement('style'),{textContent:${JSON.stringify(styles)}}))`;

function linkScripts(flags: FlagValues): string[] {
  const [inside, outside] = [flags.isOn('internal-links', true), flags.isOn('external-links', true)];
  if (inside && outside) return [];
  const isInside =
    "a.getAttribute('href').startsWith('#')||a.href.split('#')[0]===location.href.split('#')[0]";
  const isGone = inside ? `!(${isInside})` : outside ? isInside : 'true';
  return [`for(const a of document.querySelectorAll('a[href]'))if(${isGone})a.removeAttribute('href')`];
}
