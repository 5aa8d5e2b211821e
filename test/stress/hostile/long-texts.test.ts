/**
 * What a page says comes back through the browser's pipe, to the thread that serves everybody. A page that makes it long costs
 * that thread little processor time and little memory, and others get their documents meanwhile.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, type RunningServe, startServe } from '../../support/running-server.ts';
import { script } from './hostile-page.ts';

const long = '"x".repeat(60_000_000)';
const many = <T>(count: number, make: (index: number) => T): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('');

const pages: Readonly<Record<string, string>> = {
  'its title': script(`document.title = ${long}`),
  'its language': script(`document.documentElement.lang = ${long}`),
  'a message': script(`console.error(${long})`),
  'an exception': script(`throw new Error(${long})`),
  'the stack of an exception': script(`const e = new Error(); e.stack = ${long}; throw e`),
  'why it is not ready': script(`window.pdfapiReady = Promise.reject(${long})`),
  'the error why it is not ready': script(`window.pdfapiReady = Promise.reject(new Error(${long}))`),
  'its address': script(`history.pushState(null, "", "#" + ${long})`),
  'the address of a picture': script(
    `const image = new Image(); image.src = "data:image/png;base64," + ${long}; document.body.append(image)`,
  ),
  'the address of a worker': script(`new Worker("data:text/javascript,//" + ${long})`),
  'the address of a window': script(`window.open("about:blank#" + ${long})`),
  'a dialog': script(`alert(${long})`),
  'what it posts to itself': script(`fetch("/x", { method: "POST", body: ${long} })`),
  'the list of its messages': script('for (let i = 0; i < 9_000; i++) console.error("e" + i)'),
  'the name of its signature': `<div id="a" data-pdfapi-signature="a">x</div>${script(`document.getElementById("a").dataset.pdfapiSignature = ${long}`)}`,
  'the style sheet of a book': `<style>@page { @top-left { content: string(a) } } h1 { string-set: a content() }</style>${script(`const style = document.createElement("style"); style.textContent = "/*" + ${long} + "*/"; document.head.append(style); document.body.append(document.createElement("h1"))`)}`,
  'the list of its fonts': `<style>${many(3_000, (i) => `@font-face{font-family:f${i};src:url(f${i}.woff2)}.c${i}{font-family:f${i}}`)}</style>${many(3_000, (i) => `<i class="c${i}">${i} </i>`)}`,
  'the list of its strings': `<style>h2{string-set:a content()}@page{@top-center{content:string(a)}}</style>${many(3_000, (i) => `<h2>${i}</h2>`)}`,
};

let server: RunningServe;
/** A document of another client, which is printed all the time. */
const receipt = async () => {
  const { status } = await ask(server, server.token, '/api/v1/html-to-pdf', {
    html: 'Receipt',
    output: 'binary',
  });
  return status;
};
/** Seconds of processor time of the thread that serves. */
const threadSeconds = (): number => {
  const fields = readFileSync(`/proc/${server.pid}/task/${server.pid}/stat`, 'utf8')
    .split(') ')
    .at(-1)
    ?.split(' ');
  return (Number(fields?.[11]) + Number(fields?.[12])) / 100;
};
const megabytes = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;

describe.runIf(process.platform === 'linux')('a page that makes long', () => {
  let idle = 0;
  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'pdfapi-long-'));
    server = await startServe(dataDir, ['--workers', '2']);
    for (let i = 0; i < 10; i++) expect(await receipt()).toBe(200);
    idle = megabytes();
  });

  it.each(Object.entries(pages))(
    '%s costs the serving thread little',
    { timeout: 120_000 },
    async (_what, html) => {
      const before = threadSeconds();
      let most = 0;
      let isOver = false;
      const statuses: number[] = [];
      const beside = (async () => {
        while (!isOver) {
          most = Math.max(most, megabytes());
          statuses.push(await receipt());
          await delay(300);
        }
      })();
      const started = performance.now();
      const response = await ask(server, server.token, '/api/v1/html-to-pdf', {
        html: '{{ page|raw }}',
        data: { page: html },
        output: 'binary',
      });
      const { byteLength } = await response.arrayBuffer();
      isOver = true;
      await beside;
      const seconds = threadSeconds() - before;
      expect([200, 422, 504]).toContain(response.status);
      expect(byteLength).toBeLessThan(2_000_000);
      expect(statuses.filter((status) => status !== 200)).toEqual([]);
      // Reading 60 MB from a pipe takes some tenths of a second, and so does each second of receipts; parsing it took ten.
      expect(seconds).toBeLessThan(2 + (performance.now() - started) / 10_000);
      expect(most).toBeLessThan(idle + 400);
    },
  );
});
