/**
 * The arguments that every browser of ours is started with, whoever asks. A test reads this list: nothing in
 * it may open a debugging port, read files, or weaken the same-origin policy or certificate checks.
 */
import { egressFlags } from '../egress/chromium-flags.ts';

/**
 * A full browser makes its own toolbar, tab search and address bar of web pages, whose renderers start with each window
 * and look like those of documents.
 */
const browserWindows = [
  'InitialWebUI',
  'PreloadTopChromeWebUI',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  'WebUIToolbarProcessOverheadExperiment',
];

const switchedOff = [
  'AcceptCHFrame',
  'AutofillServerCommunication',
  'BackForwardCache',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  ...browserWindows,
  'InterestFeedContentSuggestions',
  'MediaRouter',
  'OptimizationHints',
  'SpareRendererForSitePerProcess',
  'Translate',
];

export interface FlagOptions {
  /** Where a full browser keeps its profile. A headless shell without one keeps it in memory: nothing to write and remove. */
  readonly profile: string | undefined;
  readonly sandbox: boolean;
}

export function browserFlags({ profile, sandbox }: FlagOptions): string[] {
  return [
    '--headless',
    // Commands come over two pipes that end with this process; no port is opened for them.
    '--remote-debugging-pipe',
    ...(profile === undefined ? [] : [`--user-data-dir=${profile}`]),
    // No graphics card is needed to print, and trying to start one costs 100 ms and a page of error messages.
    '--disable-gpu',
    '--disable-software-rasterizer',
    // Text is placed as the printer places it, not as a screen of some resolution would.
    '--font-render-hinting=none',
    '--force-color-profile=srgb',
    '--hide-scrollbars',
    '--mute-audio',
    '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
    // Containers give /dev/shm 64 MB, which a large page exceeds; files in the profile do as well.
    '--disable-dev-shm-usage',
    // Nothing of a browser for people: no updates, reports, first-run pages, extensions, background requests.
    '--no-first-run',
    '--no-default-browser-check',
    '--no-pings',
    '--no-service-autorun',
    '--disable-background-networking',
    '--disable-breakpad',
    '--disable-crash-reporter',
    '--disable-client-side-phishing-detection',
    '--disable-component-extensions-with-background-pages',
    '--disable-component-update',
    '--disable-default-apps',
    '--disable-domain-reliability',
    '--disable-extensions',
    '--disable-hang-monitor',
    '--disable-notifications',
    '--disable-prompt-on-repost',
    '--disable-speech-api',
    '--disable-sync',
    '--metrics-recording-only',
    '--password-store=basic',
    '--use-mock-keychain',
    // A page that nobody looks at is still wanted at full speed.
    '--disable-background-timer-throttling',
    '--disable-backgrounding-occluded-windows',
    '--disable-renderer-backgrounding',
    `--disable-features=${switchedOff.join(',')}`,
    ...egressFlags,
    // The sandbox is that of user namespaces; the setuid helper is not part of the package.
    '--disable-setuid-sandbox',
    ...(sandbox ? [] : ['--no-sandbox']),
  ];
}
