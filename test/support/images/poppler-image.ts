/** Draws a page with poppler, and measures how far another image of it is from that one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pixels } from './read-png.ts';

/** The page in its crop box, as readers show it. `page` counts from 1. */
export function popplerImage(pdf: Uint8Array, page: number, dpi: number): Pixels {
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
  try {
    const path = join(folder, 'file.pdf');
    writeFileSync(path, pdf);
    const args = ['-cropbox', '-r', `${dpi}`, '-f', `${page}`, '-l', `${page}`, path];
    const { stdout, status, stderr } = spawnSync('pdftoppm', args, { maxBuffer: 2 ** 30 });
    if (status !== 0) throw new Error(`pdftoppm: ${stderr}`);
    const [head = '', width = '', height = ''] =
      /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.toString('latin1', 0, 50)) ?? [];
    const data = stdout.subarray(head.length);
    return { width: Number(width), height: Number(height), data, density: undefined };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export interface ImageDistance {
  /** Of the colour values, from 0 to 255. */
  readonly mean: number;
  /** The share of pixels, in per cent, that no pixel beside them has within a quarter of the range in the other image. */
  readonly far: number;
}

/** Renderers differ in how they smooth edges, so a pixel counts only if those around it do not have its colour either. */
export function imageDistance(a: Pixels, b: Pixels): ImageDistance {
  if (a.width !== b.width || a.height !== b.height) {
    throw new Error(`${a.width} × ${a.height} and ${b.width} × ${b.height} pixels`);
  }
  const distance = (i: number, j: number) =>
    Math.max(...[0, 1, 2].map((k) => Math.abs((a.data[i + k] ?? 0) - (b.data[j + k] ?? 0))));
  let sum = 0;
  let far = 0;
  for (let y = 0; y < a.height; y++) {
    for (let x = 0; x < a.width; x++) {
      const at = (y * a.width + x) * 3;
      const here = distance(at, at);
      sum += here;
      if (here > 64 && !hasNear(x, y, (other) => distance(at, other) <= 64)) far++;
    }
  }
  const count = a.width * a.height;
  return { mean: sum / count, far: (far / count) * 100 };

  function hasNear(x: number, y: number, isNear: (index: number) => boolean): boolean {
    for (let v = Math.max(0, y - 1); v <= Math.min(b.height - 1, y + 1); v++) {
      for (let u = Math.max(0, x - 1); u <= Math.min(b.width - 1, x + 1); u++) {
        if (isNear((v * b.width + u) * 3)) return true;
      }
    }
    return false;
  }
}
