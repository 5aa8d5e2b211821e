/** Commands whose pages must stay as they are: pages, merge, stamps, protection. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Pixels } from '../../../test/support/images/read-png.ts';
import {
  type Box,
  type Comparison,
  comparePages,
  type Difference,
  isDisputed,
  type PagePair,
  type Tolerance,
} from '../judges/compare-pages.ts';
import { structureFault } from '../judges/other-judges.ts';
import { dpi, ghostscript, type PageReader, type PdfPath } from '../judges/page-readers.ts';
import { runJudge } from '../judges/run-judge.ts';
import { arrangePdf, mergePdfs, unlockPdf } from './library.ts';
import { type SweepCase, stampSize, stampText, textPdf } from './sweep-case.ts';
import type { SweepCommand } from './sweep-command.ts';

export const pages: SweepCommand = {
  name: 'pages',
  output: 'pages.pdf',
  run: (input) => arrangePdf(input.bytes, { pages: input.chosen.join() }),
  words: (input) => ['pages', input.path, '--pages', input.chosen.join()],
  judge: (input) => compare(input, { path: input.output('pages.pdf') }, reversed(input)),
};

export const merge: SweepCommand = {
  name: 'merge',
  output: 'merge.pdf',
  run: ({ bytes, tools }) => mergePdfs([bytes, readFileSync(tools.plain), bytes]),
  words: ({ path, tools }) => ['merge', path, tools.plain, path],
  judge(input) {
    const count = input.facts?.pages ?? 1;
    const before = input.chosen.toReversed();
    const twice = [...before.map((page) => [page, page]), ...before.map((page) => [page, count + 1 + page])];
    const all = twice.map(([from = 1, to = 1]) => ({ before: from, after: to }));
    // Long documents are compared up to where the second copy begins.
    return compare(
      input,
      { path: input.output('merge.pdf') },
      all.filter(({ after }) => after <= 400),
    );
  },
};

export const stamp: SweepCommand = {
  name: 'stamp',
  output: 'stamped.pdf',
  run: ({ bytes, tools }) =>
    mergePdfs([bytes], { stamp: { pdf: new Uint8Array(readFileSync(tools.stamp)) } }),
  words: ({ path, tools }) => ['pages', path, '--stamp', tools.stamp],
  async judge(input) {
    const after = { path: input.output('stamped.pdf') };
    const compared = await compare(input, after, same(input), { except: stampBox, added: stampText });
    const unseen = await Promise.all(
      input.readers.map(async (reader): Promise<Difference[]> => {
        const text = (await reader.texts(after, [1]))?.get(1);
        if (text === undefined && !(await reader.texts({ path: input.path }, [1]))) return [];
        const isDrawn = await showsRed(reader, after);
        // Its words may lie between those of the page.
        if (stampText.split(' ').every((word) => text?.includes(word)) && isDrawn) return [];
        return [{ reader: reader.name, what: 'the stamp is not seen', isAsked: true }];
      }),
    );
    if (unseen.flat().length === 0 && !(await showsRed(ghostscript, after))) {
      unseen.push([{ reader: ghostscript.name, what: 'the stamp is not seen', isAsked: true }]);
    }
    return { ...compared, differences: [...unseen.flat(), ...compared.differences] };
  },
};

/** A page that is placed on another lies at a fraction of a pixel, at which programs sample pictures again. */
const placed: Tolerance = { far: 0.05, mean: 1 };

/** The first page under a blank one of its size, which must look as the page itself. */
export const letterhead: SweepCommand = {
  name: 'letterhead',
  output: 'letterhead.pdf',
  skips: ({ facts }) => (facts ? undefined : 'poppler does not read the size of its page'),
  run: (input) => mergePdfs([blank(input)], { stamp: { pdf: input.bytes, under: true } }),
  words(input) {
    const path = input.output('blank.pdf');
    writeFileSync(path, blank(input));
    return ['merge', path, '--under', input.path];
  },
  async judge(input) {
    const after = { path: input.output('letterhead.pdf') };
    const pairs = [{ before: 1, after: 1 }];
    // Fractions of a pixel lead readers to other lines and columns: the letters count, not their order.
    const placing = { tolerance: placed, added: '' };
    const compared = await compare(input, after, pairs, placing);
    if (compared.differences.length === 0) return compared;
    // Annotations without an appearance, such as notes and borders of links, are no part of the page: qpdf leaves them out too.
    const path = input.output('without-annotations.pdf');
    const flat = await runJudge('qpdf', ['--flatten-annotations=screen', input.path, path]);
    if (flat?.status !== 0 && flat?.status !== 3) return compared;
    const again = await compare(input, after, pairs, { ...placing, before: { path } });
    if (again.differences.length === 0) return again;
    // poppler aligns thin lines and pictures to pixels, MuPDF draws fields of its own: where one of them sees a difference and
    // the other does not, a third decides.
    for (const [before, comparison] of [
      [{ path: input.path }, compared],
      [{ path }, again],
    ] as const) {
      if (!isDisputed(comparison)) continue;
      const request = { ...placing, before, after, texts: pairs, pictures: pairs };
      const third = await comparePages(request, [ghostscript]);
      if (third.readers.length > 0 && third.differences.length === 0) return third;
    }
    return compared;
  },
};

