/** Documents that a script lays out page by page. */
import { type CorpusPage, page, prose, script } from '../corpus-page.ts';

const chapters = Array.from(
  { length: 12 },
  (_, i) =>
    `<section><h1>Chapter ${i + 1}</h1>${Array.from({ length: 9 }, (_, j) => `<p>${prose(i * 9 + j, 9)}</p>`).join('')}</section>`,
).join('');
const css =
  '<style>@page { size: A5; margin: 18mm; @bottom-center { content: counter(page) } } h1 { break-before: page; string-set: title content(text) }</style>';

export const books: readonly CorpusPage[] = [
  {
    name: 'pagedjs-polyfill',
    libraries: ['pagedjs/dist/paged.polyfill.min.js'],
    html: page('Book', chapters, css + script('pagedjs/dist/paged.polyfill.min.js')),
  },
  {
    name: 'pagedjs-configured',
    libraries: ['pagedjs/dist/paged.polyfill.min.js'],
    html: page(
      'Book',
      chapters,
      `${css}<script>PagedConfig = { before: () => new Promise((done) => setTimeout(done, 400)), after: (flow) => { const p = document.createElement('p'); p.textContent = flow.total + ' pages'; document.body.append(p) } }</script>${script('pagedjs/dist/paged.polyfill.min.js')}`,
    ),
  },
  {
    name: 'pagedjs-previewer',
    libraries: ['pagedjs/dist/paged.esm.js'],
    html: page(
      'Book',
      `${chapters}<script type="module">import { Previewer } from './lib/pagedjs/dist/paged.esm.js'; await new Previewer().preview()</script>`,
      css,
    ),
  },
  {
    name: 'vivliostyle',
    libraries: ['built/vivliostyle.js'],
    files: { 'book.html': page('Book', chapters, css) },
    html: page(
      'Vivliostyle',
      `<div id="viewport"></div>${script('built/vivliostyle.js')}<script>
        const viewer = new Vivliostyle.CoreViewer({ viewportElement: document.getElementById('viewport') }, { renderAllPages: true, autoResize: false });
        viewer.loadDocument({ url: new URL('book.html', location.href).href });
      </script>`,
      '<style>@page { size: A5; margin: 0 } body { margin: 0 }</style>',
    ),
  },
  {
    name: 'own-pagination',
    html: page(
      'Own',
      `<div id="source" hidden>${chapters}</div><div id="pages"></div><script>
        const all = [...source.querySelectorAll('p')];
        const next = () => {
          const sheet = document.createElement('div');
          sheet.style.breakAfter = 'page';
          sheet.append(...all.splice(0, 2));
          pages.append(sheet);
          if (all.length) setTimeout(next, 45);
        };
        next();
      </script>`,
    ),
  },
];
