/** The page of `pdfapi dev` as a person sees it. */
import type { RealPage } from '../../../real-page.ts';

/** Waits for the text layer of the pages, as a reader sees it once they show the newest document. */
export const shows = (page: RealPage, text: string) =>
  page.until(`document.querySelector('#pages').innerText.includes(${JSON.stringify(text)})`);

export const textOf = (page: RealPage, id: string) =>
  page.evaluate<string>(`document.getElementById(${JSON.stringify(id)}).innerText`);

/** An expression for `until` and `evaluate`. */
export const isVisible = (id: string) => `document.getElementById('${id}').checkVisibility()`;
