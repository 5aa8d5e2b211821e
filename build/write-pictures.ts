/**
 * `npm run docs:pictures` draws the pages of `docs/paged-media.md`: it prints a small document for each feature and writes
 * what the pages show as SVG, which GitHub displays and a diff shows. Texts are where the PDF has them.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openRenderer } from '../src/index.ts';
import { joinRuns, type PositionedPage, readPages } from '../test/integration/render/paged/read-pages.ts';

const folder = resolve(import.meta.dirname, '../docs/images');

/** Pages of 90 × 64 mm with margins of 12 mm. */
const common = `@page { size: 90mm 64mm; margin: 12mm } body { font: 9pt/1.35 sans-serif; margin: 0 } h1, h2 { font-size: 12pt; margin: 0 0 2mm }
p, ol { margin: 0 0 1.5mm } ol { list-style: none; padding: 0 } a { color: inherit; text-decoration: none } section + section { break-before: page }`;

const chapters = ['Loomings', 'The Carpet-Bag', 'The Spouter-Inn'];
const sections = chapters
  .map((name, i) => `<section id="c${i + 1}"><h2>${name}</h2><p>Text of the chapter.</p></section>`)
  .join('');
const contents = `<section><h1>Contents</h1><ol>${chapters.map((name, i) => `<li><a href="#c${i + 1}">${name}</a></li>`).join('')}</ol></section>`;

/** Name of the picture → styles, body and files beside them. */
const documents: Readonly<Record<string, readonly [css: string, body: string, files?: object]>> = {
  contents: [
    "li a::after { content: leader('.') target-counter(attr(href url), page) }",
    contents + sections,
  ],
  'running-heads': [
    `h2 { string-set: chapter content() } @page :left { @top-left { content: counter(page) } @top-right { content: string(chapter) } } @page :right { @top-left { content: string(chapter) } @top-right { content: counter(page) } }`,
    sections,
  ],
  'running-elements': [
    '.head { position: running(head); text-align: center } @page { @top-center { content: element(head) } }',
    `<p class="head"><b>Bindery</b> &amp; <i>Press</i></p>${sections}`,
  ],
  'page-counters': [
    '.front { page: front } #c1 { counter-reset: page 1 } @page { @bottom-center { content: counter(page) } } @page front { @bottom-center { content: counter(page, lower-roman) } }',
    `<section class="front"><h2>Preface</h2></section><section class="front"><h2>Thanks</h2></section>${sections}`,
  ],
  'page-selectors': [
    `h2 { string-set: chapter content() } .wide { page: wide } @page { @top-center { content: string(chapter) } } @page :first { @top-center { content: none } } @page wide { size: 110mm 50mm }`,
    '<section><h1>Title</h1></section><section><h2>Chapter</h2></section><section class="wide"><h2>A wide table</h2></section>',
  ],
  'header-files': [
    '',
    sections,
    {
      'header.html':
        '<div style="font: 8pt sans-serif; width: 100%; text-align: center">{{ page.section }}</div>',
      'header-first.html':
        '<div style="font: 8pt sans-serif; width: 100%; text-align: center">The first page</div>',
      'footer.html':
        '<div style="font: 8pt sans-serif; width: 100%; text-align: center">{{ page.number }} of {{ page.count }}</div>',
    },
  ],
};

const renderer = await openRenderer({ workers: 1, sandbox: process.env.PDFAPI_NO_SANDBOX !== '1' });
mkdirSync(folder, { recursive: true });
for (const [name, [css, body, files]] of Object.entries(documents)) {
  const template = {
    'template.html': `<!DOCTYPE html><html lang="en"><head><title>${name}</title></head><body>${body}</body></html>`,
    'styles.css': common + css,
    ...(files ? { ...files, 'template.json': '{ "margins": { "top": 12, "bottom": 12 } }' } : {}),
  };
  const { pdf, warnings } = await renderer.render({ template });
  if (warnings.length > 0) throw new Error(`${name}: ${warnings.join(' ')}`);
  const { pages } = await readPages(pdf);
  writeFileSync(resolve(folder, `paged-${name}.svg`), drawing(pages.slice(0, 4)));
}
await renderer.close();

/** The pages side by side, with a gap of 12 points. */
function drawing(pages: readonly PositionedPage[]): string {
  const gap = 12;
  const height = Math.ceil(Math.max(...pages.map((page) => page.height)));
  let x = 0;
  const drawn = pages.map((page) => {
    const left = x;
    x += Math.ceil(page.width) + gap;
    const texts = joinRuns(page.runs, 6).map(
      (run) =>
        `<text x="${run.left.toFixed(1)}" y="${run.baseline.toFixed(1)}" font-size="${run.size.toFixed(1)}" textLength="${(run.right - run.left).toFixed(1)}" lengthAdjust="spacingAndGlyphs">${escapeText(run.text)}</text>`,
    );
    return `<g transform="translate(${left})"><rect x=".5" y=".5" width="${(page.width - 1).toFixed(1)}" height="${(page.height - 1).toFixed(1)}" fill="#fff" stroke="#889"/>${texts.join('')}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${x - gap} ${height}" width="${x - gap}" height="${height}" font-family="Helvetica, Arial, sans-serif" fill="#223">\n${drawn.join('\n')}\n</svg>\n`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
