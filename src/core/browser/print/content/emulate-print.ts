/** Lays out a page as for printing, without pages, so that scripts can measure it. */
import type { Paper } from '../../browser.ts';
import type { CdpSession } from '../../cdp/connection.ts';
import { marginsOf } from '../print-options.ts';

const pixelsPerMillimetre = 96 / 25.4;

/** Undefined: as a window again. */
export async function emulatePrint(page: CdpSession, paper: Paper | undefined): Promise<void> {
  if (!paper) {
    await page.send('Emulation.clearDeviceMetricsOverride');
    await page.send('Emulation.setEmulatedMedia', { media: '' });
    return;
  }
  const { left, right } = marginsOf(paper, {});
  await page.send('Emulation.setEmulatedMedia', { media: 'print' });
  await emulateWindow(page, { width: paper.width - left - right, height: paper.height });
}

/** Makes the window as large as an area of the paper, in millimetres. Returns its size in CSS pixels. */
export async function emulateWindow(
  page: CdpSession,
  area: { readonly width: number; readonly height: number },
): Promise<{ readonly width: number; readonly height: number }> {
  const toPixels = (length: number) => Math.max(1, Math.floor(length * pixelsPerMillimetre));
  const size = { width: toPixels(area.width), height: toPixels(area.height) };
  await page.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false });
  return size;
}
