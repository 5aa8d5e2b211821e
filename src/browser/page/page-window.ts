/**
 * The window that the scripts of a document see. It is as large as what a page of its paper holds, because scripts that
 * draw measure it: charts would else be as wide as a screen, and be made smaller or cut off on paper.
 */
import { isDeepStrictEqual } from 'node:util';
import { pixelsPerMillimetre } from '#contract/length';
import { defaultMargin, type PageMargins, paperSizes } from '#contract/page';
import type { CdpSession } from '../cdp/connection.ts';

/** CSS pixels. */
export interface PageWindow {
  readonly width: number;
  readonly height: number;
  /** Device pixels for each CSS pixel. Default: 2, so that what scripts draw has 192 pixels per inch. */
  readonly deviceScaleFactor?: number | undefined;
}

/** All lengths are in millimetres. */
export function windowOf(
  { width, height }: { readonly width: number; readonly height: number },
  { top, right, bottom, left }: PageMargins,
): PageWindow {
  // Rounded down, because what is wider than the page makes all of it smaller.
  const pixels = (length: number) => Math.max(1, Math.floor(length * pixelsPerMillimetre));
  return { width: pixels(width - left - right), height: pixels(height - top - bottom) };
}

/** The window of an A4 page with the usual margins. */
export const usualWindow = windowOf(
  { width: paperSizes.A4[0], height: paperSizes.A4[1] },
  { top: defaultMargin, right: defaultMargin, bottom: defaultMargin, left: defaultMargin },
);

const shown = new WeakMap<CdpSession, Required<PageWindow>>();

/** Sends nothing to a page that has this window already. Returns whether it had another one. */
export async function showWindow(
  page: CdpSession,
  { width, height, deviceScaleFactor = 2 }: PageWindow,
): Promise<boolean> {
  const window = { width, height, deviceScaleFactor };
  if (isDeepStrictEqual(shown.get(page), window)) return false;
  shown.set(page, window);
  // A screen would else be smaller than its window.
  const screen = { screenWidth: width, screenHeight: height };
  await page.send('Emulation.setDeviceMetricsOverride', { ...window, ...screen, mobile: false });
  return true;
}

/** Gives a page the browser's own window again. */
export async function hideWindow(page: CdpSession): Promise<void> {
  shown.delete(page);
  await page.send('Emulation.clearDeviceMetricsOverride');
}
