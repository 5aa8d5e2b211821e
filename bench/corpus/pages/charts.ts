/** Charts, diagrams and maps, drawn by scripts and mostly animated. */
import { type CorpusPage, page, script, style } from '../corpus-page.ts';

const box = '<div id="a" style="width:600px;height:360px"></div>';
const months = `['Jan','Feb','Mar','Apr','May','Jun']`;
const values = '[12, 19, 7, 15, 22, 9]';

const one = (name: string, library: string, body: string, sheet?: string): CorpusPage => ({
  name,
  libraries: sheet ? [library, sheet] : [library],
  html: page(name, body, script(library) + (sheet ? style(sheet) : '')),
});

const chartJs = (name: string, type: string, more = '') =>
  one(
    name,
    'chart.js/dist/chart.umd.js',
    `<h1>Sales</h1><div style="width:600px"><canvas id="c"></canvas></div><script>
      new Chart(c, { type: '${type}', data: { labels: ${months}, datasets: [{ label: 'Units', data: ${values} }] } ${more} })
    </script>`,
  );
const echarts = (name: string, renderer: string) =>
  one(
    name,
    'echarts/dist/echarts.min.js',
    `${box}<script>
      echarts.init(a, null, { renderer: '${renderer}' }).setOption({ title: { text: 'Traffic' }, xAxis: { data: ${months} }, yAxis: {},
        series: [{ type: 'bar', data: ${values} }, { type: 'line', smooth: true, data: ${values} }] })
    </script>`,
  );
const apex = (name: string, options: string) =>
  one(
    name,
    'apexcharts/dist/apexcharts.min.js',
    `${box}<script>new ApexCharts(a, { ${options} }).render()</script>`,
  );
const plotly = (name: string, data: string): CorpusPage => ({
  ...one(name, 'plotly.js-dist-min/plotly.min.js', `${box}<script>Plotly.newPlot(a, ${data})</script>`),
  reason: 'its tool bar is for screens: pdfapi loads a page with its print styles, and leaves it out',
});
const mermaid = (name: string, text: string) =>
  one(
    name,
    'mermaid/dist/mermaid.min.js',
    `<h1>Diagram</h1><pre class="mermaid">${text}</pre><script>mermaid.initialize({ startOnLoad: true })</script>`,
  );

