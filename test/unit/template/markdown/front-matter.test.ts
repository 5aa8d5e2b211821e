/** What front matter says, and what it may not say. */
import { describe, expect, it } from 'vitest';
import { readFrontMatter } from '../../../../src/template/markdown/read-front-matter.ts';

const read = (yaml: string) => readFrontMatter('notes.md', `---\n${yaml}\n---\nText\n`);
const fault = async (yaml: string) =>
  await read(yaml).then(
    () => undefined,
    ({ code, message, location }) => `${code} ${location.file}:${location.line}: ${message}`,
  );

describe('front matter', () => {
  it('gives properties, page settings and what is printed above the text', async () => {
    const { metadata, page, markdown } = await read(
      [
        'title: Notes {{ number }}',
        'subtitle: Second part',
        'authors: [Ada, Grace]',
        'date: 2026-11-24',
        'keywords:',
        '  - one',
        '  - two',
        'subject: 7',
        'lang: DE-at',
        'paper: letter',
        'orientation: landscape',
        'margin: 1in 2cm',
        'toc: 2',
        'footer: <b>{{ number }}</b>',
        'css: book.css',
        'page_numbers: false',
        'footnotes: page',
        'draft: true',
      ].join('\n'),
    );
    expect(metadata).toEqual({
      title: 'Notes {{ number }}',
      author: 'Ada, Grace',
      keywords: 'one, two',
      subject: '7',
    });
    expect(page).toEqual({
      lang: 'de-AT',
      format: 'Letter',
      orientation: 'landscape',
      margins: { top: 25.4, right: 20, bottom: 25.4, left: 20 },
      footer: '<b>{{ number }}</b>',
    });
    expect(markdown).toMatchObject({
      titleBlock: {
        title: 'Notes {{ number }}',
        subtitle: 'Second part',
        author: 'Ada, Grace',
        date: '2026-11-24',
      },
      toc: 2,
      css: ['book.css'],
      pageNumbers: false,
      footnotes: 'page',
    });
  });

  it('leaves as many lines as it had, so that errors in the text name lines of the file', async () => {
    expect((await readFrontMatter('a.md', '---\r\ntitle: A\r\n---\r\nText')).body).toBe('\n\n\nText');
  });

  it.each([
    ['a rule with an empty line below', '---\n\ntitle: A\n---\n'],
    ['a rule that no other follows', '---\ntitle: A\n'],
    ['a sentence between two rules', '---\nOnce upon a time\n---\n'],
    ['rules within the text', 'Text\n\n---\ntitle: A\n---\n'],
  ])('is not %s', async (_, text) => {
    const { body, metadata } = await readFrontMatter('a.md', text);
    expect(body).toBe(text);
    expect(metadata).toEqual({});
  });

  it('may be empty of what is known here', async () => {
    expect((await read('# nothing')).metadata).toEqual({});
    expect((await read('title:')).metadata).toEqual({});
  });

  it.each([
    ['title: A\nformat: A44', 3, 'format of the front matter must be one of: A0, A1'],
    ['orientation: wide', 2, 'orientation of the front matter must be one of: portrait, landscape'],
    ['margins:\n  top: 3 apples', 3, 'margins of the front matter has a wrong top'],
    ['margins: {outer: 1cm}', 2, 'margins of the front matter has no side "outer"'],
    ['margins: 2000', 2, 'must be margins from 0 to 500 mm'],
    ['lang: Deutsch bitte', 2, 'lang of the front matter must be a language tag'],
    ['title: {{ title }}', 2, 'needs quotes'],
    ['title: [1, [2]]', 2, 'title of the front matter must be text'],
    ['toc: 9', 2, 'how many levels of headings it lists: 1 to 6'],
    ['page_numbers: 1', 2, 'must be true or false'],
    ['toc: 1\nfootnotes: margin', 3, 'footnotes of the front matter must be one of: end, page'],
    ['footnotes: true', 2, 'footnotes of the front matter must be text'],
    ['a: b\ntitle: "x', 4, 'is not valid YAML: Missing closing "quote'],
    ['title: a: b', 2, 'is not valid YAML'],
    ['- title', 2, 'must have keys with values'],
    [`a: ${'['.repeat(3_000)}`, 2, 'nested too deep'],
    [`a: ${'- '.repeat(3_000)}`, 2, 'nested too deep'],
  ])('with the fault %j names its line', async (yaml, line, message) => {
    const found = await fault(yaml);
    expect(found).toContain(message);
    expect(found).toMatch(new RegExp(`^invalid_template notes\\.md:${line}: `));
  });

  it('rejects aliases that grow', async () => {
    const lines = ['a: &a [x, x]', 'b: &b [*a, *a]', 'c: &c [*b, *b]', 'd: &d [*c, *c]'];
    expect(await fault([...lines, 'title: [*d, *d, *d]'].join('\n'))).toContain('cannot be read');
  });
});
