/** Finds small changes that a seed chooses, and finds none where there are none: hundreds of them with PDFAPI_TEST_ROUNDS=20. */
import { afterAll, expect, it } from 'vitest';
import { startBrowserPool } from '../../../../src/browser/browser-pool.ts';
import { openRenderer } from '../../../../src/index.ts';
import { comparePdfs } from '../../../../src/render/golden/compare-pdfs.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { htmlOf, type Parts, partsOf, randomOf } from '../../../support/golden/seeded-document.ts';
import { browserOptions } from '../../../support/real-browser.ts';
import { rounds } from '../../../support/rounds.ts';

const changes = rounds(10);
const alarms = rounds(4);

const renderer = await openRenderer({ workers: 1, sandbox: browserOptions.sandbox });
const browser = startBrowserPool({ ...browserOptions, workers: 1 });
afterAll(async () => await Promise.all([renderer.close(), browser.close()]));

type Change = (parts: Parts, int: (count: number) => number) => void;

/** Replaces the character of this number that is no space. */
function replaceLetter(text: string, number: number, replace: (letter: string) => string): string {
  const places = [...text.matchAll(/[a-z]/g)].map(({ index }) => index);
  const at = places[number % places.length] ?? 0;
  return `${text.slice(0, at)}${replace(text[at] ?? '')}${text.slice(at + 1)}`;
}

const kinds: Readonly<Record<string, Change>> = {
  'a moved row of pixels'({ pixels }, int) {
    const row = int(pixels.length);
    pixels[row] = (pixels[row] ?? 0) + 1;
  },
  'a lost glyph'(parts, int) {
    // Its place and its text stay.
    parts.text = replaceLetter(parts.text, int(300), (letter) => `<span style="opacity: 0">${letter}</span>`);
  },
  'another font'(parts, int) {
    const words = parts.text.split(' ');
    const word = int(words.length);
    words[word] = `<span style="font-family: Other">${words[word]}</span>`;
    parts.text = words.join(' ');
  },
  'a dropped row'({ rows }, int) {
    rows.splice(int(rows.length), 1);
  },
  'a changed number'({ rows }, int) {
    const row = rows[int(rows.length)] ?? [];
    row[2] = (row[2] ?? '').replace(/\d(?=\D*$)/, (digit) => `${(Number(digit) + 1 + int(8)) % 10}`);
  },
};

const render = async (html: string) =>
  (await renderer.html(html, { twig: false, reproducible: new Date(0) })).pdf;

const compare = async (before: Uint8Array, after: Uint8Array) =>
  await comparePdfs(browser, { before, after }, () => new Deadline(30_000));

it(`finds ${changes} seeded changes`, async () => {
  const names = Object.keys(kinds);
  const overlooked: string[] = [];
  for (let seed = 0; seed < changes; seed++) {
    const random = randomOf(seed);
    const parts = partsOf(random);
    const before = await render(htmlOf(parts));
    const name = names[seed % names.length] ?? '';
    kinds[name]?.(parts, (count) => Math.floor(random() * count));
    const { result } = await compare(before, await render(htmlOf(parts)));
    if (result !== 'different') overlooked.push(`${name}, seed ${seed}: ${result}`);
  }
  expect(overlooked).toEqual([]);
}, 3_600_000);

it(`raises no false alarm in ${alarms} runs`, async () => {
  const raised: string[] = [];
  for (let seed = 0; seed < alarms; seed++) {
    const html = htmlOf(partsOf(randomOf(10_000 + seed)));
    const [before, after] = [await render(html), await render(html)];
    const same = await compare(before, after);
    if (same.result !== 'equal') raised.push(`seed ${seed}: ${same.result}`);
    // Other bytes, so that the pages are drawn and compared.
    const { result, differences } = await compare(before, Buffer.concat([after, Buffer.from('\n% other\n')]));
    if (result !== 'alike') raised.push(`seed ${seed}: ${differences.map(({ text }) => text).join('; ')}`);
  }
  expect(raised).toEqual([]);
}, 3_600_000);
