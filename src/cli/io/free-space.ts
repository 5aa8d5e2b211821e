/** The free space in a folder's file system, as a finding of `pdfapi doctor`. */
import { statfs } from 'node:fs/promises';
import type { Finding } from '../commands/doctor/examination.ts';
import { formatBytes } from './format.ts';

/** Chromium takes 210 MB unpacked; with less space than this, an update does not fit. */
const wantedSpace = 500_000_000;

export async function freeSpace(folder: string): Promise<Omit<Finding, 'check'>> {
  const disk = await statfs(folder).catch(() => undefined);
  if (!disk) return { state: 'warning', text: `${folder} cannot be read` };
  const free = disk.bavail * disk.bsize;
  return { state: free < wantedSpace ? 'warning' : 'ok', text: `${formatBytes(free)} free at ${folder}` };
}
