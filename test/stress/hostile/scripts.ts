/** Scripts that take the processor, in every place that can contain a script. */
import { forEver, type HostilePage, script } from './hostile-page.ts';

/** `(func (export "f") (loop (br 0)))` */
const endlessWasm = '0,97,115,109,1,0,0,0,1,4,1,96,0,0,3,2,1,0,7,5,1,1,102,0,0,10,9,1,7,0,3,64,12,0,11,11';
const worker = "new Worker(URL.createObjectURL(new Blob(['for (;;);'])))";

export const scripts: readonly HostilePage[] = [
  { name: 'runs for ever', html: script('for (;;);'), ends: [504] },
  {
    name: 'runs for ever before it is printed',
    html: script("addEventListener('beforeprint', () => { for (;;); })"),
    ends: [504],
  },
  {
    name: 'runs for ever when the medium is paper',
    html: script("onafterprint = matchMedia('print').onchange = () => { for (;;); }"),
    ends: [504],
  },
  {
    name: 'runs for ever in timers',
    html: script(
      'setInterval(() => { const end = performance.now() + 1000; while (performance.now() < end); })',
    ),
    ends: [504],
  },
  {
    name: 'runs for ever in promises',
    html: script('(function again() { Promise.resolve().then(again) })()'),
    ends: [504],
  },
  { name: 'is never ready', html: script(forEver), ends: [504] },
  {
    name: 'runs for ever where it is asked whether it is ready',
    html: script("Object.defineProperty(window, 'pdfapiReady', { get() { for (;;); } })"),
    ends: [504],
  },
  {
    name: 'puts endless loops in the place of what the browser brings along',
    html: script(
      'Promise.prototype.then = Promise.all = Document.prototype.querySelectorAll = Array.prototype[Symbol.iterator] = () => { for (;;); }',
    ),
    ends: [200],
  },
  {
    name: 'runs for ever in WebAssembly',
    html: script(
      `new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([${endlessWasm}]))).exports.f()`,
    ),
    ends: [504],
  },
  {
    name: 'has a pattern that takes for ever',
    html: script("/^(a+)+$/.test('a'.repeat(40) + 'b')"),
    ends: [504],
  },
  { name: 'has a worker that runs for ever', html: script(worker), ends: [200] },
  {
    name: 'has workers for every processor',
    html: script(`for (let i = 0; i < 64; i++) ${worker}`),
    // The page may be printed before the browser has reported the workers.
    ends: [200, 422],
    says: /starts workers endlessly/,
  },
  { name: 'calls itself without an end', html: script('(function again() { again() })()'), ends: [200] },
  {
    name: 'changes itself whenever it has changed',
    html: script(
      "new MutationObserver(() => document.body.append('x')).observe(document.body, { childList: true }); document.body.append('x')",
    ),
    ends: [422],
  },
  {
    name: 'writes itself into itself',
    html: script('document.write("<script>" + document.currentScript.textContent + "<\\/script>")'),
    ends: [200],
  },
  {
    name: 'is a frame in a frame in a frame',
    html: script(
      "(function into(parent) { const frame = parent.document.createElement('iframe'); parent.document.body.append(frame); into(frame.contentWindow) })(window)",
    ),
    ends: [200, 422],
  },
  {
    name: 'has hundreds of frames that run for ever',
    html: '<iframe sandbox="allow-scripts" src="data:text/html,<script>for(;;);</script>"></iframe>'.repeat(
      300,
    ),
    ends: [422],
  },
  {
    name: 'writes to the console for ever',
    html: script('for (;;) console.log(1)'),
    ends: [422],
    says: /more than 10000 messages/,
  },
  {
    name: 'writes books to the console',
    html: script(`const book = 'x'.repeat(20_000_000); setInterval(() => console.log(book)); ${forEver}`),
    ends: [422],
    says: /more than 8000000 characters/,
  },
  {
    name: 'throws without an end',
    html: script(
      `setInterval(() => { for (let i = 0; i < 1000; i++) Promise.reject(new Error('x'.repeat(10_000))) }); ${forEver}`,
    ),
    ends: [422],
    says: /writes to the console/,
  },
  {
    name: 'posts books to its own address',
    html: script(
      `const book = 'x'.repeat(5_000_000); setInterval(() => fetch('/x', { method: 'POST', body: book })); ${forEver}`,
    ),
    ends: [422],
    says: /to its own address/,
  },
];
