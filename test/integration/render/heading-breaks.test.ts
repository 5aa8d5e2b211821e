/** Where a page ends that has room for a heading and not for what follows it. */
import { expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.ts';
import { realBrowser } from '../../support/real-browser.ts';
import { renderHtml } from '../../support/render-html.ts';

const browser = realBrowser();

async function pagesOf(heading: string, css = ''): Promise<string[]> {
  const html = `<style>
    @page { size: 100mm; margin: 0 } * { margin: 0; font: 10mm/10mm serif } div { height: 85mm; break-inside: avoid }
    p { height: 20mm; break-inside: avoid } ${css}</style><div>Above</div>${heading}<p>Below</p>`;
  const { pdf } = await renderHtml(browser, html);
  return (await readPdf(pdf)).pages.map((text) => text.replaceAll(/\s+/g, ' ').trim());
}

it.each(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])(
  'a %s goes to the next page with what follows it',
  async (name) => {
    expect(await pagesOf(`<${name}>Heading</${name}>`)).toEqual(['Above', 'Heading Below']);
  },
);

it('a heading stays where the document allows a break after it', async () => {
  expect(await pagesOf('<h2>Heading</h2>', 'h2 { break-after: auto }')).toEqual(['Above Heading', 'Below']);
});

it('what looks like a heading and is none stays', async () => {
  expect(await pagesOf('<p style="height: 10mm">Heading</p>')).toEqual(['Above Heading', 'Below']);
});
