/** Tables that scripts generate, and things that pages do while they load. */
import { type CorpusPage, page, prose, script, style } from '../corpus-page.ts';

const rows = `Array.from({ length: 40 }, (_, i) => ({ id: i + 1, name: 'Row ' + (i + 1), amount: i * 7 }))`;
const plain = (name: string, body: string, more: Partial<CorpusPage> = {}): CorpusPage => ({
  name,
  html: page(name, body),
  ...more,
});

export const behaviour: readonly CorpusPage[] = [
  {
    name: 'ag-grid',
    libraries: ['ag-grid-community/dist/ag-grid-community.min.js'],
    html: page(
      'Grid',
      `<div id="a" style="width:680px"></div><script>agGrid.createGrid(a, { domLayout: 'print', columnDefs: [{ field: 'id' }, { field: 'name' }, { field: 'amount' }], rowData: ${rows} })</script>`,
      script('ag-grid-community/dist/ag-grid-community.min.js'),
    ),
  },
  {
    name: 'tabulator',
    libraries: ['tabulator-tables/dist/js/tabulator.min.js', 'tabulator-tables/dist/css/tabulator.min.css'],
    html: page(
      'Tabulator',
      `<div id="a"></div><script>new Tabulator(a, { data: ${rows}, layout: 'fitColumns', columns: [{ title: 'Name', field: 'name' }, { title: 'Amount', field: 'amount' }] })</script>`,
      style('tabulator-tables/dist/css/tabulator.min.css') +
        script('tabulator-tables/dist/js/tabulator.min.js'),
    ),
  },
  {
    name: 'datatables',
    libraries: [
      'jquery/dist/jquery.min.js',
      'datatables.net/js/dataTables.min.js',
      'datatables.net-dt/css/dataTables.dataTables.min.css',
    ],
    html: page(
      'DataTables',
      `<table id="a"></table><script>new DataTable('#a', { paging: false, data: ${rows}, columns: [{ title: 'Name', data: 'name' }, { title: 'Amount', data: 'amount' }] })</script>`,
      style('datatables.net-dt/css/dataTables.dataTables.min.css') +
        script('jquery/dist/jquery.min.js') +
        script('datatables.net/js/dataTables.min.js'),
    ),
  },
  {
    name: 'gridjs',
    libraries: ['gridjs/dist/gridjs.umd.js', 'gridjs/dist/theme/mermaid.min.css'],
    html: page(
      'Grid.js',
      `<div id="a"></div><script>new gridjs.Grid({ columns: ['Name', 'Amount'], data: ${rows}.map(({ name, amount }) => [name, amount]) }).render(a)</script>`,
      style('gridjs/dist/theme/mermaid.min.css') + script('gridjs/dist/gridjs.umd.js'),
    ),
  },
  {
    name: 'jquery',
    libraries: ['jquery/dist/jquery.min.js'],
    html: page(
      'jQuery',
      `<p id="a" style="display:none">${prose(1, 3)}</p><script>$(() => $('#a').fadeIn(1500, () => $('#a').append(' done')))</script>`,
      script('jquery/dist/jquery.min.js'),
    ),
  },
  plain(
    'canvas',
    `<canvas id="c" width="400" height="200"></canvas><script>const x = c.getContext('2d'); for (let i = 0; i < 20; i++) { x.fillStyle = 'hsl(' + i * 18 + ' 80% 50%)'; x.fillRect(i * 20, 200 - i * 9, 18, i * 9); }</script>`,
  ),
  plain(
    'fetch-json',
    `<ul id="a"></ul><script>fetch('data.json').then((r) => r.json()).then((all) => { for (const each of all) a.append(Object.assign(document.createElement('li'), { textContent: each })) })</script>`,
    { files: { 'data.json': '["Oslo", "Lima", "Pune"]' } },
  ),
  plain(
    'es-modules',
    `<p id="a"></p><script type="module">import { name } from './name.js'; const more = await import('./more.js'); a.textContent = name + more.default</script>`,
    { files: { 'name.js': "export const name = 'module ';", 'more.js': "export default 'and one more';" } },
  ),
  plain('iframe-file', '<iframe src="inner.html" width="400" height="120"></iframe>', {
    files: { 'inner.html': page('Inner', '<h2>In a frame</h2>') },
  }),
  plain(
    'iframe-srcdoc',
    `<iframe srcdoc="<h2 style='color:teal'>In a frame</h2>" width="400" height="120"></iframe>`,
  ),
  plain(
    'worker',
    `<p id="a">0</p><script>new Worker(URL.createObjectURL(new Blob(['let n = 0; for (let i = 0; i < 1e7; i++) n += i % 7; postMessage(n)']))).onmessage = ({ data }) => { a.textContent = data }</script>`,
  ),
  plain(
    'timers',
    `<p id="a"></p><script>for (const ms of [0, 100, 900, 2500]) setTimeout(() => a.append(ms + ' '), ms)</script>`,
  ),
  plain(
    'late-timer',
    `<p id="a">at once</p><script>setTimeout(() => { a.textContent = 'after ten seconds' }, 10000)</script>`,
  ),
  plain(
    'observers',
    `<div style="height:1500px"></div><p id="a">not seen</p><script>new ResizeObserver(() => { a.textContent = 'measured' }).observe(a)</script>`,
  ),
  plain(
    'lazy-images',
    `<div style="height:5000px"></div><img loading="lazy" width="100" height="60" alt="" src="a.svg">`,
    {
      files: {
        'a.svg':
          '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="60"><rect width="100" height="60" fill="red"/></svg>',
      },
    },
  ),
  plain(
    'endless-animation',
    `<p>Text</p><i id="b" style="position:absolute;visibility:hidden">x</i><script>let n = 0; (function f() { b.style.left = n++ % 50 + 'px'; requestAnimationFrame(f) })()</script>`,
  ),
  plain(
    'typewriter',
    `<p id="a"></p><script>const text = ${JSON.stringify(prose(2, 1))}; let n = 0; const t = setInterval(() => { a.textContent = text.slice(0, ++n); if (n >= text.length) clearInterval(t) }, 15)</script>`,
  ),
  plain(
    'web-animations',
    `<p id="a">Moves</p><script>a.animate([{ marginLeft: '0px' }, { marginLeft: '120px' }], { duration: 800, fill: 'forwards' }).finished.then(() => { a.append(' and has arrived') })</script>`,
  ),
  plain(
    'print-listener',
    `<p id="a">screen</p><script>addEventListener('beforeprint', () => { a.textContent = 'made for print' })</script>`,
  ),
];
