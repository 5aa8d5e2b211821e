/** `pdfapi html` with more pictures than the memory that all of its processes may take together. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { measureCommand } from '../../../bench/long/measure-command.ts';
import { countPages } from '../../../src/pdf/index.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { noisePng } from '../../support/pictures/noise-png.ts';
import { bin } from '../../support/run.ts';

const pictures = 300;
/** Of noise: 0.8 GB of pixels in Chromium, and 0.6 GB of PDF. */
const size = { width: 840, height: 830 };

it.skipIf(process.platform !== 'linux')(
  'prints 300 pictures of 2 MB in less memory than they have',
  async () => {
    const cwd = temporaryFolder();
    const names = Array.from({ length: pictures }, (_, seed) => {
      writeFileSync(join(cwd, `${seed}.png`), noisePng({ ...size, seed }));
      return `${seed}.png`;
    });
    const images = names.map((name) => `<img src="${name}" alt="" style="display: block; height: 25cm">`);
    const [source, output] = [join(cwd, 'page.html'), join(cwd, 'page.pdf')];
    writeFileSync(source, `<title>Photos</title>${images.join('')}`);
    const words = [process.execPath, bin, 'html', source, '-o', output, '--timeout', '10m'];
    const { code, peakMb } = await measureCommand(words, 900_000);
    expect(code).toBe(0);
    expect(peakMb).toBeLessThan(800);
    const pdf = readFileSync(output);
    expect(countPages(pdf)).toBe(pictures);
    for (const name of ['6.png', '200.png', '299.png']) {
      expect(pdf.includes(readFileSync(join(cwd, name)).subarray(100, 100_000))).toBe(true);
    }
  },
  900_000,
);
