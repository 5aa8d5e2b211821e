/** Pages that try to leave: dialogs, other windows, other addresses, and files on the local disk. */
import { forEver, type HostilePage, script } from './hostile-page.ts';

export const leaving: readonly HostilePage[] = [
  { name: 'says something', html: script("alert(1); confirm('sure?'); prompt('name?')"), ends: [200] },
  { name: 'alerts for ever', html: script('for (;;) alert(1)'), ends: [422], says: /dialogs endlessly/ },
  {
    name: 'asks for ever before it is printed',
    html: script("onbeforeprint = () => { for (;;) confirm('sure?') }"),
    ends: [422],
    says: /dialogs endlessly/,
  },
  {
    name: 'alerts for ever in a frame',
    html: '<iframe srcdoc="<script>for (;;) prompt()</script>"></iframe>',
    ends: [422],
    says: /dialogs endlessly/,
  },
  { name: 'prints itself', html: script('for (let i = 0; i < 100; i++) print()'), ends: [200] },
  {
    name: 'does not want to be left',
    html: script('onbeforeunload = (event) => { event.preventDefault(); return 1 }'),
    ends: [200],
  },
  {
    name: 'opens a window',
    html: script("open('about:blank')?.document.write('<script>for (;;);<\\/script>')"),
    ends: [200],
  },
  {
    name: 'opens two hundred windows',
    html: script("for (let i = 0; i < 200; i++) open('about:blank')"),
    ends: [422],
    says: /opens windows endlessly/,
  },
  {
    name: 'opens windows for ever',
    html: script(`setInterval(() => open('data:text/html,x')); ${forEver}`),
    ends: [422],
    says: /opens windows endlessly/,
  },
  {
    name: 'goes to another address for ever',
    html: script("for (;;) location = 'http://example.com/' + Math.random()"),
    ends: [422],
    says: /navigate to another page/,
  },
  {
    name: 'loads itself again',
    html: script('location.reload()'),
    ends: [422],
    says: /navigate to another page/,
  },
  {
    name: 'is refreshed',
    html: '<meta http-equiv="refresh" content="0">x',
    ends: [422],
    says: /navigate to another page/,
  },
  {
    name: 'sends a form',
    html: '<form id="f" action="http://example.com/"></form><script>f.submit()</script>',
    ends: [422],
    says: /navigate to another page/,
  },
  {
    name: 'goes to a page that it has made',
    html: script("location = URL.createObjectURL(new Blob(['x'], { type: 'text/html' }))"),
    ends: [422],
    says: /navigate to another page/,
  },
  { name: 'goes to a file of this machine', html: script("location = 'file:///etc/passwd'"), ends: [200] },
  {
    name: 'has a frame that ends the browser',
    html: '<iframe src="chrome://crash"></iframe><iframe src="chrome://quit"></iframe>x',
    ends: [200],
  },
  {
    name: 'makes history for ever',
    html: script("for (;;) history.pushState(null, '', '/' + Math.random())"),
    ends: [422],
  },
  { name: 'closes itself', html: script(`close(); ${forEver}`), ends: [422] },
  {
    name: 'wants a hundred files to be saved',
    html: script(
      "for (let i = 0; i < 100; i++) { const a = document.createElement('a'); a.download = 'saved'; a.href = URL.createObjectURL(new Blob(['x'.repeat(100_000)])); document.body.append(a); a.click() }",
    ),
    ends: [200],
  },
  {
    name: 'asks for leave to do all kinds of things',
    html: script(
      'Notification.requestPermission(); navigator.geolocation.getCurrentPosition(() => {}); navigator.mediaDevices?.getUserMedia({ video: true }); globalThis.showOpenFilePicker?.().catch(() => {})',
    ),
    ends: [200],
  },
  {
    name: 'registers a service worker',
    html: script("navigator.serviceWorker?.register('/worker.js')"),
    ends: [200],
  },
];
