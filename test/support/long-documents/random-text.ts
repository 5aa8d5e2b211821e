/** Documents with a long list or text at random: what its blocks can have that decides where its pages end. */
import { randomChoices } from './random-choices.ts';

/** `counters`: with numbers of blocks by styles. `chapters`: elements of their own, each of which begins a page. */
export function randomText(
  seed: number,
  {
    list = false,
    counters = false,
    chapters = false,
  }: { readonly list?: boolean; readonly counters?: boolean; readonly chapters?: boolean } = {},
): string {
  const { below, chance, pick, text } = randomChoices(seed);
  const count = 150 + below(350);
  const has = {
    headings: chance(60),
    nested: chance(40),
    tables: chance(30),
    links: chance(50),
    breaks: chance(25),
    hidden: chance(25),
    tall: chance(40),
    values: chance(25),
    empty: chance(25),
    drawings: chance(25),
  };
  const rules = [
    `@page { size: ${pick(['A4', 'A4', 'A4 landscape', 'letter', '180mm 240mm'])}; margin: ${pick(['10mm', '15mm 12mm', '2cm'])} }`,
    `body { font: ${8 + below(4)}pt/${pick(['1.2', '1.35', 'normal'])} serif; margin: ${pick(['0', '8px', '1em'])} }`,
    pick([
      '',
      'p, li { margin: 0 0 6pt }',
      'p { margin: 0; text-indent: 1em }',
      'p, li { margin: 1.3em 0 0.4em }',
    ]),
    pick(['', '', 'p, li { break-inside: avoid }', 'p { padding-top: 3px; border-top: 1px solid }']),
    pick(['', 'h2 { break-after: avoid; margin-top: 2em }', 'h2 + p { text-indent: 0; color: #900 }']),
    pick([
      '',
      'p:nth-child(3n+1), li:nth-child(3n+1) { background: #eee }',
      list ? 'li:nth-of-type(even) { color: #036 }' : '',
    ]),
    pick(['', 'main > :first-child { color: #060 } main > :last-child { font-weight: bold }']),
    pick(['', `p, li { orphans: ${1 + below(3)}; widows: ${1 + below(3)} }`]),
    pick([
      '',
      'li { list-style: inside decimal }',
      'ol { list-style: upper-roman }',
      'li::marker { color: #900 }',
    ]),
    has.breaks ? '.page { break-before: page } .keep { break-after: avoid } .last { break-after: page }' : '',
    chapters
      ? pick([
          '.chapter { break-before: page }',
          '.chapter { break-after: page }',
          '.chapter + .chapter { break-before: page; margin-top: 12pt }',
          '.chapter { break-before: page; padding: 4pt 1em; border: 1px solid #999 } .chapter:nth-child(even) { background: #eee }',
        ])
      : '',
    counters
      ? pick([
          'body { counter-reset: p } p, li { counter-increment: p } p::before, main li::before { content: counter(p) ". " }',
          'h2 { counter-increment: chapter; counter-reset: section } h3 { counter-increment: section } h2::before { content: counter(chapter) " " } h3::before { content: counter(chapter) "." counter(section) " " }',
          'body { counter-reset: f } figcaption { counter-increment: f } figcaption::before { content: "Figure " counter(f) ": " }',
          'p, li { counter-increment: a 3 } .keep { counter-set: a 7 } p::after, li::after { content: " (" counter(a) ")" }',
        ])
      : '',
  ];
  const attributes = (i: number) =>
    `${has.breaks && chance(2) ? ` class="${pick(['page', 'last'])}"` : chance(5) ? ' class="keep"' : ''}${has.links && chance(20) ? ` id="b${i}"` : ''}${has.hidden && chance(5) ? ' hidden' : ''}`;
  const inner = () => {
    if (has.links && chance(4)) return `${text(3)} <a href="#b${below(count)}">to ${text(1)}</a> ${text(5)}`;
    if (has.links && chance(1)) return `<a href="https://example.com/${below(9)}">${text(2)}</a>`;
    if (has.tall && chance(4)) return text(150 + below(600));
    if (has.empty && chance(4)) return '';
    if (has.drawings && chance(3))
      return `<svg width="60" height="${10 + below(60)}"><rect width="50" height="8" fill="#36c"/><title>bar</title></svg>`;
    return chance(60) ? text(1 + below(20)) : `${text(20 + below(60))} <em>${text(2)}</em>`;
  };
  const table = () =>
    `<table><tr><th>${text(1)}</th><td>${below(99)}</td></tr><tr><th>${text(1)}</th><td>${text(3)}</td></tr></table>`;
  const listOf = () => `<ol><li>${text(3)}</li><li>${text(2)}<ul><li>${text(1)}</li></ul></li></ol>`;
  const item = (i: number): string => {
    const inside =
      has.nested && chance(6) ? `${text(4)}${listOf()}` : has.tables && chance(3) ? table() : inner();
    const value = has.values && chance(3) ? ` value="${below(900)}"` : '';
    return `<li${attributes(i)}${value}>${has.headings && chance(2) ? `<h3>${text(2)}</h3>` : ''}${inside}</li>`;
  };
  const block = (i: number): string => {
    if (has.headings && chance(6))
      return `<h${2 + below(2)}${attributes(i)}>${text(1 + below(4))}</h2>`.replace(
        /<(h\d)(.*)<\/h2>/,
        '<$1$2</$1>',
      );
    if (has.nested && chance(4)) return listOf();
    if (has.tables && chance(4)) return table();
    if (chance(3)) return `<blockquote${attributes(i)}><p>${text(12)}</p><p>${inner()}</p></blockquote>`;
    if (chance(2))
      return `<figure><svg width="80" height="${20 + below(90)}"><circle r="9" cx="20" cy="10"/></svg><figcaption>${text(3)}</figcaption></figure>`;
    if (chance(2)) return '<hr>';
    if (chance(2)) return `<pre${attributes(i)}>${text(3)}\n${text(4)}\n${text(2)}</pre>`;
    return `<p${attributes(i)}>${inner()}</p>`;
  };
  const all = Array.from({ length: count }, (_, i) => (list ? item(i) : block(i)));
  const between = pick(['\n', '', '<!-- next -->\n']);
  const chapter = (inside: readonly string[]) =>
    `<section class="chapter">${chance(80) ? `<h2>${text(2)}</h2>` : ''}${inside.join(between)}</section>`;
  const parts: string[] = [];
  while (chapters && all.length > 0) parts.push(chapter(all.splice(0, 3 + below(25))));
  const items = [...parts, ...all].join(between);
  const tag = list ? pick(['ol', 'ul', 'ol start="7"', 'ol type="a"', 'menu']) : '';
  const [from, to] = pick([
    ['<main>', '</main>'],
    ['<main>', '</main>'],
    ['<div style="padding: 10px; border: 1px solid red"><main>', '</main></div>'],
  ]) as [string, string];
  const content = list ? `<${tag}>${items}</${tag.split(' ')[0]}>` : items;
  const paragraphs = () => `<p>${text(10 + below(80))}</p>`.repeat(below(3));
  const title = chance(70) ? `<h1>${text(3)}</h1>` : '';
  return `<!doctype html><html lang="en"><head><title>${seed}</title><style>${rules.join('\n')}</style></head><body>${title}${paragraphs()}${from}${content}${to}${chance(50) ? `<h2>${text(2)}</h2>` : ''}${paragraphs()}</body></html>`;
}
