/** Pages that a JavaScript framework renders, and CSS frameworks. */
import { type CorpusPage, page, prose, script, style } from '../corpus-page.ts';

const rows = `Array.from({ length: 30 }, (_, i) => ({ id: i + 1, name: 'Item ' + (i + 1), price: (i * 3.5).toFixed(2) }))`;
const cards = Array.from(
  { length: 6 },
  (_, i) => `<div class="CARD"><div class="BODY"><h5>Card ${i + 1}</h5><p>${prose(i, 2)}</p></div></div>`,
).join('');

const styled = (name: string, path: string, body: string): CorpusPage => ({
  name,
  libraries: [path],
  html: page(name, body, style(path)),
});

export const frameworks: readonly CorpusPage[] = [
  {
    name: 'vue',
    libraries: ['vue/dist/vue.global.prod.js'],
    html: page(
      'Vue',
      `<div id="app"><h1>{{ title }}</h1><ul><li v-for="row in rows" :key="row.id">{{ row.name }} — {{ row.price }}</li></ul></div>
       <script>Vue.createApp({ data: () => ({ title: 'Price list', rows: ${rows} }) }).mount('#app')</script>`,
      script('vue/dist/vue.global.prod.js'),
    ),
  },
  {
    name: 'petite-vue',
    libraries: ['petite-vue/dist/petite-vue.iife.js'],
    options: ['--no-twig'],
    html: page(
      'petite-vue',
      `<div v-scope="{ rows: ${rows.replaceAll('"', '&quot;')} }"><p v-for="row in rows">{{ row.name }}</p></div>
       <script>PetiteVue.createApp().mount()</script>`,
      script('petite-vue/dist/petite-vue.iife.js'),
    ),
  },
  {
    name: 'react',
    libraries: ['react/umd/react.production.min.js', 'react-dom/umd/react-dom.production.min.js'],
    html: page(
      'React',
      `<div id="root"></div><script>
        const h = React.createElement;
        const App = () => {
          const [rows, set] = React.useState([]);
          React.useEffect(() => { const timer = setTimeout(() => set(${rows}), 300); return () => clearTimeout(timer); }, []);
          return h('table', null, h('tbody', null, rows.map((row) => h('tr', { key: row.id }, h('td', null, row.name), h('td', null, row.price)))));
        };
        ReactDOM.createRoot(document.getElementById('root')).render(h(App));
      </script>`,
      script('react/umd/react.production.min.js') + script('react-dom/umd/react-dom.production.min.js'),
    ),
  },
  ...['preact', 'lit', 'svelte'].map((name) => ({
    name,
    libraries: [`built/${name}.js`],
    html: page(name, `<div id="root"></div>${script(`built/${name}.js`)}`),
  })),
  {
    name: 'alpine',
    libraries: ['alpinejs/dist/cdn.min.js'],
    html: page(
      'Alpine',
      `<div x-data="{ rows: [], total: 0 }" x-init="setTimeout(() => { rows = ['One', 'Two', 'Three']; total = 3 }, 500)">
        <template x-for="row in rows"><p x-text="row"></p></template><b x-text="'Total ' + total"></b></div>`,
      '<script defer src="lib/alpinejs/dist/cdn.min.js"></script>',
    ),
  },
  {
    name: 'handlebars',
    libraries: ['handlebars/dist/handlebars.min.js'],
    options: ['--no-twig'],
    html: page(
      'Handlebars',
      `<div id="out"></div><script type="text/x-handlebars" id="t"><h1>{{title}}</h1>{{#each rows}}<p>{{name}}: {{price}}</p>{{/each}}</script>
       <script>out.innerHTML = Handlebars.compile(t.textContent)({ title: 'List', rows: ${rows} })</script>`,
      script('handlebars/dist/handlebars.min.js'),
    ),
  },
  {
    name: 'mustache',
    libraries: ['mustache/mustache.min.js'],
    options: ['--no-twig'],
    html: page(
      'Mustache',
      `<div id="out"></div><template id="t">{{#rows}}<p>{{name}} <b>{{price}}</b></p>{{/rows}}</template>
       <script>out.innerHTML = Mustache.render(t.innerHTML, { rows: ${rows} })</script>`,
      script('mustache/mustache.min.js'),
    ),
  },
  {
    name: 'custom-elements',
    html: page(
      'Custom elements',
      `<price-tag amount="12.5"></price-tag> <price-tag amount="99"></price-tag><script>
        customElements.define('price-tag', class extends HTMLElement {
          connectedCallback() {
            this.attachShadow({ mode: 'open' }).innerHTML = '<style>b { color: teal; border: 1px solid; padding: 4px }</style><b>€ ' + this.getAttribute('amount') + ' <slot></slot></b>';
          }
        });
      </script>`,
    ),
  },
  {
    name: 'declarative-shadow-dom',
    html: page(
      'Shadow',
      '<div><template shadowrootmode="open"><style>h2 { color: crimson }</style><h2>In the shadow</h2><slot></slot></template><p>In the light</p></div>',
    ),
  },
  styled(
    'bootstrap',
    'bootstrap/dist/css/bootstrap.min.css',
    `<div class="container"><h1 class="display-4">Report</h1><div class="row row-cols-2 g-3">${cards.replaceAll('CARD', 'card').replaceAll('BODY', 'card-body')}</div>
     <table class="table table-striped"><thead><tr><th>#</th><th>Name</th></tr></thead><tbody><tr><td>1</td><td>Ada</td></tr><tr><td>2</td><td>Grace</td></tr></tbody></table>
     <div class="alert alert-warning">Due soon</div><span class="badge text-bg-primary">New</span></div>`,
  ),
  {
    name: 'bootstrap-modal',
    libraries: ['bootstrap/dist/css/bootstrap.min.css', 'bootstrap/dist/js/bootstrap.bundle.min.js'],
    html: page(
      'Modal',
      `<p>${prose(3, 4)}</p><div class="collapse" id="more"><div class="card card-body">Shown by a script</div></div>
       <script>new bootstrap.Collapse('#more', { toggle: true })</script>`,
      style('bootstrap/dist/css/bootstrap.min.css') + script('bootstrap/dist/js/bootstrap.bundle.min.js'),
    ),
  },
  styled(
    'bulma',
    'bulma/css/bulma.min.css',
    `<section class="section"><h1 class="title">Offer</h1><div class="columns is-multiline">${cards.replaceAll('CARD', 'column is-half').replaceAll('BODY', 'box')}</div><div class="notification is-info">Note</div></section>`,
  ),
  styled(
    'pico',
    '@picocss/pico/css/pico.min.css',
    `<main class="container"><h1>Article</h1><p>${prose(5, 6)}</p><article>${prose(6, 3)}</article><progress value="40" max="100"></progress></main>`,
  ),
  {
    name: 'tailwind',
    libraries: ['built/tailwind.css'],
    html: page(
      'Tailwind',
      `<div class="p-6 grid grid-cols-2 gap-4">${Array.from({ length: 6 }, (_, i) => `<div class="rounded-lg bg-sky-100 p-4 shadow print:shadow-none"><h2 class="text-xl font-bold text-sky-800">Box ${i}</h2><p class="text-sm">${prose(i, 2)}</p></div>`).join('')}</div>`,
      style('built/tailwind.css'),
    ),
  },
];
