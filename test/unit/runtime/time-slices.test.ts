import { expect, it } from 'vitest';
import { inlineCssAssets } from '../../../src/browser/page/inline-assets.ts';
import { startTimeSlices } from '../../../src/runtime/time-slices.ts';
import { noAssets } from '../../../src/template/model/template.ts';

it('an endless loop lets other work run', async () => {
  let isOver = false;
  setImmediate(() => {
    isOver = true;
  });
  const slice = startTimeSlices();
  while (!isOver) await slice();
  expect(isOver).toBe(true);
});

it('styles with hundreds of thousands of URLs do not block other work', async () => {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const css = 'url(a)'.repeat(300_000);
  expect(await inlineCssAssets(css, { assets: noAssets, maxCharacters: css.length })).toBe(css);
  isOver = true;
  expect(turns).toBeGreaterThan(3);
});
