/** Pages as poppler, MuPDF and Ghostscript read them: their text and their picture. */
import type { Pixels } from '../../../test/support/images/read-png.ts';
import { type Judged, runJudge } from './run-judge.ts';

/** Of pictures: A4 has 372 × 526 pixels, in which a line of text is seen. */
export const dpi = 45;

export interface PdfPath {
  readonly path: string;
  /** If the file is protected. */
  readonly password?: string | undefined;
}

export interface PageReader {
  readonly name: 'poppler' | 'MuPDF' | 'Ghostscript';
  /** The text of pages by their numbers. Undefined if the program cannot read the file. */
  texts(file: PdfPath, pages: readonly number[]): Promise<ReadonlyMap<number, string> | undefined>;
  /** The page in its crop box. Undefined if the program cannot draw it. */
  picture(file: PdfPath, page: number): Promise<Pixels | undefined>;
}

const poppler: PageReader = {
  name: 'poppler',
  async texts({ path, password = '' }, pages) {
    return await byPage(pages, async (wanted) => {
      const [first, last] = [Math.min(...wanted), Math.max(...wanted)];
      const args = ['-enc', 'UTF-8', '-upw', password, '-f', `${first}`, '-l', `${last}`, path, '-'];
      const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      return { judged: await runJudge('pdftotext', args), numbers };
    });
  },
  async picture({ path, password = '' }, page) {
    const range = ['-f', `${page}`, '-l', `${page}`];
    const args = ['-cropbox', '-r', `${dpi}`, '-upw', password, ...range, path];
    return firstPicture((await runJudge('pdftoppm', args))?.stdout);
  },
};

const mupdf: PageReader = {
  name: 'MuPDF',
  async texts({ path, password = '' }, pages) {
    return await byPage(pages, async (wanted) => {
      const args = ['draw', '-q', '-p', password, '-F', 'txt', '-o', '-', path, wanted.join()];
      return { judged: await runJudge('mutool', args), numbers: wanted };
    });
  },
  async picture({ path, password = '' }, page) {
    const args = ['draw', '-q', '-p', password, '-r', `${dpi}`, '-F', 'ppm', '-o', '-', path, `${page}`];
    return firstPicture((await runJudge('mutool', args))?.stdout);
  },
};

export const pageReaders: readonly PageReader[] = [poppler, mupdf];

/** Slower than both, and asked only where they differ. */
export const ghostscript: PageReader = {
  name: 'Ghostscript',
  async texts({ path, password = '' }, pages) {
    return await byPage(pages, async (wanted) => {
      const args = [
        ...quietly(password),
        `-sPageList=${wanted.join()}`,
        '-sDEVICE=txtwrite',
        '-o',
        '-',
        path,
      ];
      return { judged: await runJudge('gs', args), numbers: wanted };
    });
  },
  async picture({ path, password = '' }, page) {
    const range = [`-dFirstPage=${page}`, `-dLastPage=${page}`];
    const smooth = ['-dTextAlphaBits=4', '-dGraphicsAlphaBits=4'];
    const device = ['-sDEVICE=ppmraw', `-r${dpi}`, '-dUseCropBox', '-o', '-'];
    return firstPicture(
      (await runJudge('gs', [...quietly(password), ...range, ...smooth, ...device, path]))?.stdout,
    );
  },
};

const quietly = (password: string): string[] => [
  '-q',
  '-dSAFER',
  ...(password === '' ? [] : [`-sPDFPassword=${password}`]),
];

interface ReadPages {
  readonly judged: Judged | undefined;
  /** The pages in it. */
  readonly numbers: readonly number[];
}

/** Both programs end pages with a form feed; texts that have some are read page by page. */
async function byPage(
  pages: readonly number[],
  read: (wanted: readonly number[]) => Promise<ReadPages>,
): Promise<ReadonlyMap<number, string> | undefined> {
  const { judged, numbers } = await read(pages);
  if (judged?.status !== 0) return undefined;
  const text = judged.stdout.toString('utf8');
  if (pages.length === 1) return new Map(pages.map((page) => [page, text]));
  const parts = text.split('\f');
  if (parts.length === numbers.length + 1)
    return new Map(numbers.map((page, index) => [page, parts[index] ?? '']));
  const alone = await Promise.all(pages.map(async (page) => [page, (await read([page])).judged] as const));
  return new Map(alone.map(([page, one]) => [page, one?.stdout.toString('utf8') ?? '']));
}

function firstPicture(ppm: Buffer | undefined): Pixels | undefined {
  const [head = '', width, height] =
    /^P6\s+(?:#.*\s+)?(\d+)\s+(\d+)\s+255\s/.exec(ppm?.toString('latin1', 0, 100) ?? '') ?? [];
  if (!ppm || head === '') return undefined;
  const [w, h] = [Number(width), Number(height)];
  const data = ppm.subarray(head.length, head.length + w * h * 3);
  return data.length === w * h * 3 ? { width: w, height: h, data, density: undefined } : undefined;
}
