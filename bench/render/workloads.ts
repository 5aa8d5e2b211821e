/** Typical documents. Every peer prints the same ones. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface Workload {
  readonly name: string;
  readonly title: string;
  readonly html: string;
  readonly styles?: string;
  readonly header?: string;
  readonly footer?: string;
  /** Relative path → file, for `styles`. */
  readonly files: Readonly<Record<string, { readonly type: string; readonly bytes: Buffer }>>;
}

const fontFile = join(
  dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  'standard_fonts/LiberationSans-Regular.ttf',
);
const font = { type: 'font/ttf', bytes: readFileSync(fontFile) };

const goods = ['Espresso', 'Flat white', 'Croissant', 'Sandwich', 'Orange juice', 'Carrot cake', 'Granola'];
const price = (index: number) => (((index * 37) % 900) / 10 + 1.5).toFixed(2);
const rows = (count: number, row: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => row(index)).join('\n');

const receipt: Workload = {
  name: 'w1',
  title: 'a receipt, one page',
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Receipt</title>
<style>body{font:10pt sans-serif;width:80mm}table{width:100%;border-collapse:collapse}td{padding:2px 0;border-bottom:1px dotted #999}td:last-child{text-align:right}.total{font-weight:bold;font-size:12pt}</style></head>
<body><h1>Corner Café</h1><p>12 Main Street<br>Receipt 2026-000187</p>
<table>${rows(8, (i) => `<tr><td>${goods[i % 7]}</td><td>${price(i)}</td></tr>`)}<tr class="total"><td>Total</td><td>187.40</td></tr></table>
<p>Thank you for your visit.</p></body></html>`,
  files: {},
};

const invoice: Workload = {
  name: 'w2',
  title: 'an invoice, one page: web font, grid, header and footer',
  styles:
    '@font-face{font-family:Body;src:url("fonts/body.ttf")}body{font:10pt/1.4 Body,sans-serif;color:#223}.head,.foot{display:flex;justify-content:space-between;font-family:Body;font-size:8pt;color:#667}',
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Invoice 2026-0042</title>
<style>@page{margin:25mm 18mm}.grid{display:grid;grid-template-columns:2fr 1fr;gap:8mm}.box{border:1px solid #ccd;border-radius:3mm;padding:4mm;background:#f6f7fb}table{width:100%;border-collapse:collapse;margin-top:8mm}th{background:#334;color:#fff;text-align:left;padding:2mm}td{padding:2mm;border-bottom:1px solid #dde}td.n{text-align:right;font-variant-numeric:tabular-nums}h1{color:#345;margin:0 0 6mm}.sum{font-weight:bold;font-size:12pt}</style></head>
<body><h1>Invoice</h1><div class="grid"><div class="box"><strong>Northwind Traders Ltd</strong><br>27 Harbour Road<br>Bristol BS1 4XE</div><div class="box">No. 2026-0042<br>1 March 2026<br>Due in 14 days</div></div>
<table><thead><tr><th>Item</th><th>Quantity</th><th>Price</th><th>Amount</th></tr></thead><tbody>
${rows(14, (i) => `<tr><td>${goods[i % 7]}, delivered weekly</td><td class="n">${(i % 5) + 1}</td><td class="n">${price(i)}</td><td class="n">${price(i * 3)}</td></tr>`)}
<tr class="sum"><td colspan="3">Total</td><td class="n">1,204.80</td></tr></tbody></table>
<p>Please pay to the account named below. Thank you for your business.</p></body></html>`,
  header: '<div class="head"><span>Northwind Traders Ltd</span><span>Invoice 2026-0042</span></div>',
  footer:
    '<div class="foot"><span>Registered in England 1234567</span><span><span class="pageNumber"></span> / <span class="totalPages"></span></span></div>',
  files: { 'fonts/body.ttf': font },
};

const bars = (seed: number) =>
  `<svg viewBox="0 0 480 160" width="100%">${rows(
    24,
    (i) =>
      `<rect x="${i * 20 + 2}" y="${150 - ((i * seed * 13) % 140)}" width="14" height="${(i * seed * 13) % 140}" fill="hsl(${i * 15} 60% 50%)"/>`,
  )}<path d="M0 150H480" stroke="#333"/></svg>`;

const report: Workload = {
  name: 'w3',
  title: 'a report of 30 pages: 1,500 table rows, six charts as SVG',
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Report</title>
<style>body{font:8.5pt/1.35 sans-serif}table{width:100%;border-collapse:collapse}thead{display:table-header-group}th,td{padding:1.2mm 1.5mm;border-bottom:1px solid #ddd;text-align:left}tr:nth-child(even) td{background:#f7f7f7}h2{break-before:page}h2:first-of-type{break-before:auto}</style></head>
<body><h1>Yearly report</h1>
${rows(
  6,
  (part) => `<h2>Part ${part + 1}</h2>${bars(part + 3)}
<table><thead><tr><th>No.</th><th>Date</th><th>Item</th><th>Customer</th><th>Quantity</th><th>Amount</th></tr></thead><tbody>
${rows(250, (i) => `<tr><td>${part * 250 + i}</td><td>2026-${String((i % 12) + 1).padStart(2, '0')}-${String((i % 28) + 1).padStart(2, '0')}</td><td>${goods[i % 7]}</td><td>Customer ${(i * 7919) % 997}</td><td>${i % 9}</td><td>${price(i)}</td></tr>`)}
</tbody></table>`,
)}</body></html>`,
  files: {},
};

const chart: Workload = {
  name: 'w4',
  title: 'a chart that a script draws',
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Chart</title></head>
<body><h1>Sales</h1><canvas id="chart" width="1400" height="700" style="width:100%"></canvas><div id="legend"></div>
<script>
const context = document.getElementById('chart').getContext('2d');
const data = Array.from({ length: 400 }, (_, i) => Math.sin(i / 17) * 120 + Math.cos(i / 5) * 60 + 300);
context.strokeStyle = '#36c'; context.lineWidth = 2; context.beginPath();
data.forEach((y, i) => context.lineTo(i * 3.5, 700 - y)); context.stroke();
context.font = '18px sans-serif';
for (let i = 0; i < 14; i++) { context.fillText('Week ' + i, i * 100, 690); context.fillRect(i * 100, 700 - data[i * 20], 40, 4); }
const legend = document.getElementById('legend');
for (let i = 0; i < 60; i++) { const line = document.createElement('div'); line.textContent = 'Series ' + i + ': ' + data[i].toFixed(2); legend.append(line); }
</script></body></html>`,
  files: {},
};

/** A document whose overhead outweighs its printing. */
const scripted: Workload = {
  ...receipt,
  name: 'w5',
  title: 'the receipt, its total by a script',
  html: receipt.html
    .replace('<td>187.40</td>', '<td></td>')
    .replace(
      '</body>',
      `<script>document.querySelector('.total td:last-child').textContent = (187.4).toFixed(2)</script></body>`,
    ),
};

export const workloads: readonly Workload[] = [receipt, invoice, report, chart, scripted];
