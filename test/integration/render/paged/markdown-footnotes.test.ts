/** Notes of Markdown at the foot of the page. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkConformance } from '../../../../src/conformance/index.ts';
import { openRenderer, type Renderer } from '../../../../src/index.ts';
import { readTagged } from '../../../support/pdf/tagged.ts';
import { browserOptions, otherBrowser } from '../../../support/real-browser.ts';
import { readPages } from './read-pages.ts';

let renderer: Renderer;

beforeAll(async () => {
  renderer = await openRenderer({ browserPath: otherBrowser, sandbox: browserOptions.sandbox, workers: 1 });
});
afterAll(() => renderer.close());

const text = `---
title: Notes
lang: en
format: A6
footnotes: page
---

First[^long] and second[^short] word.

\\newpage

Again[^long] and last[^last].

[^long]: One paragraph.

    - An item

    \`\`\`js
    let code;
    \`\`\`

[^short]: A *short* one, see[^inner].

[^inner]: The inner one.

[^last]: The last one.
`;

it('prints each note once, at the foot of the page that refers to it first', async () => {
  const { pdf, warnings } = await renderer.markdown(text, { pdfua: true });
  expect(warnings).toEqual([]);
  const { pages } = await readPages(pdf);
  const feet = pages.map(({ runs, height }) =>
    runs
      .filter(({ baseline }) => baseline > height / 2)
      .map((run) => run.text)
      .join(' '),
  );
  expect(feet).toHaveLength(2);
  // The number of the inner note is raised.
  expect(feet[0]?.replaceAll(/\s+/g, ' ')).toBe(
    '1. One paragraph. An item let code; 3 2. A short one, see . 3. The inner one. 1',
  );
  expect(feet[1]?.replaceAll(/\s+/g, ' ')).toBe('4. The last one. 2');
  expect(checkConformance(pdf)).toMatchObject({ claimed: ['pdfua-1'], findings: [] });
  const { lines } = await readTagged(pdf);
  expect(lines.slice(2, 22)).toEqual([
    '  P First and second word.',
    '    Link 1',
    '    Note',
    '      Lbl',
    '        Link 1.',
    '      P One paragraph.',
    '      L',
    '        LI',
    '          Lbl',
    '          LBody An item',
    '      Code let code;',
    '    Link 2',
    '    Note A one, see.',
    '      Lbl',
    '        Link 2.',
    '      Span short',
    '      Link 3',
    '    Note The inner one.',
    '      Lbl',
    '        Link 3.',
  ]);
});
