/**
 * The arguments for every browser that pdfapi starts. A test reads this list: no flag may open a debugging port, read
 * files, or weaken the same-origin policy or certificate checks.
 */
import { egressFlags } from '../egress/chromium-flags.ts';

/**
 * A full browser implements its toolbar, tab search and address bar as web pages. Their renderers start with each
 * window and cannot be distinguished from those of documents.
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
  // A sandboxed frame in a process of its own is no part of the page to DevTools: its clock could not be fast-forwarded.
  'IsolateSandboxedIframes',
  'MediaRouter',
  'OptimizationHints',
  // It makes a new window with new layers for each document of an owner, which is a third of the processor time of a receipt with a
  // script. The realm is a new one in any case.
  'RenderDocument',
  'SpareRendererForSitePerProcess',
  'Translate',
];

export interface FlagOptions {
  /**
   * The profile directory of a full browser. A headless shell without one keeps its profile in memory, which leaves no
   * files to write and remove.
   */
  readonly profile: string | undefined;
  readonly sandbox: boolean;
  /** See `StartOptions.networkInProcess`. */
  readonly networkInProcess: boolean;
  /** Whether to use /dev/shm; see `hasSharedMemory`. */
  readonly sharedMemory: boolean;
}

export function browserFlags({ profile, sandbox, networkInProcess, sharedMemory }: FlagOptions): string[] {
  return [
    '--headless',
    // Commands use two pipes that close when this process ends; no port is opened for them.
    '--remote-debugging-pipe',
    ...(profile === undefined ? [] : [`--user-data-dir=${profile}`]),
    // Printing needs no graphics card, and trying to start one costs 100 ms and a page of error messages.
    '--disable-gpu',
    '--disable-software-rasterizer',
    // Positions text for print and not for a screen of a particular resolution.
    '--font-render-hinting=none',
    '--force-color-profile=srgb',
    '--hide-scrollbars',
    '--mute-audio',
    '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
    // Shares memory in files of the profile.
    ...(sharedMemory ? [] : ['--disable-dev-shm-usage']),
    // Disables the features for interactive use: updates, reports, first-run pages, extensions, background requests.
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
    // Newer full browsers would print nothing else while `window.print()` waits for its preview.
    '--disable-print-preview',
    '--disable-prompt-on-repost',
    '--disable-speech-api',
    '--disable-sync',
    '--metrics-recording-only',
    '--password-store=basic',
    '--use-mock-keychain',
    // Keeps pages that are not visible at full speed.
    '--disable-background-timer-throttling',
    '--disable-backgrounding-occluded-windows',
    '--disable-renderer-backgrounding',
    `--disable-features=${switchedOff.join(',')}`,
    // Has no sandbox on Linux in a process of its own either.
    ...(networkInProcess ? ['--enable-features=NetworkServiceInProcess2'] : []),
    ...egressFlags,
    // The sandbox uses user namespaces; the setuid helper is not part of the package.
    '--disable-setuid-sandbox',
    ...(sandbox ? [] : ['--no-sandbox']),
  ];
}
