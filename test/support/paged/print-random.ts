/** Prints a document at random, and compares the page numbers on its pages with the pages of what they refer to. */
import type { Browser } from '../../../src/browser/browser.ts';
import { render } from '../../../src/render/render.ts';
import { Deadline } from '../../../src/runtime/deadline.ts';
import { noAssets } from '../../../src/template/model/template.ts';
import { checkNumbers } from './check-numbers.ts';
import { randomDocument } from './random-document.ts';

/** The same document for the same seed. */
export async function printRandom(browser: Browser, seed: number) {
  const document = randomDocument(seed);
  const { html } = document;
  const template = { name: 't', html, page: {}, metadata: {}, partials: {}, assets: noAssets };
  const deadline = new Deadline(100_000);
  try {
    const { pdf, report } = await render({ template, data: {} }, { browser, deadline });
    const { wrong, checked } = await checkNumbers(pdf, document);
    return { wrong, checked, sections: document.sections, problems: report.problems };
  } finally {
    deadline.close();
  }
}
