/** Documents with a long table at random: what a table can have that decides where its pages end and how wide it is. */
import { randomChoices } from './random-choices.ts';

/** `groups`: in several sections, each with a head of its own and maybe a sum. `counters`: with numbers of rows. */
export function randomTable(
  seed: number,
  { groups = false, counters = false }: { readonly groups?: boolean; readonly counters?: boolean } = {},
): string {
  const { below, chance, pick, text } = randomChoices(seed);
  const columns = 2 + below(5);
  const rows = 120 + below(280);
  const has = {
    head: chance(80),
    foot: chance(35),
    spans: chance(40),
    nested: chance(25),
    tall: chance(40),
    links: chance(40),
    headings: chance(20),
    breaks: chance(25),
    separate: chance(40),
    fixed: chance(15),
    blocks: chance(30),
    rowHeads: chance(20),
  };
  const rules = [
    `@page { size: ${pick(['A4', 'A4', 'A4 landscape', 'letter', '180mm 240mm'])}; margin: ${pick(['10mm', '15mm 12mm', '2cm'])} }`,
    `body { font: ${8 + below(4)}pt/${pick(['1.2', '1.35', 'normal'])} sans-serif; margin: ${pick(['0', '8px', '1em'])} }`,
    `table { border-collapse: ${has.separate ? `separate; border-spacing: ${pick(['0', '2px', '3px 1px'])}` : 'collapse'}; ${pick(['width: 100%', 'width: 100%', 'width: 80%', '', 'margin: 1em auto'])}; ${has.fixed ? 'table-layout: fixed; width: 100%' : ''} }`,
    `td, th { border: ${pick(['1px solid #888', '0.5pt solid', 'none', '2px solid #ccc'])}; padding: ${pick(['1px 3px', '2px 4px', '0.3em'])}; ${pick(['vertical-align: top', '', 'text-align: left'])} }`,
    pick([
      '',
      'tbody tr:nth-child(even) { background: #eee }',
      'tr:nth-child(3n+2) td { color: #333 }',
      'tbody tr:nth-child(5n) td:first-child { font-weight: bold }',
    ]),
    pick(['', '', 'tr { break-inside: avoid }', 'td { break-inside: avoid }']),
    pick(['', '', 'tr:last-child { font-weight: bold } tr:first-child { font-style: italic }']),
    pick(['', 'tr + tr.keep td { color: #900 }']),
    pick(['', '', 'thead { background: #def }', 'thead { display: table-row-group }']),
    has.breaks ? 'tr.page { break-before: page } tr.keep { break-after: avoid }' : '',
    groups
      ? pick([
          '',
          'tbody { break-inside: avoid }',
          'tbody:nth-child(3n+1) { break-before: page }',
          'tbody.new { break-before: page } tbody { break-after: avoid }',
          'tbody:nth-of-type(even) { background: #efe } tbody + tbody.new td { color: #060 }',
          'tbody:last-child td { font-style: italic } tr:nth-last-child(2) { font-weight: bold }',
          'tbody { border-top: 2px solid } .group { break-after: avoid }',
        ])
      : '',
    counters
      ? pick([
          'body { counter-reset: row } tbody tr { counter-increment: row } tbody td:first-child::before { content: counter(row) ". " }',
          'tbody tr { counter-increment: row 2 } tbody td:first-child::before { content: counter(row) }',
          'tbody { counter-reset: row 5 } tr { counter-increment: row } td:last-child::after { content: " (" counter(row) ")" }',
          'table { counter-reset: row group } tbody { counter-increment: group } td:first-child { counter-increment: row } td:last-child::before { content: counter(group) "/" counter(row) " " }',
          '.keep { counter-reset: part } tr { counter-increment: part } td:first-child::before { content: counter(part, upper-roman) " " }',
          'body { counter-reset: a } td::before { counter-increment: a; content: counter(a) " " } ul { counter-reset: b } li { counter-increment: b } li::before { content: counters(b, ".") }',
          '.keep { counter-set: a 3 } tbody tr { counter-increment: a -1 } tbody tr td:last-child::after { content: " " counter(a) } h2::after { content: counter(a) }',
          'td { counter-increment: c } td::after { content: counter(c) }',
        ])
      : '',
    pick(['', `p, td { orphans: ${1 + below(3)}; widows: ${1 + below(3)} }`]),
  ];
  let links = 0;
  const inner = () => {
    if (has.nested && chance(4)) {
      return `<table><tr><td>${text(2)}</td><td>in</td></tr><tr><td>${below(99)}</td><td>${text(1)}</td></tr></table>`;
    }
    if (has.blocks && chance(6)) return `<p>${text(4)}</p><ul><li>${text(2)}</li><li>${text(1)}</li></ul>`;
    if (has.headings && chance(1)) return `<h3>${text(2)}</h3>`;
    if (has.links && chance(3)) return `<a href="#r${below(rows)}">to ${text(1)}</a>`;
    if (has.links && chance(1)) return `<a href="https://example.com/${links++}">${text(2)}</a>`;
    if (has.tall && chance(3)) return text(20 + below(60));
    if (has.tall && chance(2)) return `${text(1)}<br>${text(2)}<br>${text(1)}`;
    if (chance(2)) return '';
    if (chance(1)) return `<span style="white-space: nowrap">${text(3 + below(4))}</span>`;
    return chance(40) ? String(below(100_000)) : text(1 + below(5));
  };
  const body: string[] = [];
  /** For each column, how many further rows a cell reaches into. */
  const open = new Array<number>(columns).fill(0);
  let endOfGroup = groups ? 0 : -1;
  const groupSize = pick([4, 15, 60, 250]);
  const groupTag = pick(['td', 'th']);
  for (let row = 0; row < rows; row++) {
    if (row === endOfGroup) {
      const name = chance(30) ? ' class="new"' : has.links && chance(30) ? ` id="group-${row}"` : '';
      endOfGroup = row + 1 + below(groupSize);
      open.fill(0);
      body.push(
        row > 0 && chance(50) ? `<tr><td colspan="${columns}">sum ${below(1000)}</td></tr>` : '',
        row > 0 ? '</tbody>' : '',
        row > 0 ? `<tbody${name}>` : '',
        chance(70)
          ? `<tr class="group"><${groupTag} colspan="${columns}">${text(1 + below(3))}</${groupTag}></tr>`
          : '',
      );
    }
    const cells: string[] = [];
    for (let column = 0; column < columns; column++) {
      if ((open[column] ?? 0) > 0) {
        open[column] = (open[column] ?? 0) - 1;
        continue;
      }
      const tag = has.rowHeads && column === 0 ? 'th scope="row"' : 'td';
      let attributes = '';
      const down = has.spans && chance(4) ? 2 + below(3) : 1;
      const isWide = has.spans && chance(3) && column + 1 < columns && (open[column + 1] ?? 0) === 0;
      // A row without cells of its own has no tag.
      if (down > 1 && row + down <= (groups ? endOfGroup : rows) && column > 0) {
        attributes += ` rowspan="${down}"`;
        open[column] = down - 1;
        if (isWide) open[column + 1] = down - 1;
      }
      if (isWide) attributes += ' colspan="2"';
      cells.push(`<${tag}${attributes}>${inner()}</${tag.slice(0, 2)}>`);
      if (isWide) column++;
    }
    const kind = has.breaks && chance(2) ? ' class="page"' : chance(5) ? ' class="keep"' : '';
    const id = has.links && chance(30) ? ` id="r${row}"` : '';
    body.push(`<tr${kind}${id}>${cells.join('')}</tr>`);
  }
  const cellsOf = (tag: string) =>
    Array.from({ length: columns }, () => `<${tag}>${text(1 + below(2))}</${tag}>`).join('');
  const columnsHtml = chance(20)
    ? `<colgroup>${Array.from({ length: columns }, () => `<col style="width:${pick(['10%', '3em', 'auto', '20%'])}">`).join('')}</colgroup>`
    : '';
  const head = has.head ? `<thead>${`<tr>${cellsOf('th')}</tr>`.repeat(1 + below(2))}</thead>` : '';
  const foot = has.foot ? `<tfoot><tr>${cellsOf('td')}</tr></tfoot>` : '';
  const caption = chance(20) ? `<caption>${text(3)}</caption>` : '';
  const [from, to] = pick([
    ['', ''],
    ['<main>', '</main>'],
    ['<div style="padding: 10px; border: 1px solid red"><section>', '</section></div>'],
  ]) as [string, string];
  const paragraphs = () => `<p>${text(10 + below(80))}</p>`.repeat(below(3));
  return `<!doctype html><html lang="en"><head><title>${seed}</title><style>${rules.join('\n')}</style></head><body>${chance(70) ? `<h1>${text(3)}</h1>` : ''}${paragraphs()}${from}<table>${caption}${columnsHtml}${head}<tbody>${body.join('\n')}</tbody>${foot}</table>${to}${chance(50) ? `<h2>${text(2)}</h2>` : ''}${paragraphs()}</body></html>`;
}
