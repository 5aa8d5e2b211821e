/** The documents that are sealed. */
import { randomBytes } from 'node:crypto';
import { compactPdf, mergeFiles } from '../../src/core/pdf/index.ts';
import { attached } from '../../test/support/pdf/attached.ts';
import { fixture } from '../../test/support/pdf/fixture.ts';

const date = new Date(0);

/** A merged report, and an attachment that brings it to the size. */
export function documentOf(bytes: number): Uint8Array {
  const report = compactPdf(mergeFiles([fixture('report'), fixture('form')]), { metadata: {}, date });
  const missing = bytes - report.length;
  return missing > 0 ? attached(report, [{ name: 'data.bin', data: randomBytes(missing) }]) : report;
}
