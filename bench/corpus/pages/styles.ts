/** Features of CSS that matter on paper. No scripts. */
import { type CorpusPage, page, prose } from '../corpus-page.ts';

const css = (name: string, rules: string, body: string): CorpusPage => ({
  name,
  html: page(name, body, `<style>${rules}</style>`),
});
const items = (count: number, tag = 'div') =>
  Array.from({ length: count }, (_, i) => `<${tag}>Item ${i + 1}: ${prose(i, 1)}</${tag}>`).join('');
const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, i) => `<p>${prose(i, 5)}</p>`).join('');
const sections = (count: number) =>
  Array.from(
    { length: count },
    (_, i) => `<section><h2>Section ${i + 1}</h2>${paragraphs(3)}</section>`,
  ).join('');
const table = `<table><caption>Ledger</caption><thead><tr><th>No.</th><th>Text</th><th>Amount</th></tr></thead><tfoot><tr><td colspan="3">Carried forward</td></tr></tfoot><tbody>${Array.from({ length: 120 }, (_, i) => `<tr><td>${i + 1}</td><td>${prose(i, 1)}</td><td>${i * 7}</td></tr>`).join('')}</tbody></table>`;

export const styles: readonly CorpusPage[] = [
  css(
    'grid',
    '.g{display:grid;grid-template-columns:2fr 1fr 1fr;gap:8px}.g>*{background:#def;padding:6px}',
    `<div class="g">${items(12)}</div>`,
  ),
  css(
    'grid-areas',
    '.g{display:grid;grid-template:"h h" auto "m s" auto "f f" auto/3fr 1fr;gap:1em}header{grid-area:h;background:#fdd}main{grid-area:m}aside{grid-area:s;background:#dfd}footer{grid-area:f;background:#ddf}',
    `<div class="g"><header>Head</header><main>${paragraphs(4)}</main><aside>${prose(2, 4)}</aside><footer>Foot</footer></div>`,
  ),
  css(
    'subgrid',
    '.g{display:grid;grid-template-columns:auto auto 1fr;gap:4px}.r{display:grid;grid-column:1/-1;grid-template-columns:subgrid}',
    `<div class="g">${Array.from({ length: 8 }, (_, i) => `<div class="r"><b>${'x'.repeat(i)}</b><i>${i}</i><span>${prose(i, 1)}</span></div>`).join('')}</div>`,
  ),
  css(
    'flex',
    '.f{display:flex;flex-wrap:wrap;gap:10px}.f>*{flex:1 1 150px;border:1px solid}',
    `<div class="f">${items(9)}</div>`,
  ),
  css(
    'columns',
    'main{columns:3;column-gap:8mm;column-rule:1px solid gray;text-align:justify;hyphens:auto}h2{column-span:all}',
    `<main>${sections(4)}</main>`,
  ),
  css(
    'counters',
    'body{counter-reset:s}h2{counter-increment:s;counter-reset:p}h2::before{content:counter(s,upper-roman)". "}p{counter-increment:p}p::before{content:counters(s,".")"."counter(p)" "}',
    sections(4),
  ),
  css(
    'table-headers-repeat',
    'table{border-collapse:collapse;width:100%}td,th{border:1px solid #999;padding:3px}thead{background:#eee}tr{break-inside:avoid}',
    table,
  ),
  css(
    'container-queries',
    '.c{container-type:inline-size;border:1px solid;margin:4px}@container (min-width:400px){p{columns:2;color:navy}}',
    `<div class="c" style="width:300px"><p>${prose(1, 5)}</p></div><div class="c" style="width:600px"><p>${prose(1, 5)}</p></div>`,
  ),
  css(
    'has',
    'section:has(em){background:#ffd}li:has(+li.x){font-weight:bold}',
    `<section>${prose(1, 2)}</section><section><em>Yes</em> ${prose(2, 2)}</section><ul><li>a<li class="x">b<li>c</ul>`,
  ),
  css(
    'nesting-and-layers',
    '@layer base,top;@layer top{p{color:green;& b{color:red}}}@layer base{p{color:gray}}:root{--gap:2em}p{margin:calc(var(--gap) / 2)}',
    '<p>Green <b>red</b></p>',
  ),
  css(
    'print-media',
    '@media screen{.s{color:red}.p{display:none}}@media print{.s{display:none}a::after{content:" ("attr(href)")"}}',
    '<p class="s">Screen</p><p class="p">Print</p><a href="https://example.com/">link</a>',
  ),
  css('page-breaks', 'h2{break-before:page}section{break-inside:avoid}p{orphans:3;widows:3}', sections(5)),
  css(
    'named-pages',
    '@page{size:A5}@page wide{size:A5 landscape;margin:5mm}.w{page:wide;background:#eef}',
    `${paragraphs(5)}<div class="w">${paragraphs(3)}</div>${paragraphs(2)}`,
  ),
  css(
    'page-sides',
    '@page{margin:15mm}@page :first{margin-top:60mm}@page :left{margin-left:30mm}@page :right{margin-right:30mm}',
    paragraphs(20),
  ),
  css(
    'margin-boxes',
    '@page{margin:20mm;@top-center{content:"The report"}@bottom-right{content:counter(page)" of "counter(pages)}}',
    paragraphs(18),
  ),
  css(
    'fixed-on-each-page',
    '.m{position:fixed;top:40%;left:20%;font-size:60px;opacity:.15;transform:rotate(-30deg)}',
    `<div class="m">DRAFT</div>${paragraphs(18)}`,
  ),
  css(
    'box-decoration-break',
    'span{background:#fe9;border:2px solid;border-radius:6px;padding:2px;box-decoration-break:clone}div{border:3px double;break-inside:auto}',
    `<div>${paragraphs(14)}<span>${prose(4, 12)}</span></div>`,
  ),
  css(
    'gradients-and-shadows',
    'div{height:90px;margin:12px;border-radius:12px;box-shadow:0 4px 12px #0006}.a{background:linear-gradient(90deg,red,blue)}.b{background:radial-gradient(gold,green)}.c{background:conic-gradient(red,lime,blue,red)}',
    '<div class="a"></div><div class="b"></div><div class="c"></div>',
  ),
  css(
    'transforms-and-clips',
    'div{display:inline-block;width:120px;height:120px;margin:20px;background:teal}.a{transform:rotate(20deg) skewX(10deg)}.b{clip-path:polygon(50% 0,100% 100%,0 100%)}.c{mask:radial-gradient(circle,#000 60%,#0000 61%)}.d{filter:blur(2px) sepia(1)}.e{mix-blend-mode:multiply;background:tomato;margin-left:-80px}',
    '<div class="a"></div><div class="b"></div><div class="c"></div><div class="d"></div><div class="e"></div>',
  ),
  css(
    'initial-letter-and-shape',
    'p::first-letter{initial-letter:3;color:maroon}.s{float:left;width:140px;height:140px;shape-outside:circle();clip-path:circle();background:plum}p{text-align:justify;text-wrap:pretty}',
    `<div class="s"></div>${paragraphs(4)}`,
  ),
  css(
    'lists',
    'ol{list-style:lower-greek}ul li::marker{content:"→ ";color:red}dl{display:grid;grid-template-columns:auto 1fr}',
    `<ol>${items(4, 'li')}</ol><ul>${items(4, 'li')}</ul><dl><dt>Term</dt><dd>Meaning</dd></dl>`,
  ),
  css(
    'forms',
    'label{display:block;margin:6px}',
    '<form><label>Name <input value="Ada"></label><label><input type="checkbox" checked> Yes</label><label><select><option>One<option selected>Two</select></label><textarea>Long text</textarea><meter value=".6"></meter><details open><summary>More</summary>Text</details></form>',
  ),
  css(
    'svg-inline',
    'svg{border:1px solid #ccc}',
    '<svg width="300" height="160" viewBox="0 0 300 160"><defs><linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient><pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse"><circle cx="5" cy="5" r="3"/></pattern></defs><rect width="140" height="120" fill="url(#g)"/><rect x="150" width="140" height="120" fill="url(#p)"/><text x="20" y="150">Drawn</text></svg>',
  ),
  css(
    'right-to-left',
    'body{direction:rtl}td{border:1px solid;padding-inline-start:2em}',
    `<h1>Right to left</h1><table><tr><td>one<td>two</tr></table><p>${prose(2, 4)}</p>`,
  ),
  css(
    'animation',
    '@keyframes in{from{opacity:0;transform:translateX(200px)}to{opacity:1}}h1{animation:in 1.5s both}p{animation:in 1s 1s both}',
    `<h1>Fades in</h1><p>${prose(1, 3)}</p>`,
  ),
  css(
    'aspect-and-object-fit',
    'img{width:150px;aspect-ratio:1;object-fit:cover;border:1px solid}',
    `<img alt="a" src="data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect width="100%" height="100%" fill="orange"/><circle cx="150" cy="50" r="45"/></svg>')}">`,
  ),
  css(
    'scoped-colours',
    ':root{color-scheme:light}p{color:oklch(.6 .2 150)}b{color:color-mix(in srgb,red,blue)}i{color:rgb(from teal r g b / 50%)}',
    '<p>Green <b>mixed</b> <i>relative</i></p>',
  ),
];
