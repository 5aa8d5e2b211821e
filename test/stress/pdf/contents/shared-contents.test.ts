/** Equal parts of pages are stored once, and every page draws the same as before. */
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getPages } from '../../../../src/pdf/document/page-tree.ts';
import { compactPdf, countPages, startMerge } from '../../../../src/pdf/index.ts';
import { mergeFiles } from '../../../../src/pdf/merge/merge-files.ts';
import { PdfStream, type PdfValue } from '../../../../src/pdf/object.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { underlay } from '../../../../src/pdf/underlay/underlay.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { buildPdf, streamObject } from '../../../support/pdf/build-pdf.ts';
import { hasPoppler, hasQpdf, pixels, run } from '../../../support/pdf/installed.ts';
import { viewed } from '../../../support/pdf/merge/viewed.ts';
import { plainJob, realBrowser } from '../../../support/real-browser.ts';

const browser = realBrowser();

/** Numbers that compress poorly. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 0x7fff_ffff;
    return (state % 10_000) / 20;
  };
}

/** Shapes of ten curves each. */
function curves(count: number, seed: number): string {
  const next = numbers(seed);
  const point = () => `${next()} ${next()}`;
  return Array.from({ length: count }, (_, i) => {
    const start = i % 10 === 0 ? `${point()} m\n` : '';
    return `${start}${point()} ${point()} ${point()} c\n${i % 10 === 9 ? 'f\n' : ''}`;
  }).join('');
}

function logoOf(next: () => number): string {
  const list = (length: number) => Array.from({ length }, next).join(' ');
  const shapes = Array.from({ length: 30 }, (_, i) => {
    const path = Array.from({ length: 12 }, () => `C${list(6)}`).join('');
    return `<path fill="hsl(${i * 12} 60% 50%)" d="M1 1${path}Z"/>`;
  });
  return `<svg viewBox="0 0 500 500" width="60mm">${shapes.join('')}</svg>`;
}

interface BuiltPage {
  readonly contents: readonly string[];
  /** With or without a filter. */
  readonly filtered?: boolean;
}

