/** Documents of increasing length: by pages, and by rows of one table. */

const sentence = 'The quick brown fox jumps over the lazy dog, and the dog does not mind at all. ';

/** Each page has a heading and three paragraphs. */
export const pagesOf = (count: number): string =>
  `<!doctype html><html lang="en"><head><title>Pages</title><style>body{font:10pt/1.4 sans-serif}section{break-after:page}section:last-child{break-after:auto}</style></head><body>${Array.from(
    { length: count },
    (_, page) => `<section><h2>Page ${page + 1}</h2>${`<p>${sentence.repeat(8)}</p>`.repeat(3)}</section>`,
  ).join('')}</body></html>`;

export const rowsOf = (count: number): string =>
  `<!doctype html><html lang="en"><head><title>Rows</title><style>body{font:8pt/1.3 sans-serif}table{width:100%;border-collapse:collapse}td{border-bottom:1px solid #ddd;padding:1mm}</style></head><body><table><thead><tr><th>No.</th><th>Item</th><th>Customer</th><th>Amount</th></tr></thead><tbody>${Array.from(
    { length: count },
    (_, row) =>
      `<tr><td>${row + 1}</td><td>Article ${row % 97}</td><td>Customer ${(row * 7919) % 997}</td><td>${((row * 37) % 900) / 10}</td></tr>`,
  ).join('')}</tbody></table></body></html>`;
