import { expect, it, onTestFinished } from 'vitest';
import { startBrowserPool } from '../../../../src/browser/browser-pool.ts';
import { getPages } from '../../../../src/pdf/document/page-tree.ts';
import { pageView, visibleSize } from '../../../../src/pdf/document/page-view.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { browserOptions, plainJob } from '../../../support/real-browser.ts';

const sizesOf = (pdf: Buffer): string[] => {
  const file = new PdfReader(pdf);
  return [...getPages(file)].map((page) =>
    visibleSize(pageView(file, page))
      .map((points) => Math.round((points * 25.4) / 72))
      .join(' × '),
  );
};

const paper = (width: number, height: number, fitsContents = false) => ({
  ...plainJob.paper,
  width,
  height,
  ...(fitsContents ? { fitsContents } : {}),
});

it('each document of an owner has its own paper, whatever the one before it in the page had', async () => {
  const pool = startBrowserPool({ ...browserOptions, workers: 1 });
  onTestFinished(() => pool.close());
  const print = async (job: Partial<typeof plainJob>) => {
    const deadline = new Deadline();
    const { pdf } = await pool.print({ ...plainJob, scripts: false, owner: 'one', ...job }, deadline);
    deadline.close();
    return sizesOf(pdf);
  };
  const ownPages = '<style>@page{size:100mm 150mm}</style><p>Own';
  expect(await print({})).toEqual(['210 × 297']);
  expect(await print({})).toEqual(['210 × 297']);
  expect(await print({ paper: paper(148, 210) })).toEqual(['148 × 210']);
  expect(await print({ html: ownPages, paper: paper(148, 210) })).toEqual(['100 × 150']);
  expect(await print({ html: ownPages, paper: { ...paper(148, 210), sizeGiven: true } })).toEqual([
    '148 × 210',
  ]);
  const [roll] = await print({ paper: paper(80, 297, true) });
  expect(roll).toMatch(/^80 × (?!297)/);
  expect(await print({})).toEqual(['210 × 297']);
  expect(await print({ html: ownPages })).toEqual(['100 × 150']);
});
