/** A document with all that a choice of pages has to take care of: headings, links, lists and tables over several pages. */

const list = (count: number, item: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => item(i)).join('');

/** Rows with cells that reach into others, and empty ones. */
const row = (i: number) => {
  const shared =
    i % 10 === 3 ? `<td rowspan="3">rows ${i}</td>` : i % 10 === 4 || i % 10 === 5 ? '' : '<td>b</td>';
  return `<tr><td>${i}</td>${shared}<td>${i % 7 ? `x${i}` : ''}</td></tr>`;
};

const section = (i: number) =>
  `<section><h2 id="s${i}">Section ${i}</h2><p>Text of ${i}, <a href="#s${i + 1}">the next</a>, <a href="#top">the top</a></p><h3>Details ${i}</h3><p>More.</p></section>`;

/** Ten pages or so: a list over two of them, five sections, a table over three. */
export const book = `<!doctype html><html lang="en"><title>Book</title>
<style>section { break-before: page } body { font: 14px serif }</style>
<h1 id="top">Book</h1><p><a href="#s2">Two</a> <a href="#s5">Five</a> <a href="https://example.com/">Outside</a></p>
<ul>${list(80, (i) => `<li>Item ${i}</li>`)}</ul>
${list(5, (i) => section(i + 1))}
<section><h2 id="s6">Table</h2><table><thead><tr><th>n</th><th>b</th><th>c</th></tr></thead><tbody>${list(120, row)}</tbody></table></section>`;
