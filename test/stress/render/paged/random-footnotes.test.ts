/**
 * In documents at random, each footnote begins on the page of its call, and no text is lost, printed twice or over another one. A
 * thousand of them take a quarter of an hour: PDFAPI_TEST_ROUNDS=40.
 */
import { expect, it } from 'vitest';
import { render } from '../../../../src/render/render.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { noAssets } from '../../../../src/template/model/template.ts';
import { type PositionedPage, readPages } from '../../../integration/render/paged/read-pages.ts';
import { randomOf } from '../../../support/golden/seeded-document.ts';
import { realBrowser } from '../../../support/real-browser.ts';
import { rounds } from '../../../support/rounds.ts';

const browser = realBrowser();
const documents = rounds(25);
const firstSeed = Number(process.env.PDFAPI_TEST_SEED ?? 1);

it('has each note at the foot of the page of its call', { timeout: 1_800_000 }, async () => {
  const failed: unknown[] = [];
  let notes = 0;
  for (let seed = firstSeed; seed < firstSeed + documents; seed++) {
    const document = randomNotes(seed);
    const deadline = new Deadline(100_000);
    const template = {
      name: 't',
      html: document.html,
      page: {},
      metadata: {},
      partials: {},
      assets: noAssets,
    };
    const { pdf, report } = await render({ template, data: {} }, { browser, deadline });
    deadline.close();
    const faults = faultsOf((await readPages(pdf)).pages, document.words);
    notes += document.words.filter((word) => word.endsWith('x0')).length;
    if (faults.length + report.problems.length > 0) failed.push({ seed, faults, problems: report.problems });
  }
  expect(failed).toEqual([]);
  expect(notes).toBeGreaterThan(10 * documents);
});

interface RandomNotes {
  readonly html: string;
  /** Each once: `w12` of the text, `c3` before the call of a note, and `n3x0` and so on of that note. */
  readonly words: readonly string[];
}

function randomNotes(seed: number): RandomNotes {
  const random = randomOf(seed);
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const pick = <Item>(items: readonly Item[]): Item => items[between(0, items.length - 1)] as Item;
  const words: string[] = [];
  let notes = 0;
  const add = (word: string) => {
    words.push(word);
    return word;
  };
  const note = (): string => {
    const number = ++notes;
    const length = random() < 0.95 ? pick([1, 2, 5, 9, 14, 20, 30]) : between(60, 200);
    const call = add(`c${number}`);
    const text = Array.from({ length }, (_, i) => add(`n${number}x${i}`)).join(' ');
    return `${call}<span class="note">${text}</span>`;
  };
  const text = (length: number, share = 0.04) =>
    Array.from({ length }, () => (random() < share ? note() : add(`w${words.length}`))).join(' ');
  const kinds: readonly (() => string)[] = [
    () => `<p>${text(between(5, 120))}</p>`,
    () => `<p>${text(between(5, 120))}</p>`,
    () => `<h2>${text(between(1, 6), 0.1)}</h2>`,
    () =>
      `<ul>${Array.from({ length: between(1, 6) }, () => `<li>${text(between(3, 50))}</li>`).join('')}</ul>`,
    () => `<blockquote><p>${text(40)}</p><p>${text(20)}</p></blockquote>`,
    () => `<h1 style="break-before: ${pick(['page', 'right', 'left'])}">${text(2)}</h1>`,
    () => `<div style="height: ${between(20, 150)}px; break-inside: avoid"></div>`,
  ];
  const body = Array.from({ length: between(6, 30) }, () => pick(kinds)()).join('');
  const size = pick(['120mm 100mm', 'A5', 'A4', '100mm 160mm', '6.13in 9.21in']);
  const margin = pick(['20mm', '15mm 12mm 17.3mm', '0.7in']);
  // Without a size, or without margins, those of the settings apply.
  const page = [`size: ${size};`, `margin: ${margin};`].filter(() => random() < 0.8).join(' ');
  const css = `@page { ${page}
    @footnote { border-top: 0.5pt solid; padding-top: 1mm } }
  body { margin: ${pick([0, 8])}px; font: ${pick([8, 10, 11])}pt/${pick(['1.4', '1.2', 'normal'])} serif }
  .note { float: footnote; font-size: ${pick(['8pt', '0.8em'])} }`;
  return {
    html: `<!doctype html><html lang="en"><title>Notes</title><style>${css}</style>${body}</html>`,
    words,
  };
}

function faultsOf(pages: readonly PositionedPage[], words: readonly string[]): string[] {
  const wanted = new Set(words);
  const found = new Map<string, number[]>();
  const faults: string[] = [];
  for (const [page, { runs }] of pages.entries()) {
    for (const word of runs.flatMap((run) => run.text.split(' '))) {
      if (!wanted.has(word)) continue;
      const places = found.get(word) ?? [];
      found.set(word, places);
      places.push(page);
    }
    faults.push(...overlaps(runs).map((pair) => `page ${page + 1}: ${pair}`));
  }
  for (const word of words) {
    const places = found.get(word) ?? [];
    if (places.length !== 1) faults.push(`${word} is printed ${places.length} times`);
    const number = /^n(\d+)x0$/.exec(word)?.[1];
    const call = found.get(`c${number}`)?.[0];
    if (number && call !== places[0])
      faults.push(`note ${number} is on page ${places[0]}, its call on ${call}`);
  }
  return faults.slice(0, 5);
}

/** Texts that are printed over each other. Runs are sorted by their baselines. */
function overlaps(runs: PositionedPage['runs']): string[] {
  return runs.flatMap((run, i) => {
    const over = runs
      .slice(i + 1, i + 30)
      .find(
        (other) =>
          other.baseline - run.baseline < 0.45 * Math.min(run.size, other.size) &&
          Math.min(other.right, run.right) - Math.max(other.left, run.left) > 1,
      );
    return over ? [`${over.text.slice(0, 20)} is printed over ${run.text.slice(0, 20)}`] : [];
  });
}
