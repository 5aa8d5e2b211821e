/** Documents whose pictures stay in their files: what a reader of the PDF sees must not differ. */
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { countPages, createFileProtection } from '../../../src/pdf/index.ts';
import { LargePdf, toBytes } from '../../../src/pdf/large-pdf/large-pdf.ts';
import { PdfStream } from '../../../src/pdf/object.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { pdfWorkInThisThread } from '../../../src/render/pdf-work.ts';
import { renderContent } from '../../../src/render/render.ts';
import type { RenderRequest } from '../../../src/render/render-request.ts';
import { Deadline } from '../../../src/runtime/deadline.ts';
import type { HtmlTemplate } from '../../../src/template/model/template.ts';
import { hasQpdf, run } from '../../support/pdf/installed.ts';
import { noiseJpeg } from '../../support/pictures/noise-jpeg.ts';
import { noisePng } from '../../support/pictures/noise-png.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { assetsOf, realBrowser } from '../../support/real-browser.ts';

const browser = realBrowser();

/** Rotates the picture by 90°, in the first entry of an Exif segment. */
const turned = Buffer.from(
  'ffe10022457869660000' + '4d4d002a00000008' + '0001' + '01120003000000010006' + '0000' + '00000000',
  'hex',
);

const pictures: Record<string, { type: string; bytes: Buffer }> = {
  'photo.jpg': { type: 'image/jpeg', bytes: noiseJpeg({ width: 640, height: 400, seed: 1 }) },
  'same-photo.jpg': { type: 'image/jpeg', bytes: noiseJpeg({ width: 640, height: 400, seed: 1 }) },
  'grey.jpg': {
    type: 'image/jpeg',
    bytes: noiseJpeg({ width: 640, height: 403, components: 1, detail: 40, seed: 2 }),
  },
  'turned.jpg': {
    type: 'image/jpeg',
    bytes: noiseJpeg({ width: 640, height: 400, seed: 3, applicationSegments: turned }),
  },
  'rgb.png': { type: 'image/png', bytes: noisePng({ width: 200, height: 150, seed: 4, chunkBytes: 8192 }) },
  'srgb.png': {
    type: 'image/png',
    bytes: noisePng({ width: 200, height: 150, seed: 5, chunks: { sRGB: Buffer.from([0]) } }),
  },
  'grey.png': { type: 'image/png', bytes: noisePng({ width: 300, height: 200, kind: 'grey', seed: 6 }) },
  'grey-1.png': {
    type: 'image/png',
    bytes: noisePng({ width: 1003, height: 500, kind: 'grey', bits: 1, seed: 7 }),
  },
  'palette.png': {
    type: 'image/png',
    bytes: noisePng({ width: 300, height: 200, kind: 'indexed', seed: 8 }),
  },
  'palette-4.png': {
    type: 'image/png',
    bytes: noisePng({ width: 401, height: 300, kind: 'indexed', bits: 4, seed: 9 }),
  },
  'alpha.png': { type: 'image/png', bytes: noisePng({ width: 200, height: 150, kind: 'rgba', seed: 10 }) },
};

const formats = Object.keys(pictures);

for (let index = 0; index < 20; index++) {
  const bytes = noiseJpeg({ width: 640, height: 400, seed: 100 + index });
  pictures[`photo-${index}.jpg`] = { type: 'image/jpeg', bytes };
}

const template = (html: string, parts: Partial<HtmlTemplate> = {}): HtmlTemplate => ({
  name: 'photos',
  html: `<!doctype html><html lang="en"><title>Photos</title><style>@page { margin: 1cm }</style>${html}`,
  page: {},
  metadata: {},
  partials: {},
  assets: assetsOf(pictures),
  ...parts,
});

/** `maxEmbeddedBytes: 0` keeps every picture of at least 32 KB in its file. */
async function print(
  html: string,
  request: Partial<RenderRequest> = {},
  parts: Partial<HtmlTemplate> = {},
): Promise<{ readonly pdf: Uint8Array; readonly isLarge: boolean; readonly bytes: number }> {
  const deadline = new Deadline(120_000);
  try {
    const rendered = await renderContent(
      { template: template(html, parts), data: {}, maxEmbeddedBytes: 0, ...request },
      { browser, deadline, work: pdfWorkInThisThread },
    );
    const isLarge = rendered.pdf instanceof LargePdf;
    return { pdf: await toBytes(rendered.pdf), isLarge, bytes: rendered.report.bytes };
  } finally {
    deadline.close();
  }
}

const embedded = { maxEmbeddedBytes: Number.POSITIVE_INFINITY };

