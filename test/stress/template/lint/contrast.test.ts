/** The contrast of text as it is measured in a page before printing, compared with what axe-core finds. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import type { LowContrast } from '../../../../src/template/lint/low-contrast.ts';
import { findContrastWithAxe } from '../../../support/accessibility.ts';
import { plainJob, realBrowser } from '../../../support/real-browser.ts';
import { realPages } from '../../../support/real-page.ts';

const browser = realBrowser();
const openPage = realPages();

async function measure(html: string, { scripts = true, tags = true } = {}): Promise<readonly LowContrast[]> {
  const deadline = new Deadline();
  try {
    const { lowContrast } = await browser.print(
      { ...plainJob, html, scripts, tags, measureContrast: true },
      deadline,
    );
    return lowContrast ?? [];
  } finally {
    deadline.close();
  }
}

const ids = (found: readonly LowContrast[]) => found.map(({ id }) => id).sort();

describe('the contrast of text', () => {
  it('is reported with its colours, its ratio and what is required, the lowest first', async () => {
    const html =
      '<p class="a b" style="color:#777">Grey</p><p id="pale" style="color:#eee;background:#fff">Pale <b>text</b></p>';
    expect(await measure(html)).toEqual([
      {
        text: 'Pale',
        tag: 'p',
        id: 'pale',
        classes: '',
        color: '#eeeeee',
        background: '#ffffff',
        ratio: expect.closeTo(1.16, 2),
        required: 4.5,
        count: 1,
      },
      expect.objectContaining({ text: 'text', tag: 'b' }),
      expect.objectContaining({ text: 'Grey', classes: 'a b', ratio: expect.closeTo(4.48, 2) }),
    ]);
  });

  it('counts texts of the same colours once, and reports at most 20', async () => {
    const rows = '<p class="x" style="color:#ccc">Text</p>'.repeat(50);
    expect(await measure(rows)).toEqual([expect.objectContaining({ text: 'Text', count: 50 })]);
    const many = Array.from({ length: 40 }, (_, i) => `<p class="c${i}" style="color:#ccc">Text`).join('');
    expect(await measure(many)).toHaveLength(20);
  });

  it('is measured with the styles of print, in a page without scripts too', async () => {
    const html = '<style>@media print { p { color: #ddd } }</style><p id="a">Text';
    expect(ids(await measure(html))).toEqual(['a']);
    expect(ids(await measure(html, { scripts: false }))).toEqual(['a']);
  });

  it('cannot be falsified by scripts of the page', async () => {
    const html = `<p id="a" style="color:#ddd">Text</p>
      <script>window.getComputedStyle = () => ({}); Element.prototype.checkVisibility = () => false;</script>`;
    expect(ids(await measure(html))).toEqual(['a']);
  });

  it('is measured in a form whose fields have the names of properties', async () => {
    const names = ['id', 'tagName', 'localName', 'parentElement', 'contains', 'closest', 'getAttribute'];
    const fields = [...names, 'getBoundingClientRect', 'checkVisibility', 'namespaceURI', 'className'];
    const html = `<form id="a" style="color:#ddd">Text <p class="b" id="b">Text</p>
      ${fields.map((name) => `<input name="${name}">`).join('')}</form>`;
    expect(ids(await measure(html))).toEqual(['a', 'b']);
    expect(ids(await measure(html, { scripts: false }))).toEqual(['a', 'b']);
  });

  it('is not measured unless it is asked for', async () => {
    const deadline = new Deadline();
    const { lowContrast } = await browser.print(
      { ...plainJob, html: '<p style="color:#ddd">Text' },
      deadline,
    );
    deadline.close();
    expect(lowContrast).toBeUndefined();
  });

  it.each([
    ['hidden text', '<p style="color:#ddd;visibility:hidden">Text'],
    ['transparent text', '<p style="color:#ddd;opacity:0">Text'],
    [
      'text for screen readers only',
      '<p style="color:#ddd;position:absolute;width:1px;height:1px;overflow:hidden">Text',
    ],
    ['a control that is disabled', '<button disabled style="color:#ddd">Text</button>'],
    ['decoration', '<p aria-hidden="true" style="color:#ddd">Text'],
    ['a gradient', '<div style="background:linear-gradient(red,blue)"><p style="color:#ddd">Text'],
    ['a shadow', '<p style="color:#ddd;text-shadow:0 0 3px black">Text'],
    [
      'an image beside its text in the source',
      '<img style="position:absolute;left:0;top:0;width:400px;height:100px" src="data:,"><p style="color:white;position:relative">Text',
    ],
    [
      'a box that lies under it',
      '<div style="position:absolute;left:0;top:0;width:400px;height:100px;background:black"></div><p style="color:white;position:relative">Text',
    ],
    [
      'a background of a pseudo-element',
      '<style>p::before{content:"";position:absolute;inset:0;background:black;z-index:-1}</style><p style="color:white;position:relative">Text',
    ],
    ['text in an SVG', '<svg><text fill="#ddd" y="20">Text</text></svg>'],
    ['text in the colour of its background, which is meant for programs', '<p style="color:#fff">Text'],
    ['a filter', '<div style="filter:invert(1)"><p style="color:#ddd">Text'],
  ])('is left out for %s', async (_what, html) => {
    expect(await measure(html)).toEqual([]);
  });

  it('of a document with 50,000 elements is measured in part, and the document is printed', async () => {
    const html = `<p style="color:#ddd" id="a">Text</p>${'<b>x</b>'.repeat(50_000)}<p style="color:#eee">Text</p>`;
    expect(ids(await measure(html, { tags: false }))).toEqual(['a']);
  });
});

describe('axe-core finds the same', () => {
  const pages: Readonly<Record<string, string>> = {
    'sizes and weights': [16, 18, 18.66, 20, 23.9, 24, 30]
      .flatMap((size) => [400, 600, 700].map((weight) => ({ size, weight })))
      .map(
        ({ size, weight }, i) =>
          `<p id="p${i}" class="c${i}" style="color:#888;font-size:${size}px;font-weight:${weight}">Text ${i}</p>`,
      )
      .join(''),
    'backgrounds of ancestors': `<body style="background:#222;color:#eee">
      <p id="a">On dark</p><div style="background:#fff"><p id="b">On light</p><p id="c" style="color:#555">Dark</p>
      <section style="background:rgba(0,0,0,.5)"><p id="d">On half</p><p id="e" style="color:#777">Grey</p></section></div>
      <table><tr style="background:yellow"><td id="f">Row</td><td id="g" style="color:#000">Row</td></tr></table>`,
    'links, code and lists': `<a id="a" href="#" style="color:#06c">Link</a> <code id="b" style="color:#c7254e;background:#f9f2f4">Code</code>
      <ul style="color:#999"><li id="c">Item</li><li><strong id="d" style="color:#333">Item</strong></li></ul>
      <button id="e" style="background:#5cb85c;color:#fff;border:0">Send</button>`,
  };

  it.each(Object.entries(pages))('in a page of %s', async (_name, html) => {
    const axe = await findContrastWithAxe(await openPage(), html);
    expect(axe.length).toBeGreaterThan(0);
    expect(ids(await measure(html))).toEqual(axe);
  });

  it('in generated pages of colours, transparency and sizes', async () => {
    const channel = fc.integer({ min: 0, max: 255 });
    const colour = fc
      .tuple(channel, channel, channel, fc.constantFrom(1, 1, 0.8, 0.5, 0))
      .map((parts) => `rgba(${parts.join()})`);
    const box = fc.record({
      outer: colour,
      inner: colour,
      text: colour,
      size: fc.constantFrom(12, 16, 19, 24, 32),
      weight: fc.constantFrom(400, 700),
    });
    const boxes = fc.sample(fc.array(box, { minLength: 60, maxLength: 60 }), { numRuns: 3, seed: 20 });
    const page = await openPage();
    for (const [index, list] of boxes.entries()) {
      // Each has a class of its own, so that none is gathered with others; few enough that all are reported.
      for (let at = 0; at < list.length; at += 15) {
        const html = list
          .slice(at, at + 15)
          .map(
            ({ outer, inner, text, size, weight }, i) =>
              `<div style="background:${outer}"><p class="c${i}" id="p${i}" style="background:${inner};color:${text};font:${weight} ${size}px sans-serif">Text</p></div>`,
          )
          .join('');
        const found = await measure(html);
        // axe-core leaves it open whether colours of the same brightness are meant to be seen.
        const open = ids(found.filter(({ ratio }) => ratio < 1.02));
        const byAxe = await findContrastWithAxe(page, html);
        const decided = (each: string[]) => each.filter((id) => !open.includes(id));
        expect({ index, at, found: decided(ids(found)) }).toEqual({ index, at, found: decided(byAxe) });
      }
    }
  });
});
