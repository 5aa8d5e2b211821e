/** Pages that overload the browser process, which all documents share, and pages that take all threads. */
import { forEver, type HostilePage, script } from './hostile-page.ts';

const isBusy = /keeps the browser busy|changes its address endlessly/;
const tooManyWorkers = /starts workers endlessly/;
const inTimers = (code: string) => script(`let i = 0; setInterval(() => { ${code} }); ${forEver}`);
const long = "'x'.repeat(1e6)";
/** A frame of another origin, which does not share the page's limits on address changes. */
const inFrame = (code: string) =>
  `<iframe sandbox="allow-scripts" src="data:text/html,${encodeURIComponent(`<script>${code}</script>`)}"></iframe><script>${forEver}</script>`;
const endlessWorker = "URL.createObjectURL(new Blob(['for (;;);']))";

export const floods: readonly HostilePage[] = [
  {
    name: 'writes long addresses into its history',
    html: inTimers(`for (let k = 0; k < 100; k++) history.pushState(0, '', '#' + ${long} + i++)`),
    ends: [422, 504],
  },
  {
    name: 'replaces its address by long ones',
    html: inTimers(`for (let k = 0; k < 100; k++) history.replaceState(0, '', '#' + ${long} + i++)`),
    ends: [422, 504],
  },
  {
    name: 'changes its fragment to long ones',
    html: inTimers(`for (let k = 0; k < 100; k++) location.hash = ${long} + i++`),
    ends: [422, 504],
  },
  {
    name: 'changes its fragment in a thousand ways',
    html: inTimers('for (let k = 0; k < 1_000; k++) location.replace("#" + i++)'),
    ends: [422],
    says: isBusy,
  },
  {
    name: 'keeps long states in its history',
    html: inTimers(`for (let k = 0; k < 10; k++) history.pushState({ a: ${long}.repeat(10) + i++ }, '')`),
    ends: [422, 504],
  },
  {
    name: 'changes the address of a frame of another origin',
    html: inFrame(
      "let i = 0; setInterval(() => { for (let k = 0; k < 100; k++) location.hash = 'x'.repeat(1e6) + i++ })",
    ),
    ends: [422],
  },
  {
    name: 'clicks on links within itself',
    html: `<a id="a" href="#">x</a>${inTimers('for (let k = 0; k < 1_000; k++) { a.href = "#" + i++; a.click() }')}`,
    ends: [422],
  },
  {
    name: 'goes back and forth in its history',
    html: inTimers("history.pushState(0, '', '#' + i++); history.back(); history.forward(); history.go(-1)"),
    ends: [422],
  },
  {
    name: 'changes its title',
    html: inTimers('for (let k = 0; k < 10_000; k++) document.title = i++'),
    ends: [422],
  },
  {
    name: 'names its frame again and again',
    html: `<iframe id="f"></iframe>${inTimers(`for (let k = 0; k < 1_000; k++) f.contentWindow.name = ${long} + i++`)}`,
    ends: [422],
  },
  {
    name: 'makes frames and takes them away',
    html: inTimers(
      "for (let k = 0; k < 200; k++) { const f = document.createElement('iframe'); document.body.append(f); f.remove() }",
    ),
    ends: [422],
  },
  {
    name: 'sends frames to other addresses',
    html: `<iframe id="f"></iframe>${inTimers("for (let k = 0; k < 100; k++) f.src = 'data:text/html,' + 'x'.repeat(1e5) + i++")}`,
    ends: [422],
  },
  {
    name: 'makes a million addresses of blobs',
    html: inTimers("for (let k = 0; k < 10_000; k++) URL.createObjectURL(new Blob(['x' + i++]))"),
    ends: [422],
  },
  {
    name: 'opens channels and fills them',
    html: inTimers(`for (let k = 0; k < 100; k++) new BroadcastChannel('a').postMessage(${long} + i++)`),
    ends: [422],
  },
  {
    name: 'fills its storage again and again',
    html: inTimers(
      `for (let k = 0; k < 100; k++) { localStorage.setItem('a', ${long} + i++); document.cookie = 'a=' + i }`,
    ),
    ends: [422],
  },
  {
    name: 'moves the focus and the selection',
    html: `<input id="a"><input id="b">${inTimers('for (let k = 0; k < 1_000; k++) { a.focus(); b.focus(); getSelection().selectAllChildren(document.body) }')}`,
    ends: [422],
  },
  {
    name: 'sends messages without waiting for them',
    html: inTimers("for (let k = 0; k < 1_000; k++) navigator.sendBeacon('/x', 'x')"),
    ends: [422],
  },
  {
    name: 'has sixty-four workers of a hidden name',
    html: script(`for (let i = 0; i < 64; i++) new window['Wor' + 'ker'](${endlessWorker}); ${forEver}`),
    ends: [422],
    says: tooManyWorkers,
  },
  {
    name: 'has workers that have workers',
    html: script(
      `const own = "for (let i = 0; i < 8; i++) new Worker(URL.createObjectURL(new Blob(['for (;;);']))); for (;;);"; for (let i = 0; i < 4; i++) new Worker(URL.createObjectURL(new Blob([own]))); ${forEver}`,
    ),
    ends: [422],
    says: tooManyWorkers,
  },
  {
    name: 'has workers in frames',
    html: script(
      `for (let i = 0; i < 20; i++) { const f = document.createElement('iframe'); document.body.append(f); new f.contentWindow.Worker(${endlessWorker}) } ${forEver}`,
    ),
    ends: [422],
    says: tooManyWorkers,
  },
  {
    name: 'starts workers and ends them',
    html: inTimers(`for (let k = 0; k < 20; k++) new Worker(${endlessWorker}).terminate()`),
    ends: [422],
    says: tooManyWorkers,
  },
];