/** Expects the same pictures of all pages as when everything goes through Chromium. Returns both PDFs. */
async function expectSame(
  html: string,
  request: Partial<RenderRequest> = {},
  parts: Partial<HtmlTemplate> = {},
) {
  const large = await print(html, request, parts);
  const whole = await print(html, { ...request, ...embedded }, parts);
  expect(whole.isLarge).toBe(false);
  expect(large.isLarge).toBe(true);
  expect(large.bytes).toBe(large.pdf.length);
  const [a, b] = await Promise.all([readPdf(large.pdf), readPdf(whole.pdf)]);
  expect(a.pages).toEqual(b.pages);
  for (const [index] of a.pages.entries()) {
    const [seen, expected] = [await a.picture(index + 1), await b.picture(index + 1)];
    expect([index + 1, differentPixels(seen.pixels, expected.pixels)]).toEqual([index + 1, 0]);
  }
  if (hasQpdf) expect(checked(large.pdf)).toContain('No syntax or stream encoding errors');
  return { large: large.pdf, whole: whole.pdf };
}

const checked = (pdf: Uint8Array, ...options: string[]): string =>
  run('qpdf', [...options, '--check', '{}'], pdf);

function differentPixels(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  let count = a.length === b.length ? 0 : Number.POSITIVE_INFINITY;
  for (let at = 0; at < a.length; at++) if (Math.abs((a[at] ?? 0) - (b[at] ?? 0)) > 2) count++;
  return count;
}

function imagesIn(pdf: Uint8Array, fileKey?: Uint8Array) {
  const file = new PdfReader(pdf, { fileKey });
  const { numbers } = file.structure.crossReference;
  return [...numbers].flatMap((number) => {
    const value = file.resolve(file.ref(number, 0));
    const isImage = value instanceof PdfStream && value.dict.has('Width');
    return isImage ? [value] : [];
  });
}

const img = (name: string, style = 'width: 300px') => `<img src="${name}" alt="${name}" style="${style}">`;

const onOwnPage = (html: string): string => `<div style="break-after: page">${html}</div>`;

/** What documents do with a picture. */
const usesOf: Readonly<Record<string, (name: string) => string>> = {
  'a part of it': (name) => img(name, 'width: 200px; height: 300px; object-fit: cover'),
  'rounded corners': (name) => img(name, 'width: 200px; border-radius: 40px'),
  'a filter': (name) => img(name, 'width: 200px; filter: sepia(1)'),
  'a filter in print only': (name) => `<div class="in-print">${img(name)}</div>`,
  'a rotation': (name) => img(name, 'width: 200px; transform: rotate(20deg)'),
  'a perspective': (name) => img(name, 'width: 200px; transform: perspective(400px) rotateY(40deg)'),
  transparency: (name) => img(name, 'width: 200px; opacity: 0.5'),
  'a blend mode': (name) => `<div style="background: red">${img(name, 'mix-blend-mode: multiply')}</div>`,
  'a clip': (name) => img(name, 'width: 200px; clip-path: circle(40%)'),
  'a mask': (name) => img(name, 'width: 200px; mask-image: linear-gradient(black, transparent)'),
  'a background': (name) => `<div style="width: 200px; height: 300px; background: url(${name})"></div>`,
  'a drawing': (name) => `<svg width="300" height="200"><image href="${name}" width="300"/></svg>`,
  'a drawing that filters it': (name) =>
    `<svg width="300" height="200"><filter id="${name}"><feImage href="${name}"/></filter><rect width="300" height="200" filter="url(#${name})"/></svg>`,
  'a page break through it': (name) =>
    `<div style="height: 20cm"></div>${img(name, 'height: 20cm; width: 9cm')}`,
  pixels: (name) => img(name, 'width: 900px; image-rendering: pixelated'),
};

