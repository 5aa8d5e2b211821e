/** `pdfapi dev` shows what differs from the approved documents, in a real browser. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startDev } from '../../support/cli/commands/dev/running-dev.ts';
import { type RealPage, realPages } from '../../support/real-page.ts';
import { run } from '../../support/run.ts';

const openPage = realPages();

const pictures = process.env.PDFAPI_TEST_PICTURES;
const look = async (page: RealPage, name: string) => {
  if (pictures) writeFileSync(`${pictures}/${name}.png`, await page.picture());
};

const files = {
  'template.html':
    '<!doctype html><html lang="en"><title>Note</title><h1>Invoice</h1><p>Total: {{ total }}</p><p style="break-before: page">Terms</p></html>',
  'data.json': '{ "total": 12 }',
  'cases/long.json': '{ "total": 1200 }',
};

const textOf = (page: RealPage, selector: string) =>
  page.evaluate<string>(`document.querySelector(${JSON.stringify(selector)}).innerText`);
const titled = (page: RealPage, title: string) =>
  page.until(
    `document.getElementById('compare').innerText === ${JSON.stringify(title)} && !document.getElementById('golden').hidden`,
  );

it('shows pages that differ with pictures, and follows each save until all are as approved', async () => {
  const dev = await startDev(files);
  const approved = await run(['test', 'note', '--update', '--yes'], { cwd: join(dev.folder, '..') });
  expect(approved.exitCode).toBe(0);
  const page = await openPage();
  await page.look(1280, 800);
  await page.go(`${dev.url}/`);
  await page.until(`document.getElementById('compare').checkVisibility()`);
  expect(await page.evaluate(`document.getElementById('golden').hidden`)).toBe(true);
  await page.click('#compare');
  await titled(page, 'As approved');

  dev.write('template.html', files['template.html'].replace('Total:', 'Sum:'));
  await titled(page, '2 pages differ');
  expect(await textOf(page, '#golden-cases')).toMatch(
    /data: 1 page differs[\s\S]*page 1: text: − "Total: 12" \+ "Sum: 12"[\s\S]*long: 1 page differs/,
  );
  await page.until(`document.querySelector('#golden-cases img').naturalWidth > 100`);
  await look(page, 'golden-light');
  await page.click('[data-view=before]');
  await page.until(
    `document.querySelector('#golden-cases img').alt === 'Page 1 of data, before' && document.querySelector('#golden-cases img').naturalWidth > 100`,
  );
  await page.look(1280, 800, 'dark');
  await look(page, 'golden-dark');
  await page.look(390, 780, 'light');
  await look(page, 'golden-narrow');
  await page.look(1280, 800);

  dev.write('template.html', '<p>{{ total|lowre }}</p>');
  await titled(page, '2 cases differ');
  expect(await textOf(page, '#golden-cases')).toContain('data: failed');
  dev.write('template.html', files['template.html']);
  await titled(page, 'As approved');
  expect(await textOf(page, '#golden-cases')).toContain('long: as approved');

  await page.click('#compare');
  await page.until(`document.getElementById('golden').hidden`);
  expect(await textOf(page, '#compare')).toBe('Compare with approved');
  expect(page.scriptErrors).toEqual([]);
});

it('offers no comparison without approved documents', async () => {
  const dev = await startDev(files);
  const page = await openPage();
  await page.go(`${dev.url}/`);
  await page.until(`document.querySelector('#pages').innerText.includes('Total')`);
  expect(await page.evaluate(`document.getElementById('compare').hidden`)).toBe(true);
});
