/** A picture of a page as the screen shows it. */
import type { Protocol } from 'devtools-protocol';
import { Failure } from '#contract/errors';
import { callInPage, PageScriptFailure } from '../cdp/call-in-page.ts';
import { type CdpSession, ProtocolError } from '../cdp/connection.ts';
import type { IsolatedWorldId } from '../cdp/isolated-world.ts';
import type { PageWindow } from '../page/page-window.ts';
import { boxOfElement } from '../page-scripts/load-as-asked.ts';

export interface ScreenshotSettings {
  readonly format: 'png' | 'jpeg' | 'webp';
  /** From 0 to 100, for JPEG and WebP. */
  readonly quality?: number | undefined;
  /** The whole page, however high it is. Default: what the window shows. */
  readonly fullPage?: boolean | undefined;
  /** A part of the page, in CSS pixels from its corner. */
  readonly clip?: ScreenshotClip | undefined;
  /** The first element that matches, in place of `clip`. */
  readonly selector?: string | undefined;
  /** Whether the page has no background but its own: PNG and WebP are transparent then. */
  readonly omitBackground?: boolean | undefined;
  /** Device pixels for each CSS pixel. Default: 1. */
  readonly deviceScaleFactor?: number | undefined;
  /** Whether it is encoded faster, into a larger file. */
  readonly optimizeForSpeed?: boolean | undefined;
  /** The most device pixels. Default: what Chromium can draw. */
  readonly maxPixels?: number | undefined;
}

interface ScreenshotClip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Screenshot {
  readonly bytes: Buffer;
  /** Device pixels. */
  readonly width: number;
  readonly height: number;
}

/** Device pixels of a side. Chromium repeats the beginning of a larger picture. */
const maxSide = 16_384;

/** Throws `invalid_option` for a picture that is too large and a selector that nothing matches, and `page_failed`. */
export async function takeScreenshot(
  page: CdpSession,
  settings: ScreenshotSettings,
  { width, height, deviceScaleFactor = 1 }: PageWindow,
  world?: IsolatedWorldId,
): Promise<Screenshot> {
  const { format, quality, fullPage, selector, omitBackground, optimizeForSpeed, maxPixels } = settings;
  const clip = selector === undefined ? settings.clip : await findElement(page, selector, world);
  const area = clip ?? { x: 0, y: 0, width, height: fullPage ? await heightOfPage(page, height) : height };
  const size = {
    width: Math.round(area.width * deviceScaleFactor),
    height: Math.round(area.height * deviceScaleFactor),
  };
  assertDrawable(size, maxPixels);
  if (omitBackground) {
    await page.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } });
  }
  const request: Protocol.Page.CaptureScreenshotRequest = {
    format,
    clip: { ...area, scale: 1 },
    captureBeyondViewport: true,
    ...(quality === undefined || format === 'png' ? {} : { quality }),
    ...(optimizeForSpeed ? { optimizeForSpeed } : {}),
  };
  const { data } = await page.send('Page.captureScreenshot', request).catch((error) => {
    if (!(error instanceof ProtocolError)) throw error;
    throw new Failure('page_failed', `The screen could not be captured: ${error.message}`, { cause: error });
  });
  return { bytes: data, ...size };
}

async function findElement(
  page: CdpSession,
  selector: string,
  world: IsolatedWorldId | undefined,
): Promise<ScreenshotClip> {
  const box = await callInPage(page, boxOfElement, [selector], world).catch((error) => {
    if (error instanceof PageScriptFailure) return null;
    throw error;
  });
  if (box) return box;
  const message = 'The selector of the screenshot matches no element that is shown.';
  throw new Failure('invalid_option', message, { errors: { 'screenshot.selector': [message] } });
}

async function heightOfPage(page: CdpSession, least: number): Promise<number> {
  const { cssContentSize } = await page.send('Page.getLayoutMetrics');
  return Math.max(least, Math.ceil(cssContentSize.height));
}

function assertDrawable(
  { width, height }: Omit<Screenshot, 'bytes'>,
  maxPixels = Number.POSITIVE_INFINITY,
): void {
  const isTooLarge = width > maxSide || height > maxSide || width * height > maxPixels;
  if (!isTooLarge && width >= 1 && height >= 1) return;
  const most = `${maxSide.toLocaleString('en')} pixels on a side${Number.isFinite(maxPixels) ? `, and ${maxPixels.toLocaleString('en')} in all` : ''}`;
  const message = `The screenshot is ${width.toLocaleString('en')} × ${height.toLocaleString('en')} pixels large, but has at least one and at most ${most}.`;
  throw new Failure('invalid_option', message, {
    hint: 'Capture a part of the page with a clip, or a smaller window.',
    errors: { screenshot: [message] },
  });
}
