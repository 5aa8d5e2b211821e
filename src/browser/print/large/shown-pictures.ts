/** The stand-ins for the pictures of one document. */
import { callInPage } from '../../cdp/call-in-page.ts';
import type { CdpSession } from '../../cdp/connection.ts';
import type { IsolatedWorldId } from '../../cdp/isolated-world.ts';
import {
  defaultMaxEmbeddedBytes,
  NeedsWholePictures,
  PictureStandIns,
} from '../../page/pictures/picture-stand-ins.ts';
import { findChangedPictures } from '../../page-scripts/pictures/find-changed-pictures.ts';
import { unclobberedDocument } from '../../page-scripts/unclobbered-document.ts';
import type { ReadJob } from '../print-in-context.ts';

/** Scripts may look at pictures, and what is laid over a document has none that are large. */
export function toPictureStandIns(job: ReadJob): PictureStandIns | undefined {
  const { deferred } = job;
  if (!deferred || job.scripts || job.overlay) return undefined;
  const { maxEmbeddedBytes = defaultMaxEmbeddedBytes, wholePictures: whole = new Set() } = job;
  return new PictureStandIns(deferred, { maxEmbeddedBytes, whole });
}

/** Throws `NeedsWholePictures` for stand-ins of which a part is shown, or that are drawn in other colours. */
export async function assertWholeShown(page: CdpSession, { urls }: PictureStandIns, world: IsolatedWorldId) {
  const changed = await callInPage(page, findChangedPictures, [unclobberedDocument, urls], world);
  if (changed.length > 0) throw new NeedsWholePictures(new Set(changed));
}
