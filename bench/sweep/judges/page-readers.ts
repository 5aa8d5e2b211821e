/** Pages as poppler and MuPDF read them: their text and their picture. */
import type { Pixels } from '../../../test/support/images/read-png.ts';
import { runJudge } from './run-judge.ts';

/** Of pictures: A4 has 372 × 526 pixels, in which a line of text is seen. */
export const dpi = 45;

export interface PdfPath {
  readonly path: string;
  /** If the file is protected. */
  readonly password?: string | undefined;
}

export interface PageReader {
  readonly name: 'poppler' | 'MuPDF';
  /** The text of pages by their numbers. Undefined if the program cannot read the file. */
  texts(file: PdfPath, pages: readonly number[]): Promise<ReadonlyMap<number, string> | undefined>;
  /** The page in its crop box. Undefined if the program cannot draw it. */
  picture(file: PdfPath, page: number): Promise<Pixels | undefined>;
}

const poppler: PageReader = {
  name: 'poppler',
  async texts({ path, password = '' }, pages) {
    const [first, last] = [Math.min(...pages), Math.max(...pages)];
    const args = ['-enc', 'UTF-8', '-upw', password, '-f', `${first}`, '-l', `${last}`, path, '-'];
    const judged = await runJudge('pdftotext', args);
    if (judged?.status !== 0) return undefined;
    return byPage(judged.stdout, (number) => number - first, pages);
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
    const args = ['draw', '-q', '-p', password, '-F', 'txt', '-o', '-', path, pages.join()];
    const judged = await runJudge('mutool', args);
    if (judged?.status !== 0) return undefined;
    return byPage(judged.stdout, (number) => pages.indexOf(number), pages);
  },
  async picture({ path, password = '' }, page) {
    const args = ['draw', '-q', '-p', password, '-r', `${dpi}`, '-F', 'ppm', '-o', '-', path, `${page}`];
    return firstPicture((await runJudge('mutool', args))?.stdout);
  },
};

export const pageReaders: readonly PageReader[] = [poppler, mupdf];

/** Both programs end pages with a form feed. */
function byPage(
  output: Buffer,
  indexOf: (page: number) => number,
  pages: readonly number[],
): ReadonlyMap<number, string> {
  const texts = output.toString('utf8').split('\f');
  return new Map(pages.map((page) => [page, (texts[indexOf(page)] ?? '').trim()]));
}

function firstPicture(ppm: Buffer | undefined): Pixels | undefined {
  const [head = '', width, height] =
    /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm?.toString('latin1', 0, 50) ?? '') ?? [];
  if (!ppm || head === '') return undefined;
  const [w, h] = [Number(width), Number(height)];
  const data = ppm.subarray(head.length, head.length + w * h * 3);
  return data.length === w * h * 3 ? { width: w, height: h, data, density: undefined } : undefined;
}
