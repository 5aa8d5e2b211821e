/** Pages that take memory in every way other than by the size of their own text. */
import { crc32, deflateSync } from 'node:zlib';
import { forEver, type HostilePage, script } from './hostile-page.ts';

const memory = /needs more than 1024 MB of memory|crashed/;

export const memoryHogs: readonly HostilePage[] = [
  {
    name: 'fills the heap of its scripts',
    html: script('const all = []; for (;;) all.push(new Array(100_000).fill({}))'),
    ends: [422],
    says: memory,
  },
  {
    name: 'fills buffers',
    html: script('const all = []; for (;;) all.push(new Uint8Array(64e6).fill(1))'),
    ends: [422],
    says: memory,
  },
  {
    name: 'adds elements for ever',
    html: script('for (;;) document.body.append(document.createElement("div"))'),
    ends: [422],
    says: memory,
  },
  {
    name: 'holds pictures that are larger than they look',
    html: Array.from({ length: 12 }, (_, i) => `<img src="${pngOf(19_000 + i)}" width="100">`).join(''),
    ends: [422],
    says: memory,
  },
  {
    name: 'draws on a hundred canvases',
    html: script(
      "const all = []; for (let i = 0; i < 100; i++) { const canvas = document.createElement('canvas'); canvas.width = canvas.height = 16_000; canvas.getContext('2d').fillRect(0, 0, 16_000, 16_000); all.push(canvas) }",
    ),
    ends: [422],
    says: memory,
  },
  {
    name: 'fills the memory of WebAssembly',
    html: script(
      'const all = []; for (;;) { const memory = new WebAssembly.Memory({ initial: 10_000 }); new Uint8Array(memory.buffer).fill(1); all.push(memory) }',
    ),
    ends: [422],
    says: memory,
  },
  {
    name: 'wants five hundred graphics cards',
    html: script(
      "const all = []; for (let i = 0; i < 500; i++) { const canvas = document.createElement('canvas'); canvas.width = canvas.height = 8_000; all.push(canvas.getContext('webgl2')) }",
    ),
    ends: [200],
  },
  {
    name: 'fills the memory of the browser itself',
    html: script(
      `const all = []; setInterval(() => all.push(new Blob([new Uint8Array(30e6).fill(7)])), 10); ${forEver}`,
    ),
    ends: [422],
  },
  {
    name: 'fills a database',
    html: script(
      `const asked = indexedDB.open('x'); asked.onupgradeneeded = () => asked.result.createObjectStore('s'); asked.onsuccess = function more() { const t = asked.result.transaction('s', 'readwrite'); t.objectStore('s').put(new Uint8Array(20e6).fill(1), Math.random()); t.oncomplete = more }; ${forEver}`,
    ),
    ends: [422],
  },
  {
    name: 'renders a day of sound',
    html: script(
      'for (let i = 0; i < 30; i++) new OfflineAudioContext(2, 44_100 * 1000, 44_100).startRendering()',
    ),
    ends: [200, 422],
  },
];

/** A black square with one bit per pixel: a few kilobytes as a file, but four bytes per pixel when drawn. */
function pngOf(side: number): string {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const pixels = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side));
  const parts = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return `data:image/png;base64,${Buffer.concat([signature, ...parts]).toString('base64')}`;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}
