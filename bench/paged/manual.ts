/** A manual of some length: cover, contents, chapters with tables and figures. The same text with and without references. */

export interface Manual {
  readonly html: string;
  readonly chapters: number;
}

/** What every engine prints: pages, and heads that do not change. */
const plainStyles = `@page { size: A4; margin: 25mm 22mm;
  @top-center { content: "Operating manual"; font: 8pt sans-serif }
  @bottom-center { content: counter(page); font: 8pt sans-serif } }
@page :first { @top-center { content: none } @bottom-center { content: none } }
html { font: 10.5pt/1.45 serif } h1, h2 { font-family: sans-serif; break-after: avoid }
.cover { height: 200mm } .contents, .chapter { break-before: page }
.contents a { display: block; color: inherit; text-decoration: none } .contents .section { padding-left: 6mm }
p { margin: 0 0 2.5mm; orphans: 2; widows: 2; text-align: justify }
table { width: 100%; border-collapse: collapse; margin: 3mm 0 } td, th { border-bottom: 0.2mm solid #999; padding: 1mm 2mm; text-align: left }
tr, figure { break-inside: avoid } figure { margin: 4mm 0 }`;

/** Numbers in the contents and in the text, heads by chapter that differ on left and right pages, a second page counter. */
const referenceStyles = `.front { page: front }
.chapter { page: text } #c1 { counter-reset: page 1 }
.chapter h1 { string-set: chapter content() } .chapter h2 { string-set: section content() }
@page front { @top-center { content: none } @bottom-center { content: counter(page, lower-roman) } }
@page text:left { @top-left { content: string(chapter); font: 8pt sans-serif } @top-center { content: none } }
@page text:right { @top-right { content: string(section); font: 8pt sans-serif } @top-center { content: none } }
.see::after { content: " (page " target-counter(attr(href), page) ")" }
.contents a::after { content: leader(".") target-counter(attr(href), page) }
.figure { bookmark-level: none }`;

/** Returns a manual of about ten pages for each chapter. `leaders: false` is for engines that do not know `leader()`. */
export function manual(chapters: number, references: boolean, leaders = true): Manual {
  const styles = references
    ? `${plainStyles}\n${leaders ? referenceStyles : referenceStyles.replace('leader(".")', '" … "')}`
    : plainStyles;
  const numbers = Array.from({ length: chapters }, (_, i) => i + 1);
  const contents = numbers
    .map(
      (n) =>
        `<a href="#c${n}">${n} ${title(n)}</a>${sections.map((s) => `<a class="section" href="#c${n}s${s}">${n}.${s} ${title(n * 7 + s)}</a>`).join('')}`,
    )
    .join('\n');
  return {
    chapters,
    html: `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Operating manual</title><style>${styles}</style></head><body>
<div class="front cover"><h1>Operating manual</h1></div>
<div class="front contents"><h1>Contents</h1>${contents}</div>
${numbers.map((n) => chapter(n, chapters)).join('\n')}</body></html>`,
  };
}

const sections = [1, 2, 3, 4, 5];

function chapter(n: number, chapters: number): string {
  const parts = sections.map((s) => {
    const other = ((n * 5 + s * 3) % chapters) + 1;
    return `<h2 id="c${n}s${s}">${n}.${s} ${title(n * 7 + s)}</h2>
${Array.from({ length: 10 }, (_, p) => `<p>${paragraph(n * 100 + s * 10 + p)}</p>`).join('')}
<p>This is explained <a class="see" href="#c${other}s${s}">elsewhere</a>.</p>
${s % 2 ? table(n + s) : figure(n, s)}`;
  });
  return `<div class="chapter" id="c${n}"><h1>${n} ${title(n)}</h1>${parts.join('')}</div>`;
}

const words =
  'valve pressure operator before after machine panel switch cooling water must never should remain open closed while the a of in on until display shows value pump filter line check hourly service temperature reading safety cover'.split(
    ' ',
  );
const word = (seed: number) => words[(seed * 7919 + 104729) % words.length] ?? '';
const title = (seed: number) => `${word(seed)} ${word(seed + 3)} ${word(seed * 2 + 1)}`;
const paragraph = (seed: number) =>
  `${Array.from({ length: 60 + (seed % 45) }, (_, i) => word(seed * 31 + i * i)).join(' ')}.`;

const table = (seed: number) =>
  `<table><tr><th>Part</th><th>Value</th><th>Limit</th></tr>${Array.from({ length: 12 }, (_, i) => `<tr><td>${word(seed + i)} ${i + 1}</td><td>${(seed * 13 + i * 7) % 90}</td><td>${100 + i}</td></tr>`).join('')}</table>`;

const figure = (n: number, s: number) =>
  `<figure><svg viewBox="0 0 160 40" width="160mm" height="40mm">${Array.from({ length: 12 }, (_, i) => `<rect x="${i * 13}" y="${40 - ((n * s + i * 11) % 36)}" width="10" height="40" fill="#678"/>`).join('')}</svg><figcaption class="figure">Readings of ${word(n + s)}</figcaption></figure>`;
