/** Markdown through the library: as a text, and as the text of a template. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRenderer, type Renderer } from '../../../src/index.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { browserOptions, otherBrowser } from '../../support/real-browser.ts';

const options = { browserPath: otherBrowser, sandbox: browserOptions.sandbox };
let renderer: Renderer;
let isolated: Renderer;

beforeAll(async () => {
  [renderer, isolated] = await Promise.all([
    openRenderer({ ...options, workers: 1 }),
    openRenderer({ ...options, workers: 1, isolateTemplates: true }),
  ]);
});
afterAll(async () => {
  await Promise.all([renderer.close(), isolated.close()]);
});

const picture =
  'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%20width=%2210%22%20height=%2210%22/%3E';

/** Everything that the standard style sheet has a rule for. */
const everything = `---
title: Everything for {{ name }}
author: Ada
keywords: [one, two]
lang: en
format: A5
toc: 2
---

# First part

Text with *emphasis*, \`code\`, a [link](https://example.com "Example") and a note[^1].

> [!TIP]
> Something to know.

- [x] done
- [ ] open

1. one
   - nested

> A quote.

Term
: Meaning

Table: Numbers

| a | b |
|---|--:|
| c | 1 |

\`\`\`js
const answer = 42; // a comment
\`\`\`

Inline $a^2 + b^2$ and

$$
\\sum_{i=1}^n \\frac{1}{i}
$$

![A picture](${picture} "The caption")

[[figures]]

\\newpage

## Second part

The end.

[^1]: The note, with *emphasis*.
`;

describe('a text', () => {
  it('has the page, the properties and the title of its front matter, filled with data', async () => {
    const { pdf, pages, warnings } = await renderer.markdown(everything, { data: { name: '<Grace>' } });
    expect(warnings).toEqual([]);
    expect(pages).toBeGreaterThan(1);
    const read = await readPdf(pdf);
    expect(read.sizes[0]).toEqual({ width: 148, height: 210 });
    expect(read.info).toMatchObject({ Title: 'Everything for <Grace>', Author: 'Ada', Keywords: 'one, two' });
    expect(read.pages[0]?.split(/\s+/).join(' ')).toMatch(/^1 Everything for <Grace> Ada First part/);
    expect(read.pages.at(-1)).toMatch(/Second part\nThe end\./);
  });

  it('gives way to the options of the call', async () => {
    const { pdf } = await renderer.markdown(everything, {
      format: 'A6',
      metadata: { title: 'Mine' },
      footer: '<p style="font-size: 8pt">own footer</p>',
    });
    const read = await readPdf(pdf);
    expect(read.sizes[0]).toEqual({ width: 105, height: 148 });
    expect(read.info).toMatchObject({ Title: 'Mine' });
    expect(read.pages[0]).toContain('own footer');
    expect(read.pages[0]).not.toMatch(/^1\n/);
  });

  it('conforms to PDF/A-3a and PDF/UA', async () => {
    const { pdf } = await renderer.markdown(everything, { pdfa: '3a', pdfua: true });
    const file = new PdfReader(pdf);
    expect(file.string(file.catalog, 'Lang')?.bytes).toBe('en');
  });

  it('is printed in threads too, and reports formulas that cannot be read', async () => {
    for (const each of [renderer, isolated]) {
      const { pdf, warnings } = await each.markdown('# A\n\n$\\frac{1$ *b*');
      expect((await readPdf(pdf)).pages[0]).toContain('A\n\\frac{1 b');
      expect(warnings).toEqual([expect.stringContaining('the formula \\frac{1 in line 3')]);
    }
    await expect(renderer.markdown('$\\frac{1$', { strict: true })).rejects.toMatchObject({ code: 'strict' });
  });

  it('gives headings ids beside the Twig of the text', async () => {
    const text =
      '# One {#first}\n\n{# a comment #}{{ 1 + 1 }} [to two](#second)\n\n\\newpage\n\nTwo {#second}\n===\n';
    for (const each of [renderer, isolated]) {
      const { pdf, warnings } = await each.markdown(text);
      expect(warnings).toEqual([]);
      const read = await readPdf(pdf);
      expect(read.pages.map((page) => page.replaceAll('\n', ' '))).toEqual([
        expect.stringContaining('One 2 to two'),
        expect.stringContaining('Two'),
      ]);
      expect(read.pages.join()).not.toContain('{');
    }
    await expect(renderer.markdown('{# not closed\n')).rejects.toMatchObject({
      message: expect.stringContaining('Unclosed comment'),
    });
  });

  it('that takes too long ends its thread', async () => {
    const notes = Array.from({ length: 30_000 }, (_, index) => `[^${index}]: a\n\n`).join('');
    const uses = Array.from({ length: 30_000 }, (_, index) => `[^${index}]`).join(' ');
    await expect(isolated.markdown(`${notes}${uses}`)).rejects.toMatchObject({
      code: 'invalid_template',
      message: expect.stringContaining('takes longer than'),
    });
    expect((await isolated.markdown('still here')).pages).toBe(1);
  });

  it('with a fault names its line', async () => {
    await expect(renderer.markdown('---\ntitle: A\nformat: A44\n---\n')).rejects.toMatchObject({
      code: 'invalid_template',
      location: { file: 'markdown', line: 3 },
    });
    await expect(renderer.markdown('---\ntitle: A\n---\n\n{{ a|b }}')).rejects.toMatchObject({
      code: 'invalid_template',
      location: { file: 'markdown', line: 5 },
    });
    const { warnings } = await renderer.markdown(
      `---\nlang: en\n---\n\n# A\n\n- b\n- <img src="${picture}">\n`,
      {
        lint: true,
      },
    );
    expect(warnings).toEqual([expect.stringMatching(/^markdown:8:\d+: .*\(image-alt\)$/)]);
  });

  it('keeps its braces without Twig', async () => {
    const { pdf } = await renderer.markdown('# {{ a }}', { twig: false });
    expect((await readPdf(pdf)).pages[0]).toContain('{{ a }}');
  });
});

describe('a template with template.md', () => {
  const template = {
    'template.md':
      '---\ntitle: Order {{ number }}\n---\n{% include "row.md" %}\n\n{% for item in items %}\n- {{ item }}\n{% endfor %}\n',
    'partials/row.md': '## Part *one*',
    'template.json': '{ "format": "A6", "metadata": { "title": "Other", "author": "Ada" } }',
  };

  it('is Twig, then Markdown, and its front matter overrides template.json', async () => {
    const { pdf } = await renderer.render({ template, data: { number: 7, items: ['*a*', '<b>'] } });
    const read = await readPdf(pdf);
    expect(read.pages[0]).toBe('1\nOrder 7\nPart one\n*a*\n<b>');
    expect(read.info).toMatchObject({ Title: 'Order 7', Author: 'Ada' });
    expect(read.sizes[0]).toEqual({ width: 105, height: 148 });
  });

  it('is styled by styles.css alone', async () => {
    const styles = 'body { margin: 0 } h1, h2 { margin: 0; font-size: 20mm }';
    const { pdf } = await renderer.render({ template: { ...template, 'styles.css': styles } });
    const read = await readPdf(pdf);
    expect(read.place(1, 'Order').left).toBeCloseTo(10, 0);
    expect(read.pages.join('\n')).not.toMatch(/^1\n/);
  });

  it('is the only text of its template', async () => {
    await expect(
      renderer.render({ template: { ...template, 'template.html': '<p>' } }),
    ).rejects.toMatchObject({
      code: 'invalid_template',
      message: 'The template has both template.html and template.md.',
    });
  });
});
