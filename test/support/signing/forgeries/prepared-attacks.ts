/** Documents that were prepared before they were signed, so that bytes behind them change what they show. */
import { streamObject } from '../../pdf/build-pdf.ts';
import { type Attack, finish, update } from './attack.ts';
import { Revision } from './revision.ts';
import { document, numbers, text } from './signed-file.ts';
import { evil } from './structure-attacks.ts';

const { catalog, contents, page, pages, appearance, field } = numbers;

const changed = (number: number, from: string | RegExp, to: string): string =>
  (document[number] ?? '').replace(from, to);

/** A form that draws a form that draws … the appearance of the field. */
const nested = Object.fromEntries(
  [40, 41, 42, 43, 44].map((number) => [
    number,
    streamObject(
      `/Type/XObject/Subtype/Form/BBox[0 0 300 200]/Resources<</XObject<</X ${number === 44 ? appearance : number + 1} 0 R>>>>`,
      '/X Do',
    ),
  ]),
);
const changedAppearance = streamObject(
  '/Type/XObject/Subtype/Form/BBox[0 0 300 200]/Resources<</Font<</F1 5 0 R>>>>',
  text('EVIL 999'),
);

export const preparedAttacks: readonly Attack[] = [
  {
    name: 'missing content appears',
    verdict: 'error',
    objects: { [page]: changed(page, '4 0 R', '[4 0 R 900 0 R]') },
    forge: update({ 900: evil }, '', { size: 950 }),
  },
  {
    name: 'missing font appears',
    verdict: 'error',
    objects: { [pages]: changed(pages, '/F1 5 0 R', '/F1 900 0 R') },
    forge: update({ 900: document[5]?.replace('Helvetica', 'Symbol') ?? '' }, '', { size: 950 }),
  },
  {
    name: 'missing form XObject appears in an object stream',
    verdict: 'error',
    objects: { [pages]: changed(pages, '/G1 12 0 R', '/G1 900 0 R') },
    forge: (file) =>
      new Revision(file.pdf)
        .pack(file.size, { 900: '<</Type/ExtGState/ca 0>>' })
        .stream(951, `/Root 1 0 R/Info 17 0 R/Prev ${file.startXref}`)
        .bytes(),
  },
  {
    name: 'missing properties appear',
    verdict: 'named',
    distort: (pdf) =>
      Buffer.from(pdf.toString('latin1').replaceAll('/Info 17 0 R', '/Info 99 0 R'), 'latin1'),
    forge: (file) => {
      const revision = new Revision(file.pdf).object(99, '<</Title(Other)>>');
      const entries = `/Root 1 0 R/Info 99 0 R/Prev ${file.startXref}`;
      return file.form === 'table'
        ? revision.table(entries, { size: 120 }).bytes()
        : revision.stream(119, entries, { size: 120 }).bytes();
    },
  },
  {
    name: 'content listed behind the signed end',
    verdict: 'error',
    kinds: ['table'],
    objects: { [page]: changed(page, '4 0 R', '[4 0 R 18 0 R]'), 18: evil },
    distort: (pdf) => {
      const source = pdf.toString('latin1');
      const place = String(source.indexOf('\n18 0 obj') + 1).padStart(10, '0');
      return Buffer.from(
        source.replace(`${place} 00000 n`, '0000100000 00000 n').replace('\n18 0 obj', '\n19 0 obj'),
        'latin1',
      );
    },
    forge: (file) => {
      const place = 100_000;
      const revision = new Revision(file.pdf).object(
        file.size,
        streamObject('', ' '.repeat(place - file.pdf.length - 100)),
      );
      return finish(file, revision.text(' '.repeat(place - revision.length)).object(18, evil), '', {
        without: [18],
      });
    },
  },
  {
    name: 'content that is longer than the signed file',
    verdict: 'error',
    kinds: ['table'],
    distort: (pdf) => {
      const source = pdf.toString('latin1');
      const start = source.indexOf('\n4 0 obj');
      const longer = (found: string) => '/Length 99999>>\nstream'.padStart(found.length);
      const rest = source.slice(start).replace(/ *\/Length \d+>>\nstream/, longer);
      return Buffer.from(source.slice(0, start) + rest, 'latin1');
    },
    objects: { [contents]: streamObject('      ', text('TOTAL 100')) },
    forge: (file) => {
      const start = file.pdf.indexOf('stream\n', file.pdf.indexOf('\n4 0 obj')) + 'stream\n'.length;
      const revision = new Revision(file.pdf).text(`${file.size} 0 obj\n<</Length 90000>>\nstream\n`);
      revision.text(text('EVIL 999')).text(' '.repeat(start + 99_999 - revision.length));
      return finish(file, revision.text('\nendstream\nendobj\n').list(file.size, file.pdf.length));
    },
  },
  {
    name: 'linearized file that gets its length later',
    verdict: 'error',
    objects: { 18: evil, 19: changed(page, '4 0 R', '18 0 R') },
    kinds: ['linearized'],
    distort: (pdf) => Buffer.from(pdf.toString('latin1').replace(/\/L \d{6}/, '/L 030000'), 'latin1'),
    forge: ({ pdf }) => new Revision(pdf).text('\n'.repeat(30_000 - pdf.length)).bytes(),
  },
  {
    name: 'second catalog of the signed file',
    verdict: 'error',
    objects: {
      18: evil,
      19: changed(page, '4 0 R', '18 0 R'),
      20: changed(pages, '3 0 R', '19 0 R'),
      21: changed(catalog, '2 0 R', '20 0 R'),
    },
    forge: (file) => {
      const revision = new Revision(file.pdf).object(file.size, '<</New true>>');
      const entries = `/Root 21 0 R/Info 17 0 R/Prev ${file.startXref}`;
      return file.form === 'table'
        ? revision.table(entries).bytes()
        : revision.stream(file.size + 1, entries).bytes();
    },
  },
  {
    name: 'hidden content of the signed file',
    verdict: 'error',
    kinds: ['table', 'linearized', 'hybrid'],
    objects: { 18: streamObject('', `\n4 0 obj\n${evil}\nendobj\n`) },
    forge: (file) =>
      finish(file, new Revision(file.pdf).list(contents, file.pdf.lastIndexOf('\n4 0 obj') + 1)),
  },
  {
    name: 'appearance of a field deep in the page',
    verdict: 'error',
    objects: {
      [contents]: streamObject('', `${text('TOTAL 100')} /X1 Do`),
      [pages]: changed(pages, '/X1 9 0 R', '/X1 40 0 R'),
      ...nested,
    },
    forge: update({ [appearance]: changedAppearance }, '', { size: 70 }),
  },
  {
    name: 'appearance of a field in a stamp',
    verdict: 'error',
    objects: { 11: '<</Type/Annot/Subtype/Stamp/Rect[0 0 300 200]/F 4/AP<</N 8 0 R>>>>' },
    certification: 2,
    forge: update({ [appearance]: changedAppearance }),
  },
  {
    name: 'box of the page in the evidence',
    verdict: 'error',
    objects: {
      [catalog]: changed(catalog, '<<', '<</DSS<</Certs 18 0 R>>'),
      [page]: changed(page, '<<', '<</MediaBox 18 0 R'),
      18: '[0 0 300 200]',
    },
    forge: update({ 18: '[0 0 90 200]' }),
  },
  {
    name: 'layers in the evidence',
    verdict: 'error',
    objects: {
      [catalog]: changed(catalog, '/D<</ON[10 0 R]>>', '/D 18 0 R').replace('<<', '<</DSS<</Certs 18 0 R>>'),
      18: '<</ON[10 0 R]>>',
    },
    forge: update({ 18: '<</OFF[10 0 R]>>' }),
  },
  {
    name: 'resources of the page in the properties',
    verdict: 'error',
    objects: {
      [page]: changed(page, '<<', '<</Resources 17 0 R'),
      17: '<</Font<</F1 5 0 R>>/Title(Offer)>>',
    },
    forge: update({ 17: '<</Font<<>>/Title(Offer)>>' }),
  },
  {
    name: 'font of the field in the page',
    verdict: 'error',
    objects: { [field]: changed(field, '/F 4', '/F 4/MK<</Font 5 0 R>>') },
    forge: update({ 5: document[5]?.replace('Helvetica', 'Symbol') ?? '' }),
  },
];
