/** The code editor of the studio and of `pdfapi dev`, as a test reads and fills it. */
import type { RealPage } from '../real-page.ts';

/** Milliseconds. */
const maxWaitMs = 20_000;

/** The module of the page's own editor. */
const editor =
  `import(document.querySelector('[href*="/studio/files/"]') ? '/studio/files/code-editor.js' : '/studio/code-editor.js')` +
  `.then(({ EditorView }) => EditorView.findFromDOM(document.getElementById('text')))`;

/** Replaces the whole text, as if it was typed. */
export const fillEditor = (page: RealPage, text: string): Promise<void> =>
  page.evaluate(
    `${editor}.then((view) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: ${JSON.stringify(text)} } }))`,
  );

export const editorText = (page: RealPage): Promise<string> =>
  page.evaluate(`${editor}.then((view) => view.state.doc.toString())`);

/** Puts the cursor behind the first occurrence of a text. */
export const placeCursor = (page: RealPage, after: string): Promise<void> =>
  page.evaluate(
    `${editor}.then((view) => { const at = view.state.doc.toString().indexOf(${JSON.stringify(after)}) + ${after.length};` +
      ` view.dispatch({ selection: { anchor: at } }); view.focus(); })`,
  );

/** The offset of the cursor. */
export const cursor = (page: RealPage): Promise<number> =>
  page.evaluate(`${editor}.then((view) => view.state.selection.main.head)`);

/** Types character by character, so that what opens while typing opens. */
export async function typeSlowly(page: RealPage, text: string): Promise<void> {
  for (const character of text) await page.type(character);
}

/** The completions that are shown, after one of them is. */
export async function completions(page: RealPage, wanted: string): Promise<readonly string[]> {
  const labels = `[...document.querySelectorAll('.cm-completionLabel')].map((each) => each.innerText)`;
  const deadline = Date.now() + maxWaitMs;
  for (;;) {
    const shown = await page.evaluate<string[]>(labels);
    if (shown.includes(wanted)) return shown;
    if (Date.now() > deadline) {
      throw new Error(
        `${wanted} is not among [${shown}] at ${await cursor(page)} of:\n${await editorText(page)}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Chooses with the arrow keys and Enter. */
export async function choose(page: RealPage, wanted: string): Promise<void> {
  const shown = await completions(page, wanted);
  // For a moment after it has opened, the list takes no keys.
  await new Promise((resolve) => setTimeout(resolve, 150));
  for (let count = 0; count < shown.length; count++) {
    const selected = await page.evaluate<string>(
      `document.querySelector('.cm-tooltip-autocomplete [aria-selected] .cm-completionLabel')?.innerText`,
    );
    if (selected === wanted) break;
    await page.press('ArrowDown');
  }
  await page.press('Enter');
  await page.until(`!document.querySelector('.cm-tooltip-autocomplete')`);
}

/** Presses a key for each character. With a pause of 0, none waits for the one before it. Milliseconds. */
export async function typeKeys(page: RealPage, text: string, pause: number): Promise<void> {
  const pressed: Promise<void>[] = [];
  for (const character of text) {
    pressed.push(page.press(character));
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
  }
  await Promise.all(pressed);
}

/** Pastes at the cursor. */
export const pasteText = (page: RealPage, text: string): Promise<void> =>
  page.evaluate(
    `(() => { const clipboardData = new DataTransfer(); clipboardData.setData('text/plain', ${JSON.stringify(text)});` +
      ` document.getElementById('text').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })); })()`,
  );