describe('a picture that stays in its file', () => {
  it('is in the PDF as Chromium shows it, whatever its format', async () => {
    await expectSame(formats.map((name) => onOwnPage(img(name))).join(''));
  });

  it('looks the same whatever the document does with it', async () => {
    const uses = Object.values(usesOf).map((use, index) => onOwnPage(use(`photo-${index}.jpg`)));
    await expectSame(`<style>@media print { .in-print { filter: sepia(1) } }</style>${uses.join('')}`);
  });

  it.each([
    'a part of it',
    'a filter',
    'a filter in print only',
    'a background',
    'a drawing that filters it',
  ])('looks the same beside itself: %s', async (what) => {
    const style = '<style>@media print { .in-print { filter: sepia(1) } }</style>';
    await expectSame(`${style}${usesOf[what]?.('photo.jpg')}${img('photo.jpg')}`);
  });

  it('looks the same below a header and a footer', async () => {
    await expectSame(img('photo.jpg'), { page: { header: 'Photos', footer: 'Page' } });
  });

  it('goes into the PDF whole where no page shows it', async () => {
    await expectSame(`${img('photo.jpg', 'display: none')}${img('rgb.png')}`);
    await expectSame(`<picture><source srcset="rgb.png">${img('photo.jpg')}</picture>`);
  });

  it('is once in the PDF, however often it is used and whatever its files are called', async () => {
    const { large, whole } = await expectSame(
      ['photo.jpg', 'photo.jpg', 'same-photo.jpg', 'rgb.png'].map((name) => img(name)).join(''),
    );
    expect(imagesIn(large)).toHaveLength(2);
    expect(imagesIn(whole)).toHaveLength(2);
  });

  it('goes through Chromium if the document is small', async () => {
    const html = img('photo.jpg') + img('rgb.png');
    const date = new Date('2026-01-02T03:04:05Z');
    const [asUsual, whole] = [
      await print(html, { maxEmbeddedBytes: undefined, reproducible: { date } }),
      await print(html, { ...embedded, reproducible: { date } }),
    ];
    expect(asUsual.isLarge).toBe(false);
    expect(Buffer.from(asUsual.pdf).equals(whole.pdf)).toBe(true);
  });

  it('makes the same bytes each time if the document is reproducible', async () => {
    const request = { reproducible: { date: new Date('2026-01-02T03:04:05Z') } };
    const html = img('photo.jpg') + img('palette.png');
    const [first, second] = [await print(html, request), await print(html, request)];
    expect(first.isLarge).toBe(true);
    expect(Buffer.from(first.pdf).equals(second.pdf)).toBe(true);
  });
});

describe('which pictures go through Chromium', () => {
  it('is decided by their order in the document, however long each takes to be read', async () => {
    const request = {
      reproducible: { date: new Date('2026-01-02T03:04:05Z') },
      maxEmbeddedBytes: pictures['rgb.png']?.bytes.length,
    };
    const names = ['rgb.png', 'srgb.png'];
    const html = names.map((name) => img(name)).join('');
    const all = assetsOf(pictures);
    const printed = [];
    for (const late of [undefined, ...names]) {
      const read = async (path: string) => {
        if (path === late) await setTimeout(300);
        return await all.read(path);
      };
      printed.push(await print(html, request, { assets: { ...all, read } }));
    }
    expect(printed.map(({ isLarge }) => isLarge)).toEqual([true, true, true]);
    const [first, ...others] = printed.map(({ pdf }) => Buffer.from(pdf).toString('base64'));
    for (const other of others) expect(other === first).toBe(true);
  });
});

describe('a large PDF', () => {
  const html = `<h1>Photos</h1>${['photo.jpg', 'palette.png', 'alpha.png']
    .map((name) => `<p style="break-after: page">${img(name)}</p>`)
    .join('')}`;

  it('is encrypted with its pictures', async () => {
    const protection = createFileProtection({ userPassword: 'secret' });
    const { pdf, isLarge } = await print(html, { protection });
    expect(isLarge).toBe(true);
    expect(countPages(pdf, protection.key)).toBe(3);
    const { bytes } = pictures['photo.jpg'] ?? { bytes: Buffer.alloc(0) };
    expect(imagesIn(pdf, protection.key).some(({ data }) => bytes.equals(data))).toBe(true);
    expect(Buffer.from(pdf).includes(bytes.subarray(2000, 2100))).toBe(false);
    if (hasQpdf) expect(checked(pdf, '--password=secret')).toContain('No syntax or stream encoding errors');
  });

  it('lies over a base PDF', async () => {
    const base = await print('<body style="background: #cfc"><p>Base', embedded);
    await expectSame(html, {}, { basePdf: base.pdf });
  });

  it('conforms to PDF/A and PDF/UA', async () => {
    const { large } = await expectSame(html, { standards: { pdfa: '2a', pdfua: true } });
    expect((await readPdf(large)).xmp).toContain('pdfaid');
  });

  it('is the same without compaction, without tags, and with chosen pages', async () => {
    await expectSame(html, { compact: false });
    await expectSame(html, { pages: '2-3' });
    await expectSame(html, {}, { tags: false });
  });

  it('has pictures of a document with scripts, which may look at them', async () => {
    await expectSame(`${html}<script>document.title = document.images.length</script>`);
  });
});