export const charts: readonly CorpusPage[] = [
  chartJs('chartjs-bar', 'bar'),
  chartJs('chartjs-line-slow', 'line', ', options: { animation: { duration: 2500 } }'),
  chartJs('chartjs-doughnut', 'doughnut'),
  echarts('echarts-canvas', 'canvas'),
  echarts('echarts-svg', 'svg'),
  one(
    'd3-bars',
    'd3/dist/d3.min.js',
    `<svg id="s" width="600" height="300"></svg><script>
      const x = d3.scaleBand(${months}, [40, 590]).padding(0.2), y = d3.scaleLinear([0, 25], [270, 10]);
      const svg = d3.select('#s');
      svg.append('g').attr('transform', 'translate(0,270)').call(d3.axisBottom(x));
      svg.append('g').attr('transform', 'translate(40,0)').call(d3.axisLeft(y));
      svg.selectAll('rect').data(${values}).join('rect').attr('x', (_, i) => x(${months}[i])).attr('width', x.bandwidth())
        .attr('y', 270).attr('fill', 'steelblue').transition().duration(1200).attr('y', (d) => y(d)).attr('height', (d) => 270 - y(d));
    </script>`,
  ),
  {
    ...one(
      'd3-force',
      'd3/dist/d3.min.js',
      `<svg id="s" width="500" height="400"></svg><script>
      const nodes = d3.range(24).map((id) => ({ id })), links = d3.range(1, 24).map((i) => ({ source: i, target: (i * 7) % i }));
      const svg = d3.select('#s');
      const line = svg.selectAll('line').data(links).join('line').attr('stroke', '#999');
      const dot = svg.selectAll('circle').data(nodes).join('circle').attr('r', 6).attr('fill', 'tomato');
      d3.forceSimulation(nodes).force('l', d3.forceLink(links)).force('c', d3.forceManyBody()).force('m', d3.forceCenter(250, 200))
        .on('tick', () => {
          line.attr('x1', (d) => d.source.x).attr('y1', (d) => d.source.y).attr('x2', (d) => d.target.x).attr('y2', (d) => d.target.y);
          dot.attr('cx', (d) => d.x).attr('cy', (d) => d.y);
        });
    </script>`,
    ),
    reason: 'its simulation runs for 300 frames, 4.8 s: pdfapi prints what there is after three',
  },
  apex(
    'apexcharts-line',
    `chart: { type: 'line', width: 600, height: 360 }, series: [{ name: 'Units', data: ${values} }], xaxis: { categories: ${months} }`,
  ),
  apex('apexcharts-donut', `chart: { type: 'donut', width: 500 }, series: ${values}, labels: ${months}`),
  plotly(
    'plotly-lines',
    `[{ x: ${months}, y: ${values} }, { x: ${months}, y: ${values}.toReversed(), type: 'bar' }]`,
  ),
  plotly('plotly-heatmap', `[{ z: [${values}, ${values}.toReversed()], type: 'heatmap' }]`),
  one(
    'billboard',
    'billboard.js/dist/billboard.pkgd.min.js',
    `${box}<script>bb.generate({ bindto: '#a', data: { columns: [['units', ...${values}]], type: 'area' } })</script>`,
  ),
  one(
    'frappe-charts',
    'frappe-charts/dist/frappe-charts.min.umd.js',
    `${box}<script>new frappe.Chart('#a', { type: 'bar', height: 300, data: { labels: ${months}, datasets: [{ values: ${values} }] } })</script>`,
  ),
  one(
    'uplot',
    'uplot/dist/uPlot.iife.min.js',
    `${box}<script>new uPlot({ width: 600, height: 300, scales: { x: { time: false } }, series: [{}, { stroke: 'red', label: 'Units' }] }, [[1, 2, 3, 4, 5, 6], ${values}], a)</script>`,
    'uplot/dist/uPlot.min.css',
  ),
  {
    name: 'vega-lite',
    libraries: [
      'vega/build/vega.min.js',
      'vega-lite/build/vega-lite.min.js',
      'vega-embed/build/vega-embed.min.js',
    ],
    html: page(
      'Vega',
      `${box}<script>vegaEmbed('#a', { mark: 'bar', width: 400, encoding: { x: { field: 'm', type: 'nominal' }, y: { field: 'v', type: 'quantitative' } },
        data: { values: ${values}.map((v, i) => ({ v, m: ${months}[i] })) } }, { actions: false })</script>`,
      script('vega/build/vega.min.js') +
        script('vega-lite/build/vega-lite.min.js') +
        script('vega-embed/build/vega-embed.min.js'),
    ),
  },
  one(
    'cytoscape',
    'cytoscape/dist/cytoscape.min.js',
    `${box}<script>cytoscape({ container: a, layout: { name: 'circle' }, style: [{ selector: 'node', style: { label: 'data(id)' } }],
      elements: ['a', 'b', 'c', 'd'].map((id) => ({ data: { id } })).concat([['a', 'b'], ['b', 'c'], ['c', 'd']].map(([source, target]) => ({ data: { source, target } }))) })</script>`,
  ),
  mermaid(
    'mermaid-flowchart',
    'flowchart LR\n  A[Order] --> B{Paid?}\n  B -- yes --> C[Ship]\n  B -- no --> D[Remind]\n  D --> B',
  ),
  mermaid(
    'mermaid-sequence',
    'sequenceDiagram\n  Alice->>Bob: Hello\n  Bob-->>Alice: Hi\n  Note right of Bob: Thinks',
  ),
  mermaid(
    'mermaid-gantt',
    'gantt\n  dateFormat YYYY-MM-DD\n  section Plan\n  Draft :a1, 2026-01-01, 10d\n  Print :after a1, 5d',
  ),
  one(
    'leaflet-geojson',
    'leaflet/dist/leaflet.js',
    `${box}<script>
      const map = L.map(a, { attributionControl: false }).setView([47, 8], 6);
      L.geoJSON({ type: 'Feature', geometry: { type: 'Polygon', coordinates: [[[6, 46], [10, 46], [10, 48], [6, 48], [6, 46]]] } }).addTo(map);
      L.circleMarker([47, 8], { color: 'red' }).addTo(map).bindTooltip('Here', { permanent: true });
    </script>`,
    'leaflet/dist/leaflet.css',
  ),
];
