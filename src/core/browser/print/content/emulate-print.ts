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
  const width = Math.max(1, Math.floor((paper.width - left - right) * pixelsPerMillimetre));
  const height = Math.max(1, Math.floor(paper.height * pixelsPerMillimetre));
  await page.send('Emulation.setEmulatedMedia', { media: 'print' });
  await page.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor: 1,
    mobile: false,
  });
}
