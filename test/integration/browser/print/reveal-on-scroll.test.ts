/** What appears when a reader scrolls to it is on paper too. */
import { expect, it } from 'vitest';
import { readPdf } from '../../../support/read-pdf.ts';
import { assetsOf, realBrowser } from '../../../support/real-browser.ts';
import { renderHtml } from '../../../support/render-html.ts';

const browser = realBrowser();

const print = async (html: string, parts = {}, request = {}) => {
  const { pdf, report } = await renderHtml(browser, html, { parts, request });
  const { text, pages } = await readPdf(pdf).then((read) => ({ ...read, text: read.pages.join('\n') }));
  return { text, pages, report };
};

const gap = '<div style="height:2500px"></div>';
const sections = [1, 2, 3, 4].map((i) => `<p class="later" id="s${i}"></p>${gap}`).join('');
/** Each section says its name when it is in the window, and how high that is. */
const script = (inside: string, options = '{}') => `<script>
  const observer = new IntersectionObserver((entries, self) => {
    for (const entry of entries) { ${inside} }
  }, ${options});
  document.querySelectorAll('.later').forEach((each) => observer.observe(each));
</script>`;

it.each([
  [
    'once',
    "if (entry.isIntersecting) { entry.target.textContent = 'seen ' + entry.target.id; self.unobserve(entry.target) }",
    '{}',
  ],
  [
    'whenever it is in the window',
    "entry.target.textContent = entry.isIntersecting ? 'seen ' + entry.target.id : ''",
    '{ threshold: 0 }',
  ],
  [
    'with a threshold and margins',
    "if (entry.intersectionRatio > 0.4) entry.target.textContent = 'seen ' + entry.target.id",
    "{ threshold: [0, 0.5], rootMargin: '0px 0px -100px 0px', root: document }",
  ],
  [
    'after a timer',
    "if (entry.isIntersecting) setTimeout(() => entry.target.textContent = 'seen ' + entry.target.id, 300)",
    '{}',
  ],
])('what a script shows %s is printed', async (_, inside, options) => {
  const html = `<style>.later { height: 20px }</style>${sections}${script(inside, options)}`;
  for (const request of [{}, { reproducible: { date: new Date(0) } }]) {
    const { text, report } = await print(html, {}, request);
    expect(text.match(/seen s\d/g)).toEqual(['seen s1', 'seen s2', 'seen s3', 'seen s4']);
    expect(report.problems).toEqual([]);
  }
});

/** Calls `show` whenever the window is scrolled, and once at the start, as libraries do that know no observers. */
const onScroll = (listen: string) => `<script>
  const show = () => {
    for (const each of document.querySelectorAll('.later')) {
      const isSeen = each.getBoundingClientRect().top < HEIGHT;
      each.textContent = isSeen ? 'seen ' + each.id : '';
    }
  };
  show();
  ${listen}
</script>`;

it.each([
  ['a listener', "addEventListener('scroll', show)", 'innerHeight'],
  [
    'a listener of the document',
    "document.addEventListener('scroll', show, { passive: true })",
    'innerHeight',
  ],
  ['an attribute', 'onscroll = show', 'document.documentElement.clientHeight'],
  [
    'a listener that waits for a frame',
    "let waits; addEventListener('scroll', () => { if (!waits) { waits = true; requestAnimationFrame(show) } })",
    'window.innerHeight',
  ],
  [
    'a listener that waits for the end of the scrolling',
    "let timer; addEventListener('scroll', () => { clearTimeout(timer); timer = setTimeout(show, 200) })",
    'Math.max(document.documentElement.clientHeight, window.innerHeight || 0)',
  ],
])('what %s shows is printed', async (_, listen, height) => {
  const html = `<!doctype html><style>.later { height: 20px }</style>${sections}${onScroll(listen).replace('HEIGHT', height)}
    <p id="after"></p><script>
      setTimeout(() => { after.textContent = 'window ' + (innerHeight < 1200 && document.documentElement.clientHeight < 1200) }, 600)
    </script>`;
  for (const request of [{}, { reproducible: { date: new Date(0) } }]) {
    const { text } = await print(html, {}, request);
    expect(text.match(/seen s\d/g)).toEqual(['seen s1', 'seen s2', 'seen s3', 'seen s4']);
    expect(text).toContain('window true');
  }
});

it('scripts that do not listen to scrolling have the same window all the time', async () => {
  const html = `${sections}<p id="seen"></p><script>
    const heights = new Set();
    for (let ms = 0; ms < 600; ms += 50) setTimeout(() => { heights.add(innerHeight); seen.textContent = [...heights].join() }, ms);
  </script>`;
  expect((await print(html)).text.trim()).toMatch(/^\d{3,4}$/);
});

it('pictures that a script loads when they are near are printed', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="40"><text y="20">far picture</text></svg>';
  const assets = assetsOf({ 'far.svg': { type: 'image/svg+xml', bytes: svg } });
  const html = `${gap}<img class="later" data-src="far.svg" width="300" height="40">${script('if (entry.isIntersecting) entry.target.src = entry.target.dataset.src')}`;
  expect((await print(html, { assets })).text).toContain('far picture');
});

it('what appears may have targets itself, but a page that loads more at its end is finite', async () => {
  const html = `<div id="all"></div><script>
    let count = 0;
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) { observer.unobserve(target); add() }
    });
    function add() {
      all.insertAdjacentHTML('beforeend', 'batch ' + ++count + '<div style="height:1500px"></div><p>end</p>');
      observer.observe(all.lastElementChild);
    }
    add();
  </script>`;
  const { text, report } = await print(html);
  expect(text.match(/batch \d/g)).toEqual(['batch 1', 'batch 2', 'batch 3', 'batch 4']);
  expect(report.unfinished).toBeUndefined();
});

it('neither the window nor its place changes, and nothing is reported twice or without being printed', async () => {
  const html = `${sections}<div class="later" id="hidden" style="display:none"></div>
    <div style="width:50px;overflow:hidden"><div class="later" id="beside" style="margin-left:90px">x</div></div><ol id="log"></ol>
    <script>const log = (text) => document.querySelector('#log').insertAdjacentHTML('beforeend', '<li>' + text);
      addEventListener('resize', () => log('resized'))</script>
    ${script("if (entry.isIntersecting) log(entry.target.id + ' ' + (innerHeight < 1200) + scrollY)")}
    <p>${'<script>'}document.write(IntersectionObserver.name, ' ', new IntersectionObserver(() => {}) instanceof IntersectionObserver, ' ', observer.rootMargin)</script></p>`;
  const { text } = await print(html);
  expect(text.match(/(?:s\d|hidden|beside) true0|resized/g)).toEqual([
    's1 true0',
    's2 true0',
    's3 true0',
    's4 true0',
  ]);
  expect(text).toContain('IntersectionObserver true 0px 0px 0px 0px');
});

it('a script that fails when it is called is reported', async () => {
  const { report } = await print(
    `${sections}${script("if (entry.target.id === 's4' && entry.isIntersecting) throw new Error('late')")}`,
  );
  expect(report.errors).toEqual([expect.stringContaining('late')]);
});
