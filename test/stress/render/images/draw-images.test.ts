/** Draws real PDFs in a real browser, and compares with poppler where it is installed. */
import { expect, it } from 'vitest';
import { createFileProtection, protectPdf } from '../../../../src/pdf/index.ts';
import { drawImages, type ImageRequest, type PageImage } from '../../../../src/render/images/draw-images.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { imageDistance, popplerImage } from '../../../support/images/poppler-image.ts';
import { readPng } from '../../../support/images/read-png.ts';
import { buildPdf } from '../../../support/pdf/build-pdf.ts';
import { fixture, fixtures } from '../../../support/pdf/fixture.ts';
import { hasPoppler } from '../../../support/pdf/installed.ts';
import { realBrowser } from '../../../support/real-browser.ts';

if (!hasPoppler) console.warn('Images are not compared with poppler: install poppler-utils.');

const browser = realBrowser();

async function draw(pdf: Uint8Array, request: Partial<ImageRequest> = {}): Promise<PageImage[]> {
  const images: PageImage[] = [];
  await drawImages(
    browser,
    { pdf, format: 'png', dpi: 72, pagesField: 'pages', ...request },
    {
      deadline: () => new Deadline(20_000),
      onImage: (image) => void images.push(image),
    },
  );
  return images;
}

/** A page of this size, in points, with this content and these entries. */
function pdfOf(
  size: string,
  content = '',
  entries = '',
  more: readonly string[] = [],
  resources = '',
): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${size}]/Contents 4 0 R${entries}/Resources<</Font<</F 5 0 R>>${resources}>>>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...more,
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  const count = objects.length + 1;
  text += `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}trailer<</Size ${count}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(text, 'latin1');
}

it('a page shows through a soft mask of luminosity, with a transfer function too', async () => {
  const shading =
    '<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 100 0]/Function<</FunctionType 2/Domain[0 1]/N 1/C0[0]/C1[1]>>>>';
  const group = `<</Type/XObject/Subtype/Form/BBox[0 0 100 100]/Group<</S/Transparency/CS/DeviceGray>>/Resources<</Shading<</S ${shading}>>>>/Length 5>>stream\n/S sh\nendstream`;
  const states =
    '/ExtGState<</M<</SMask<</S/Luminosity/G 6 0 R>>>>/I<</SMask<</S/Luminosity/G 6 0 R/TR<</FunctionType 2/Domain[0 1]/N 1/C0[1]/C1[0]>>>>>>>>';
  const pdf = pdfOf('100 100', 'q /M gs 0 50 100 50 re f Q /I gs 0 0 100 50 re f', '', [group], states);
  const [image] = await draw(pdf);
  const png = readPng(image?.bytes ?? Buffer.alloc(0));
  const at = (x: number, y: number) => png.data[(y * 100 + x) * 3] ?? -1;
  for (const x of [5, 50, 95]) {
    expect(Math.abs(at(x, 25) - 255 * (1 - x / 100)), `${x}`).toBeLessThan(6);
    expect(Math.abs(at(x, 75) - 255 * (x / 100)), `${x}, inverted`).toBeLessThan(6);
  }
});

/** Returns the colour of a pixel; `y` counts from the top. */
async function colours(pdf: Uint8Array): Promise<(x: number, y: number) => readonly number[]> {
  const [image] = await draw(pdf);
  const png = readPng(image?.bytes ?? Buffer.alloc(0));
  return (x, y) => [...png.data.subarray((y * png.width + x) * 3, (y * png.width + x) * 3 + 3)];
}

it('a path of a single point is a dot if its caps are round, and nothing if they are not', async () => {
  const dots = ['50 20 m h', '80 20 m 80 20 l', '110 20 m 110 20 110 20 110 20 c'].map((path) => `${path} S`);
  // Lines are scaled before they are drawn where a matrix turns or stretches them.
  const stretched = 'q 2 0 0 1 0 0 cm 70 20 m 70 20 l S Q';
  const others = '170 20 m S 0 J 200 20 m 200 20 l S 2 J 230 20 m 230 20 l S';
  const at = await colours(pdfOf('260 40', `1 J 8 w ${dots.join(' ')} ${stretched} ${others}`));
  const seen = [50, 80, 110, 140, 170, 200, 230].filter((x) => at(x, 20)[0] === 0);
  expect(seen).toEqual([50, 80, 110, 140]);
  expect([at(80, 17), at(80, 22), at(80, 14), at(86, 20)]).toEqual([
    [0, 0, 0],
    [0, 0, 0],
    [255, 255, 255],
    [255, 255, 255],
  ]);
});

it('a link has the border that it declares, inside of its rectangle, unless it is hidden', async () => {
  const link = (left: number, entries: string) =>
    `<</Type/Annot/Subtype/Link/Rect[${left} 20 ${left + 40} 60]${entries}>>`;
  const layers = '/OCProperties<</OCGs[6 0 R]/D<</OFF[6 0 R]>>>>';
  const links = [
    link(20, '/Border[0 0 4]/C[1 0 1]'),
    link(80, '/BS<</W 4/S/U>>/C[0 0 1]'),
    link(140, '/BS<</W 4/S/D/D[20 20]>>'),
    link(200, '/Border[0 0 4]/F 2'),
    link(260, '/Border[0 0 0]'),
    link(320, ''),
    link(380, '/Border[0 0 4]/C[]'),
    link(440, '/Border[0 0 4]/OC 6 0 R'),
  ];
  const pdf = pdfOf('500 80', '', `/Annots[${links.join('')}]`, ['<</Type/OCG/Name(Off)>>']);
  const layered = Buffer.from(pdf.toString('latin1').replace('/Pages 2 0 R>>', `/Pages 2 0 R${layers}>>`));
  const at = await colours(layered);
  const white = [255, 255, 255];
  expect([at(22, 40), at(40, 22), at(58, 40), at(40, 58), at(18, 40), at(40, 40)]).toEqual([
    ...Array.from({ length: 4 }, () => [255, 0, 255]),
    white,
    white,
  ]);
  expect([at(100, 58), at(100, 22), at(82, 40)]).toEqual([[0, 0, 255], white, white]);
  const dashed = Array.from({ length: 32 }, (_, x) => at(144 + x, 22)[0]);
  expect(new Set(dashed)).toEqual(new Set([0, 255]));
  for (const left of [200, 260, 320, 380, 440]) expect([left, at(left + 2, 40)]).toEqual([left, white]);
});

it('a page whose annotations are damaged is an error, and no empty image', async () => {
  // Object 6 is in an object stream, which object 4 is not.
  const [body = '', table = ''] = pdfOf('100 100', '0 0 50 50 re f', '/Annots 6 0 R')
    .toString('latin1')
    .split('xref\n', 2);
  const entry = '\x02\0\0\0\x04\0';
  const stream = `6 0 obj\n<</Type/XRef/Size 7/W[1 4 1]/Index[6 1]/Length 6>>stream\n${entry}\nendstream\nendobj\n`;
  const trailer = table.replace('/Root', `/XRefStm ${body.length}/Root`).replace(/start$/, '');
  const start = body.length + stream.length;
  const pdf = `${body}${stream}xref\n${trailer}startxref\n${start}\n%%EOF`;
  await expect(draw(Buffer.from(pdf, 'latin1'))).rejects.toMatchObject({
    code: 'invalid_pdf',
    message: expect.stringMatching(/^Page 1 cannot be drawn: .*ObjStm/),
  });
});

it('a page that is damaged is named with what is wrong, as a fault of the PDF', async () => {
  const pdf = pdfOf('100 100').toString('latin1').replace('/Kids[3 0 R]', '/Kids[4 0 R]');
  await expect(draw(Buffer.from(pdf))).rejects.toMatchObject({
    code: 'invalid_pdf',
    message: expect.stringMatching(/^Page 1 cannot be drawn: .*\bkid\b/i),
  });
});

it('an image has the size of its page at the resolution, and says so', async () => {
  const [image] = await draw(pdfOf('144 72', '1 0 0 rg 0 0 72 72 re f'), { dpi: 100 });
  const png = readPng(image?.bytes ?? Buffer.alloc(0));
  expect([png.width, png.height, image?.width, image?.height, png.density]).toEqual([
    200, 100, 200, 100, 3937,
  ]);
  const at = (x: number, y: number) => [...png.data.subarray((y * 200 + x) * 3, (y * 200 + x) * 3 + 3)];
  expect([at(50, 50), at(150, 50)]).toEqual([
    [255, 0, 0],
    [255, 255, 255],
  ]);
});

it('a JPEG has its resolution too, and WebP is WebP', async () => {
  const [jpeg] = await draw(fixture('plain'), { format: 'jpeg', dpi: 96 });
  const [webp] = await draw(fixture('plain'), { format: 'webp', dpi: 96 });
  const head = jpeg?.bytes.subarray(0, 18);
  expect([
    head?.toString('latin1', 6, 10),
    head?.[13],
    head?.readUInt16BE(14),
    head?.readUInt16BE(16),
  ]).toEqual(['JFIF', 1, 96, 96]);
  expect(webp?.bytes.toString('latin1', 8, 12)).toBe('WEBP');
});

it('pages are drawn in the order that is asked for', async () => {
  const images = await draw(fixture('report'), { pages: 'last,1', dpi: 20 });
  const all = await draw(fixture('report'), { dpi: 20 });
  expect(images.map(({ page }) => page)).toEqual([all.length, 1]);
  expect(images[1]?.bytes.equals(all[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
  await expect(draw(fixture('report'), { pages: '99' })).rejects.toMatchObject({
    code: 'invalid_option',
    errors: { pages: [expect.stringContaining('selects none')] },
  });
});

it('a page with more pixels than an image may have is an error that names what is possible', async () => {
  const huge = pdfOf('14400 14400');
  const failing = draw(huge, { dpi: 600 });
  await expect(failing).rejects.toMatchObject({
    code: 'invalid_option',
    errors: { dpi: [expect.any(String)] },
  });
  const { hint } = await failing.catch((error) => error);
  const [, dpi] = /--dpi (\d+)/.exec(hint) ?? [];
  const [image] = await draw(huge, { dpi: Number(dpi) });
  expect(image?.width).toBeGreaterThan(8_000);
});

it('text in a font that the PDF does not embed is drawn in the standard font, whatever fonts the machine has', async () => {
  const [image] = await draw(pdfOf('200 50', 'BT /F 40 Tf 5 10 Td (Hamburg) Tj ET'));
  const { data } = readPng(image?.bytes ?? Buffer.alloc(0));
  const dark = data.filter((value) => value < 64).length;
  expect(dark).toBeGreaterThan(1_000);
});

it('a protected PDF is drawn with its password', async () => {
  const key = createFileProtection({ userPassword: 'secret', ownerPassword: undefined, permissions: [] });
  const pdf = protectPdf(fixture('plain'), key);
  const [open] = await draw(fixture('plain'));
  const [locked] = await draw(pdf, { passwords: ['wrong', 'secret'] });
  expect(locked?.bytes.equals(open?.bytes ?? Buffer.alloc(0))).toBe(true);
  await expect(draw(pdf, { passwords: ['wrong'] })).rejects.toMatchObject({ code: 'invalid_pdf' });
});

it('a file that is no PDF is an error, and the next one is drawn', async () => {
  await expect(draw(Buffer.from('no PDF'))).rejects.toMatchObject({ code: 'invalid_pdf' });
  expect(await draw(fixture('plain'))).toHaveLength(1);
});

it('a PDF without pages is an error, and not nothing', async () => {
  const empty = buildPdf({ 1: '<</Type/Catalog/Pages 2 0 R>>', 2: '<</Type/Pages/Kids[]/Count 0>>' });
  await expect(draw(empty)).rejects.toMatchObject({ code: 'invalid_pdf', message: 'The PDF has no pages.' });
});

it('a PDF that takes too long is ended by its deadline, and the next one is drawn', async () => {
  // 2,000 forms that each draw the next one ten times.
  const content = `${'q 1 0 0 1 0 0 cm 0 0 10 10 re W n 0 0 200 200 re f Q\n'.repeat(400_000)}`;
  const steps = { deadline: () => new Deadline(300), onImage: () => {} };
  const request = { format: 'png', dpi: 300, pagesField: 'pages' } as const;
  const drawing = drawImages(browser, { ...request, pdf: pdfOf('3000 3000', content) }, steps);
  await expect(drawing).rejects.toMatchObject({ code: 'timeout' });
  expect(await draw(fixture('plain'))).toHaveLength(1);
});

it('every page is drawn alike twice', async () => {
  const [first, second] = [await draw(fixture('report')), await draw(fixture('report'))];
  expect(second.map(({ bytes }) => bytes.toString('hex'))).toEqual(
    first.map(({ bytes }) => bytes.toString('hex')),
  );
});

it.skipIf(!hasPoppler).each(fixtures)('%s looks as poppler draws it', async (name) => {
  const pdf = fixture(name);
  for (const { page, bytes } of await draw(pdf, { dpi: 100, pages: '1' })) {
    const { mean, far } = imageDistance(readPng(bytes), popplerImage(pdf, page, 100));
    expect.soft(mean, `${name}, page ${page}`).toBeLessThan(4);
    expect.soft(far, `${name}, page ${page}`).toBeLessThan(0.4);
  }
});