/** Builds a file of pages with these contents. */
function built(pages: readonly BuiltPage[]): Buffer {
  const objects: Record<number, string> = { 1: '<</Type/Catalog/Pages 2 0 R>>' };
  let number = 3;
  const kids: string[] = [];
  for (const { contents, filtered = true } of pages) {
    const refs = contents.map((content) => {
      const data = filtered ? deflateSync(Buffer.from(content, 'latin1')).toString('latin1') : content;
      objects[number] = streamObject(filtered ? '/Filter/FlateDecode' : '', data);
      return `${number++} 0 R`;
    });
    const value = refs.length === 1 ? refs[0] : `[${refs.join(' ')}]`;
    objects[number] = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 500]/Contents ${value}>>`;
    kids.push(`${number++} 0 R`);
  }
  objects[2] = `<</Type/Pages/Count ${pages.length}/Kids[${kids.join(' ')}]>>`;
  return buildPdf(objects);
}

/** Returns the contents of each page as readers see them. */
function contentsOf(pdf: Uint8Array): string[] {
  const file = new PdfReader(pdf);
  const texts = new Map<PdfValue, string>();
  const textOf = (item: PdfValue): string => {
    const stream = file.resolve(item);
    if (!(stream instanceof PdfStream)) return '?';
    const text = texts.get(stream) ?? Buffer.from(file.decode(stream)).toString('latin1');
    texts.set(stream, text);
    return text;
  };
  return [...getPages(file)].map(({ dict }) => {
    const contents = file.get(dict, 'Contents');
    return inOneLine((Array.isArray(contents) ? contents : [contents]).map(textOf));
  });
}

const inOneLine = (contents: readonly string[]): string => contents.join('\n').replaceAll(/\s+/g, ' ').trim();

const plain = (pages: readonly BuiltPage[]) => pages.map(({ contents }) => inOneLine(contents));

describe('documents with the same letterhead', () => {
  const logo = logoOf(numbers(3));
  const letter = (n: number) =>
    `<!doctype html><html lang="en"><title>Letter ${n}</title>${logo}<h1>Letter ${n}</h1>
    <p>Dear <b>reader ${n}</b>, this is for you and for nobody else, because you are number ${n * 7919}.</p>
    ${Array.from({ length: 12 }, (_, i) => `<p>Paragraph ${i} of the small print that everybody gets.</p>`).join('')}${logo}`;
  const print = async (html: string) => {
    const deadline = new Deadline();
    try {
      return (await browser.print({ ...plainJob, html }, deadline)).pdf;
    } finally {
      deadline.close();
    }
  };

  it('store shared content once: 20 are smaller than 3 alone, with the same pixels, words and tags', async () => {
    const letters: Uint8Array[] = [];
    for (let n = 0; n < 20; n++) letters.push(await print(letter(n)));
    const alone = mergeFiles(letters.slice(0, 1));
    const merged = mergeFiles(letters);
    expect(merged.length).toBeLessThan(3 * alone.length);
    const whole = mergeFiles(letters, { compact: false });
    expect(contentsOf(merged)).toEqual(contentsOf(whole));
    expect({ ...(await viewed(merged)), info: 0 }).toEqual({ ...(await viewed(whole)), info: 0 });
    if (hasPoppler) expect(Buffer.compare(pixels(merged), pixels(whole))).toBe(0);
    if (hasQpdf) run('qpdf', ['--check', '{}'], merged);

    // The merged file is merged again and placed over a base.
    const again = mergeFiles([merged, merged]);
    expect(again.length).toBeLessThan(1.4 * merged.length);
    expect(contentsOf(again)).toEqual([...contentsOf(whole), ...contentsOf(whole)]);
    const based = underlay(merged, fixturePaper);
    expect(contentsOf(based).map((content) => content.replace(/^\/Artifact .*? EMC /, ''))).toEqual(
      contentsOf(whole),
    );
    expect(contentsOf(compactPdf(based))).toEqual(contentsOf(based));
  });

  const fixturePaper = built([{ contents: ['0 0 1 rg\n0 0 100 100 re\nf\n'] }]);

  it('become smaller on their own if their pages share content', async () => {
    const pdf = await print(
      letter(1).replace('</h1>', '</h1><div style="break-after: page"></div>') + letter(2),
    );
    const compacted = compactPdf(pdf);
    expect(contentsOf(compacted)).toEqual(contentsOf(pdf));
    expect(compacted.length).toBeLessThan(0.8 * pdf.length);
  });
});

describe('any contents', () => {
  it('survive unchanged: filtered or not, in one stream or many, listed twice, too large to be held back', () => {
    const [a, b] = [curves(600, 11), curves(600, 12)];
    const pages: BuiltPage[] = [
      { contents: [`q\n${a}Q\n`] },
      { contents: [`q\n1 0 0 rg\n${a}Q\n`], filtered: false },
      { contents: ['q\n', a, `${b}Q\n`] },
      { contents: [`q\n${b}${a}${b}Q`] },
      { contents: [`q\n${a}Q\n`] },
      { contents: ['(\nQ\n) pop\n', a] },
      { contents: [`${b}BI /W 1 /H 1 ID x\nQ\nEI\n`] },
      { contents: ['short'] },
    ];
    const pdf = built(pages);
    expect(contentsOf(compactPdf(pdf))).toEqual(plain(pages));
    expect(contentsOf(mergeFiles([pdf, pdf]))).toEqual([...plain(pages), ...plain(pages)]);
    expect(compactPdf(pdf).length).toBeLessThan(pdf.length / 2);
  });

  it('draw the same as before', () => {
    const shared = [curves(150, 1), curves(200, 2), 'BT\n<00f0> Tj\nET\n'.repeat(40), '<00\nf\n>Tj\n'];
    const part = fc.oneof(
      fc.constantFrom(...shared),
      fc.integer({ min: 3, max: 1000 }).map((seed) => curves(seed % 90, seed)),
      fc.constantFrom('q\n', 'Q\n', '/Span <</MCID 1>> BDC\n', 'EMC\n', '% Q\n'),
    );
    const page = fc.record({
      contents: fc.array(
        fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
        { minLength: 1, maxLength: 3 },
      ),
      filtered: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(page, { minLength: 1, maxLength: 6 }), (pages) => {
        const pdf = built(pages);
        expect(contentsOf(compactPdf(pdf))).toEqual(plain(pages));
        expect(contentsOf(mergeFiles([pdf, built(pages.slice(0, 1)), pdf]))).toEqual([
          ...plain(pages),
          ...plain(pages.slice(0, 1)),
          ...plain(pages),
        ]);
      }),
      { numRuns: 60 },
    );
  });

  it('are shared by later documents, even beyond the limit for content held back', () => {
    // One megabyte per page for 40 pages: more than the limit for content held back.
    const paper = curves(6_000, 5);
    const merge = startMerge();
    const expected: string[] = [];
    for (let n = 0; n < 40; n++) {
      const pages = [{ contents: [`q\n${curves(20, 1000 + n)}${paper}Q\n`.repeat(3)] }];
      merge.add(built(pages));
      expected.push(...plain(pages));
    }
    const merged = merge.finish();
    expect(contentsOf(merged)).toEqual(expected);
    expect(merged.length).toBeLessThan(3 * built([{ contents: [paper] }]).length);
  });

  it('can be merged even if they are huge and occur on thousands of pages', () => {
    const pages = 10_000;
    const bombs = {
      'one that unpacks to much': Buffer.alloc(256 * 2 ** 20, 'f\n'),
      'one that is large': Buffer.from(curves(50_000, 7)),
      'one that cannot be cut': Buffer.from(`(${curves(50_000, 7)}`),
    };
    for (const [name, content] of Object.entries(bombs)) {
      const objects: Record<number, string> = {
        1: '<</Type/Catalog/Pages 2 0 R>>',
        2: `<</Type/Pages/Count ${pages}/Kids[${Array.from({ length: pages }, (_, i) => `${4 + i} 0 R`).join(' ')}]>>`,
        3: streamObject('/Filter/FlateDecode', deflateSync(content).toString('latin1')),
      };
      for (let i = 0; i < pages; i++) {
        objects[4 + i] = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents[3 0 R 3 0 R]>>';
      }
      const pdf = buildPdf(objects);
      expect(countPages(mergeFiles([pdf, pdf])), name).toBe(2 * pages);
    }
  });
});
