/** Prints a document at random, and compares the page numbers on its pages with the pages of what they refer to. */
import type { Browser } from '../../../src/core/browser/browser.ts';
import { Deadline } from '../../../src/core/deadline.ts';
import { render } from '../../../src/core/render/render.ts';
import { noAssets } from '../../../src/core/template/model/template.ts';
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
