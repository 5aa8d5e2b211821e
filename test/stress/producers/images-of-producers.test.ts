/**
 * Draws PDFs of some forty other programs and libraries, and compares each page with poppler's image. `npm run
 * install-producers` installs them. docs/page-images.md states the tolerance, with the reasons for the known differences.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawImages } from '../../../src/render/images/draw-images.ts';
import { Deadline } from '../../../src/runtime/deadline.ts';
import { imageDistance, popplerImage } from '../../support/images/poppler-image.ts';
import { readPng } from '../../support/images/read-png.ts';
import { hasPoppler } from '../../support/pdf/installed.ts';
import { realBrowser } from '../../support/real-browser.ts';
import { root } from '../../support/run.ts';
import { knownDifferences, knownTolerance, otherSizes, type Tolerance } from './known-differences.ts';
import { hasProducers, producedFolder, producersFolder, pythonOfProducers } from './producers-folder.ts';

const canRun = hasProducers && hasPoppler;
if (!canRun) console.warn('Images are not compared with those of other producers: npm run install-producers');

/** Of a page: the share of its pixels that are far, in per cent, and the mean of the colour values. */
const tolerance: Tolerance = { far: 0.4, mean: 4 };
const dpi = 100;
const shownPages = 3;

/** Makes the documents that are not there yet. What cannot be made is reported, and the others are. */
async function makeDocuments(): Promise<readonly string[]> {
  mkdirSync(producedFolder, { recursive: true });
  const programs = join(import.meta.dirname, 'programs');
  const font = join(root, 'src/template/pdfme/fonts/OpenSans-Regular.ttf');
  const run = async (program: string, args: readonly string[]) => {
    const { stderr } = await execa(program, args, { timeout: 1_200_000, reject: false });
    const failures = stderr.split('\n').filter((line) => /^[\w.-]+: \w*(?:Error|SOI)/.test(line));
    for (const failure of failures) console.warn(`Not made: ${failure}`);
  };
  if (pythonOfProducers.isInstalled) {
    // Without the byte code, which would be a file of the project.
    for (const name of ['libraries.py', 'features.py', 'commands.py']) {
      await run(pythonOfProducers.program('python'), ['-B', join(programs, name), producedFolder, font]);
    }
  }
  await run(process.execPath, [
    join(programs, 'libraries.mjs'),
    producedFolder,
    font,
    join(producersFolder, 'node_modules'),
  ]);
  return readdirSync(producedFolder)
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => name.slice(0, -'.pdf'.length))
    .sort();
}

describe.skipIf(!canRun)('pages of PDFs by other producers look as poppler draws them', () => {
  const browser = realBrowser();
  let names: readonly string[] = [];
  beforeAll(async () => {
    names = await makeDocuments();
  }, 1_800_000);

  it('of a hundred documents, within the tolerance', async () => {
    expect(names.length).toBeGreaterThanOrEqual(process.getuid?.() === 0 ? 100 : 60);
    const far: string[] = [];
    for (const name of names) {
      const pdf = readFileSync(join(producedFolder, `${name}.pdf`));
      for (const { page, text } of await compareWithPoppler(pdf, name)) {
        far.push(`${name}, page ${page}: ${text}`);
      }
    }
    expect(far).toEqual([]);
  }, 3_600_000);

  it('a known difference is one of a document that is made', () => {
    const gone = Object.keys(knownDifferences).filter((name) => !names.includes(name));
    expect(process.getuid?.() === 0 ? gone : []).toEqual([]);
  });

  /** Returns the pages beyond the tolerance. */
  async function compareWithPoppler(
    pdf: Uint8Array,
    name: string,
  ): Promise<{ page: number; text: string }[]> {
    const limit = knownTolerance(name) ?? tolerance;
    const found: { page: number; text: string }[] = [];
    const request = { pdf, format: 'png', dpi, pagesField: 'pages' } as const;
    await drawImages(browser, request, {
      deadline: () => new Deadline(120_000),
      onImage({ bytes, page }) {
        if (page > shownPages) return;
        const [ours, theirs] = [readPng(bytes), popplerImage(pdf, page, dpi)];
        if (ours.width !== theirs.width || ours.height !== theirs.height) {
          if (otherSizes.has(name)) return;
          found.push({
            page,
            text: `${ours.width} × ${ours.height}, not ${theirs.width} × ${theirs.height}`,
          });
          return;
        }
        const { far, mean } = imageDistance(ours, theirs);
        if (far > limit.far || mean > limit.mean) {
          found.push({ page, text: `${far.toFixed(2)} % far, mean ${mean.toFixed(1)}` });
        }
      },
    });
    return found;
  }
});
