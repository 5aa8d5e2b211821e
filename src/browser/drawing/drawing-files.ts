/** The files of the page that draws PDFs: pdf.js and what it needs, from the build, and the PDFs. Nothing else reaches it. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { builtFile } from '#runtime/built-file';
import type { Asset, Assets } from '#template/model/template';

/**
 * A page without a worker: pdf.js then parses and draws in the page's own thread, which has nothing else to do. By the clock,
 * pdf.js would pause every 15 ms for a user.
 *
 * A path of a single point is a dot if its caps are round (ISO 32000-2, 8.5.3.2). Chromium strokes nothing of a path whose box
 * has no extent. A second point, 20,000 pixels left of and above every image, gives it one.
 */
export const drawingHtml = `<!doctype html><meta charset="utf-8"><title>pdf.js</title>
<script type="module">
Date.now = () => 0;
const context = OffscreenCanvasRenderingContext2D.prototype;
const { stroke } = context;
context.stroke = function (path) {
  if (!(path instanceof Path2D && this.lineCap === 'round')) return stroke.apply(this, arguments);
  const extended = new Path2D(path);
  const { x, y } = this.getTransform().inverse().transformPoint({ x: -20_000, y: -20_000 });
  extended.moveTo(x, y);
  extended.closePath();
  stroke.call(this, extended);
};
globalThis.requestAnimationFrame = (callback) => setTimeout(() => callback(performance.now()));
globalThis.drawing = Promise.all([import('./pdf.mjs'), import('./pdf.worker.mjs')]).then(([pdfjs, worker]) => {
  globalThis.pdfjsWorker = worker;
  return { pdfjs, documents: new Map() };
});
</script>`;

const scripts: Readonly<Record<string, string>> = {
  'pdf.mjs': 'pdfjs/pdf.min.mjs.br',
  'pdf.worker.mjs': 'pdfjs/pdf.worker.min.mjs.br',
};

const unpack = promisify(brotliDecompress);

const read = async (path: string): Promise<Buffer> => await unpack(await readFile(builtFile(path)));

/** Kept, because a process that draws one PDF draws more. */
const texts = new Map<string, Promise<Buffer>>();

const readOnce = (path: string): Promise<Buffer> => {
  const reading = texts.get(path) ?? read(path);
  texts.set(path, reading);
  reading.catch(() => texts.delete(path));
  return reading;
};

/** `pdfs`: the open documents by the names under which the page asks for them. */
export const drawingFiles = (pdfs: ReadonlyMap<string, Uint8Array>): Assets => ({
  async read(path): Promise<Asset | undefined> {
    const pdf = pdfs.get(path);
    if (pdf) return { type: 'application/pdf', bytes: pdf };
    const script = Object.hasOwn(scripts, path) ? scripts[path] : undefined;
    if (script !== undefined) return { type: 'text/javascript', bytes: await readOnce(script) };
    const resource = (await readResources()).get(path);
    return resource && { type: 'application/octet-stream', bytes: resource };
  },
});

let resources: Promise<ReadonlyMap<string, Buffer>> | undefined;

/** The standard fonts, character maps and decoders of pdf.js, which few PDFs need; see `build/copy-pdfjs.ts`. */
function readResources(): Promise<ReadonlyMap<string, Buffer>> {
  resources ??= readOnce('pdfjs/resources.br').then((packed) => {
    const headEnd = packed.indexOf('\n');
    const sizes = JSON.parse(packed.toString('utf8', 0, headEnd)) as Readonly<Record<string, number>>;
    let start = headEnd + 1;
    return new Map(
      Object.entries(sizes).map(([name, size]) => {
        start += size;
        return [name, packed.subarray(start - size, start)];
      }),
    );
  });
  resources.catch(() => {
    resources = undefined;
  });
  return resources;
}