export const protect: SweepCommand = {
  name: 'protect',
  output: 'protected.pdf',
  run: ({ bytes, tools }) => arrangePdf(bytes, { protection: { userPassword: tools.password } }),
  words: ({ path, tools }) => ['pages', path, '--password-file', tools.passwordFile],
  judge(input) {
    const after = { path: input.output('protected.pdf'), password: input.tools.password };
    return compare(input, after, same(input));
  },
};

export const unlock: SweepCommand = {
  name: 'unlock',
  output: 'unlocked.pdf',
  skips: (_, written) => (written.has('protect') ? undefined : 'it was not protected'),
  run: ({ output, tools: { password } }) =>
    unlockPdf(new Uint8Array(readFileSync(output('protected.pdf'))), { password }),
  words: ({ output, tools }) => ['unlock', output('protected.pdf'), '--password-file', tools.passwordFile],
  judge(input) {
    const before = { path: input.output('protected.pdf'), password: input.tools.password };
    return compare(input, { path: input.output('unlocked.pdf') }, same(input), { before });
  },
};

const same = ({ chosen }: SweepCase): PagePair[] =>
  chosen.toReversed().map((page) => ({ before: page, after: page }));

const reversed = ({ chosen }: SweepCase): PagePair[] =>
  chosen.map((page, index) => ({ before: page, after: index + 1 }));

/** Also by qpdf, unless it has something to say about the input already. */
async function compare(
  input: SweepCase,
  after: PdfPath,
  texts: readonly PagePair[],
  others: { before?: PdfPath; except?: (picture: Pixels) => Box; added?: string; tolerance?: Tolerance } = {},
): Promise<Comparison> {
  const [first] = texts;
  const last = texts.at(-1);
  const pictures = [first, last].filter(
    (pair, index) => pair !== undefined && (index === 0 || pair !== first),
  );
  const request = {
    before: { path: input.path },
    after,
    texts,
    pictures: pictures as readonly PagePair[],
    ...others,
  };
  const [compared, fault] = await Promise.all([
    comparePages(request, input.comparing),
    structureFault(after),
  ]);
  const faults: Difference[] = fault && !input.fault ? [{ reader: 'qpdf', what: fault }] : [];
  return { ...compared, differences: [...compared.differences, ...faults] };
}

const blank = ({ facts }: SweepCase): Uint8Array => textPdf(facts?.width ?? 595, facts?.height ?? 842, '');

/** Where the stamp is in the picture of a page, with a pixel around it. */
function stampBox({ width, height }: Pixels): Box {
  const [across, along] = [(stampSize.width * dpi) / 144 + 2, (stampSize.height * dpi) / 144 + 2];
  return {
    left: Math.floor(width / 2 - across),
    right: Math.ceil(width / 2 + across),
    top: Math.floor(height / 2 - along),
    bottom: Math.ceil(height / 2 + along),
  };
}

/** False if the reader draws the page without the stamp; a page that it cannot draw is no proof. */
async function showsRed(reader: PageReader, file: PdfPath): Promise<boolean> {
  const picture = await reader.picture(file, 1);
  return picture === undefined || isRed(picture);
}

/** Whether the box of the stamp has its colour in the middle of the page. */
function isRed(picture: Pixels): boolean {
  const { left, right, top, bottom } = stampBox(picture);
  for (let y = Math.max(0, top); y < Math.min(bottom, picture.height); y++) {
    for (let x = Math.max(0, left); x < Math.min(right, picture.width); x++) {
      const at = (y * picture.width + x) * 3;
      const [red = 0, green = 0, blue = 0] = picture.data.subarray(at, at + 3);
      if (red > 200 && green < 60 && blue < 60) return true;
    }
  }
  return false;
}
