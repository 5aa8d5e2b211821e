/** Style sheets of strangers: large ones are read in a thread, which ends when it takes too long. */
import { afterAll, describe, expect, it } from 'vitest';
import { openCssReader } from '../../../../src/render/paged/css/css-reader.ts';
import { findImports } from '../../../../src/render/paged/css/find-imports.ts';
import { readPagedCss } from '../../../../src/render/paged/css/read-paged-css.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';

const deadline = new Deadline(60_000);
afterAll(() => deadline.close());

const css = `@import "a.css" print; h1 { string-set: title content() }
  @media print { @page wide:first { @top-left { content: string(title) } } } p { color: red }`;
const large = css + 'p { color: red }'.repeat(5_000);
const sheetsOf = (text: string) => [{ css: text, wrappers: ['@media print'] }];

describe('the reader of style sheets', () => {
  it.each([
    ['small', css],
    ['large', large],
  ])('reads a %s one', async (_, text) => {
    const reader = openCssReader(deadline);
    expect(await reader.read(sheetsOf(text))).toEqual(readPagedCss(sheetsOf(text)));
    expect(await reader.findImports(text)).toEqual(findImports(text));
    await reader.close();
  });

  it('gives up on a large one that takes too long, and reads the next one', async () => {
    const hasty = openCssReader(deadline, { maxReadingMs: 1 });
    const huge = css + 'p { color: red }'.repeat(150_000);
    await expect(hasty.read(sheetsOf(huge))).rejects.toMatchObject({ code: 'page_failed' });
    await expect(hasty.findImports(huge)).rejects.toMatchObject({ code: 'page_failed' });
    expect((await hasty.read(sheetsOf(css))).usesStrings).toBe(true);
    await hasty.close();
  });

  it('ends with the deadline', async () => {
    const cancel = new AbortController();
    const own = new Deadline(60_000, cancel.signal);
    const reader = openCssReader(own);
    const reading = reader.read(sheetsOf(large));
    cancel.abort(new Error('cancelled'));
    await expect(reading).rejects.toThrow('cancelled');
    await reader.close();
    own.close();
  });
});
