/**
 * Updates that a file's cross-reference tells in two ways: incremental saving, wrapping and universal forgery ("1 Trillion
 * Dollar Refund: How To Spoof PDF Signatures", 2019), and tricks with tables, streams and object streams.
 */
import { digits, streamObject } from '../../pdf/build-pdf.ts';
import { type Attack, finish, update } from './attack.ts';
import { Revision, type Row } from './revision.ts';
import { document, numbers, type SignedFile, text } from './signed-file.ts';

const { contents, page, pages, catalog } = numbers;

export const evil = streamObject('', text('EVIL 999'));
const old = document[contents] ?? '';
const oldPage = document[page] ?? '';
/** A page that shows another object. */
const pageWith = (other: number) => oldPage.replace(`/Contents ${contents} 0 R`, `/Contents ${other} 0 R`);

/** The new content as an update, whose section is written otherwise. */
const withEvil = (write: (revision: Revision, file: SignedFile) => Buffer) => (file: SignedFile) =>
  write(new Revision(file.pdf).object(contents, evil), file);

const rows = (...more: Row[]) => ({ more });
const tail = (file: SignedFile) => `/Root 1 0 R/Info 17 0 R/Prev ${file.startXref}`;

export const structureAttacks: readonly Attack[] = [
  { name: 'content replaced', verdict: 'error', forge: update({ [contents]: evil }) },
  {
    name: 'page replaced',
    verdict: 'error',
    forge: update(({ size }) => ({ [size]: evil, [page]: pageWith(size) })),
  },
  {
    name: 'page tree replaced',
    verdict: 'error',
    forge: update(({ size }) => ({
      [size]: evil,
      [size + 1]: pageWith(size),
      [pages]: (document[pages] ?? '').replace('3 0 R', `${size + 1} 0 R`),
    })),
  },
  {
    name: 'catalog swapped by the trailer',
    verdict: 'error',
    forge: (file) => {
      const { size } = file;
      const revision = new Revision(file.pdf)
        .object(size, evil)
        .object(size + 1, pageWith(size))
        .object(size + 2, (document[pages] ?? '').replace('3 0 R', `${size + 1} 0 R`))
        .object(size + 3, (document[catalog] ?? '').replace('2 0 R', `${size + 2} 0 R`));
      const entries = `/Root ${size + 3} 0 R/Prev ${file.startXref}`;
      return file.form === 'table'
        ? revision.table(entries).bytes()
        : revision.stream(size + 9, entries).bytes();
    },
  },
  {
    name: 'object without a table',
    verdict: 'error',
    forge: ({ pdf }) => new Revision(pdf).orphan(contents, evil).bytes(),
  },
  {
    name: 'object and startxref to the signed table',
    verdict: 'error',
    forge: ({ pdf, startXref }) =>
      new Revision(pdf).orphan(contents, evil).text(`startxref\n${startXref}\n%%EOF\n`).bytes(),
  },
  {
    name: 'object and trailer without a table',
    verdict: 'error',
    forge: (file) =>
      new Revision(file.pdf)
        .orphan(contents, evil)
        .text(`trailer\n<</Size ${file.size}${tail(file)}>>\nstartxref\n${file.startXref}\n%%EOF\n`)
        .bytes(),
  },
  {
    name: 'object and table without startxref',
    verdict: 'error',
    forge: withEvil((revision, file) => finish(file, revision, '', { startXref: null })),
  },
  {
    name: 'object and copy of the signature',
    verdict: 'error',
    forge: (file) => {
      const start = file.pdf.lastIndexOf(`\n${file.signature} 0 obj`) + 1;
      const copy = file.pdf.toString('latin1', start, file.pdf.indexOf('endobj', start) + 7);
      return new Revision(file.pdf).orphan(contents, evil).text(copy).bytes();
    },
  },
  {
    name: 'startxref to the update, then to the signed table',
    verdict: 'error',
    forge: withEvil((revision, file) =>
      new Revision(finish(file, revision)).text(`startxref\n${file.startXref}\n%%EOF\n`).bytes(),
    ),
  },
  {
    name: 'startxref of the signed table in a comment behind the end',
    verdict: 'error',
    forge: withEvil((revision, file) =>
      new Revision(finish(file, revision)).text(`%startxref ${file.startXref}\n%%EOF\n`).bytes(),
    ),
  },
  {
    name: 'startxref beyond the end',
    verdict: 'error',
    forge: withEvil((revision, file) => finish(file, revision, '', { startXref: 10_000_000 })),
  },
  {
    name: 'startxref 0',
    verdict: 'error',
    forge: withEvil((revision, file) => finish(file, revision, '', { startXref: 0 })),
  },
  {
    name: 'startxref without %%EOF',
    verdict: 'error',
    forge: ({ pdf, startXref }) =>
      new Revision(pdf).orphan(contents, evil).text(`startxref\n${startXref}\n`).bytes(),
  },
  {
    name: 'line ends behind the end',
    verdict: 'nothing',
    forge: ({ pdf }) => new Revision(pdf).text('\r\n\r\n').bytes(),
  },
  {
    name: 'long white space behind the end',
    verdict: 'error',
    forge: ({ pdf }) => new Revision(pdf).text('\n'.repeat(2_000)).bytes(),
  },
  {
    name: 'object in a comment behind the end',
    verdict: 'error',
    forge: ({ pdf }) => new Revision(pdf).text(`%\r${contents} 0 obj ${evil} endobj\n`).bytes(),
  },
  {
    name: 'bytes before the header',
    verdict: 'error',
    forge: ({ pdf }) => Buffer.concat([Buffer.from('%other\n'), pdf]),
  },
  ...(
    [
      ['missing', () => ''],
      ['0', () => '/Prev 0'],
      ['a real number', (file: SignedFile) => `/Prev ${file.startXref}.0`],
      ['to the unsigned file', (file: SignedFile) => `/Prev ${file.unsignedXref}`],
      ['to itself', (file: SignedFile) => `/Prev ${file.pdf.length}`],
      ['twice', (file: SignedFile) => `/Prev ${file.unsignedXref}/Prev ${file.startXref}`],
    ] as const
  ).map(
    ([name, prev]): Attack => ({
      name: `Prev ${name}`,
      verdict: 'error',
      forge: (file) =>
        new Revision(file.pdf)
          .row({ number: 0, free: true, generation: 65_535 })
          .table(`/Root 1 0 R/Info 17 0 R${prev(file)}`, { size: file.size })
          .bytes(),
    }),
  ),
  {
    name: 'an update that the next one skips',
    verdict: 'error',
    forge: withEvil((revision, file) =>
      finish(file, new Revision(finish(file, revision)).object(file.size, '<</New true>>')),
    ),
  },
  ...(
    [
      ['stream lists the old place, table the new one', true],
      ['stream lists the new place, table the old one', false],
    ] as const
  ).map(
    ([name, isTableNew]): Attack => ({
      name: `XRefStm: ${name}`,
      verdict: 'error',
      forge: (file) => {
        const revision = new Revision(file.pdf).orphan(contents, evil);
        const added = { number: contents, offset: file.pdf.length };
        const signed = { number: contents, offset: file.offsetOf(contents) };
        const [inTable, inStream] = isTableNew ? [added, signed] : [signed, added];
        const stream = revision.addStream(file.size + 18, tail(file), undefined, { more: [inStream] });
        return revision.table(`${tail(file)}/XRefStm ${stream}`, rows(inTable)).bytes();
      },
    }),
  ),
  {
    name: 'XRefStm: stream lists the new place, table hides it',
    verdict: 'error',
    forge: (file) => {
      const revision = new Revision(file.pdf).orphan(contents, evil);
      const stream = revision.addStream(file.size + 18, tail(file), undefined, {
        more: [{ number: contents, offset: file.pdf.length }],
      });
      const hidden = { number: contents, free: true, generation: 65_535 };
      return revision.table(`${tail(file)}/XRefStm ${stream}`, rows(hidden)).bytes();
    },
  },
  {
    name: 'XRefStm twice',
    verdict: 'error',
    forge: (file) => {
      const revision = new Revision(file.pdf).orphan(contents, evil);
      const list = (number: number, offset: number) =>
        revision.addStream(number, tail(file), undefined, { more: [{ number: contents, offset }] });
      const one = list(file.size + 17, file.pdf.length);
      const two = list(file.size + 18, file.offsetOf(contents));
      return revision.table(`${tail(file)}/XRefStm ${one}/XRefStm ${two}`, {}).bytes();
    },
  },
  {
    name: 'XRefStm: stream of the signed file, again',
    verdict: 'nothing',
    kinds: ['stream'],
    forge: (file) =>
      new Revision(file.pdf)
        .object(file.size, '<</New true>>')
        .table(`${tail(file)}/XRefStm ${file.startXref}`)
        .bytes(),
  },
  ...(
    [
      ['first', true],
      ['last', false],
    ] as const
  ).map(
    ([place, isFirst]): Attack => ({
      name: `object listed twice, the new place ${place}`,
      verdict: 'error',
      forge: (file) => {
        const revision = new Revision(file.pdf).object(contents, evil);
        const signed = [{ number: contents, offset: file.offsetOf(contents) }];
        return finish(file, revision, '', isFirst ? { more: signed } : { before: signed });
      },
    }),
  ),
  {
    name: 'object listed and free',
    verdict: 'error',
    forge: withEvil((revision, file) => finish(file, revision, '', rows({ number: contents, free: true }))),
  },
  {
    name: 'content freed',
    verdict: 'error',
    forge: (file) => finish(file, new Revision(file.pdf), '', rows({ number: contents, free: true })),
  },
  {
    name: 'content freed, and its number used again',
    verdict: 'error',
    forge: (file) => finish(file, new Revision(file.pdf).object(contents, evil, 1)),
  },
  {
    name: 'same content in another generation',
    verdict: 'error',
    forge: (file) => finish(file, new Revision(file.pdf).object(contents, old, 1)),
  },
  {
    name: 'signed content listed in another generation',
    verdict: 'error',
    forge: (file) => finish(file, new Revision(file.pdf).list(contents, file.offsetOf(contents), 1)),
  },
  {
    name: 'object header of another generation than its row',
    verdict: 'error',
    forge: (file) => {
      const place = file.pdf.length;
      return finish(file, new Revision(file.pdf).orphan(contents, old, 3).list(contents, place, 0));
    },
  },
  {
    name: 'row leads to another object',
    verdict: 'error',
    forge: (file) =>
      finish(file, new Revision(file.pdf).object(file.size, evil).list(contents, file.pdf.length)),
  },
  {
    name: 'row leads into an object',
    verdict: 'error',
    forge: (file) => {
      const inner = `${contents} 0 obj\n${evil}\nendobj`;
      const body = streamObject('/Type/X', inner);
      const place = file.pdf.length + `${file.size} 0 obj\n`.length + body.indexOf(inner);
      return finish(file, new Revision(file.pdf).object(file.size, body).list(contents, place));
    },
  },
  {
    name: 'table counted from 1',
    verdict: 'error',
    kinds: ['table', 'linearized', 'hybrid'],
    forge: (file) => {
      const revision = new Revision(file.pdf).orphan(contents, evil);
      const start = revision.length;
      const free = (number: number) => `${digits(0)} ${number === 1 ? '65535' : '00000'} f \n`;
      return revision
        .text(`xref\n1 5\n${free(1)}${free(2)}${free(3)}${free(4)}${digits(file.pdf.length)} 00000 n \n`)
        .text(`trailer\n<</Size ${file.size}${tail(file)}>>\nstartxref\n${start}\n%%EOF\n`)
        .bytes();
    },
  },
  {
    name: 'object that no table lists in an innocent update',
    verdict: 'error',
    forge: (file) =>
      finish(file, new Revision(file.pdf).orphan(contents, evil).object(file.size, '<</New true>>')),
  },
  {
    name: 'object in a comment of an innocent update',
    verdict: 'error',
    forge: (file) =>
      finish(
        file,
        new Revision(file.pdf).text(`%${contents} 0 obj<</A 1>>endobj\n`).object(file.size, '<</New true>>'),
      ),
  },
  {
    name: 'innocent update with text that looks like an object',
    verdict: 'error',
    forge: update(({ size }) => ({ [size]: streamObject('', `\n${contents} 0 obj\n${evil}\nendobj\n`) })),
  },
  {
    name: 'object twice, the row to the first',
    verdict: 'error',
    forge: withEvil((revision, file) => {
      const place = revision.length;
      return finish(file, revision.orphan(contents, old), '', {
        without: [contents],
        more: [{ number: contents, offset: place }],
      });
    }),
  },
  {
    name: 'page with two contents, the signed one last',
    verdict: 'error',
    forge: update(({ size }) => ({
      [size]: evil,
      [page]: oldPage.replace('/Contents', `/Contents ${size} 0 R/Contents`),
    })),
  },
  {
    name: 'page with two contents, the signed one first',
    verdict: 'error',
    forge: update(({ size }) => ({
      [size]: evil,
      [page]: oldPage.replace('/StructParents', `/Contents ${size} 0 R/StructParents`),
    })),
  },
  {
    name: 'page with two contents, one in other letters',
    verdict: 'error',
    forge: update(({ size }) => ({
      [size]: evil,
      [page]: oldPage.replace('/Contents', `/#43ontents ${size} 0 R/Contents`),
    })),
  },
  {
    name: 'page with contents in a comment',
    verdict: 'error',
    forge: update(({ size }) => ({
      [size]: evil,
      [page]: oldPage.replace('/Contents', `%\n/Contents ${size} 0 R%\r/Contents`),
    })),
  },
  {
    name: 'page with an odd number',
    verdict: 'error',
    forge: update({ [page]: oldPage.replace('/StructParents 0', '/StructParents 0.0.0') }),
  },
  {
    name: 'size too small for the content',
    verdict: 'error',
    forge: (file) =>
      finish(file, new Revision(file.pdf).row({ number: 0, free: true, generation: 65_535 }), '', {
        size: 4,
      }),
  },
  ...(
    [
      ['page in an object stream', [[page, true]], 0],
      [
        'object stream with the page twice, the signed one last',
        [
          [page, true],
          [page, false],
        ],
        0,
      ],
      [
        'object stream with the page twice, the signed one first',
        [
          [page, false],
          [page, true],
        ],
        0,
      ],
      [
        'object stream whose index is another page',
        [
          [page, false],
          [page + 60, true],
        ],
        1,
      ],
    ] as const
  ).map(
    ([name, packed, index]): Attack => ({
      name,
      verdict: 'error',
      forge: (file) => {
        const { size } = file;
        const bodies = packed.map(([number, isEvil]) => [number, isEvil ? pageWith(size) : oldPage] as const);
        const revision = new Revision(file.pdf)
          .object(size, evil)
          .pack(size + 1, bodies, '', false)
          .row({ number: page, packed: [size + 1, index] });
        return revision.stream(size + 2, tail(file)).bytes();
      },
    }),
  ),
  {
    name: 'object stream that extends another',
    verdict: 'error',
    forge: (file) => {
      const { size } = file;
      return new Revision(file.pdf)
        .object(size, evil)
        .pack(size + 1, { [page]: pageWith(size) }, '', false)
        .pack(size + 2, { [size + 5]: 'null' }, `/Extends ${size + 1} 0 R`, false)
        .row({ number: page, packed: [size + 2, 0] })
        .stream(size + 3, tail(file))
        .bytes();
    },
  },
  ...[3, 255].map(
    (type): Attack => ({
      name: `stream with a row of type ${type}`,
      verdict: 'error',
      forge: (file) =>
        new Revision(file.pdf)
          .object(file.size, '<</New true>>')
          .row({ number: file.size + 1, type })
          .stream(file.size + 2, tail(file))
          .bytes(),
    }),
  ),
  {
    name: 'encryption added',
    verdict: 'error',
    forge: (file) =>
      finish(
        file,
        new Revision(file.pdf).object(file.size, '<</Filter/Standard/V 1/R 2/O()/U()/P -4>>'),
        `/Encrypt ${file.size} 0 R/ID[()()]`,
      ),
  },
  ...(
    [
      ['contents emptied', /\/Contents<[0-9a-f]*>/, (found: string) => found.replace(/[1-9a-f]/g, '0')],
      ['contents removed', /\/Contents</, () => '/Kontents<'],
      ['range removed', /\/ByteRange/, () => '/BiteRange'],
      ['range is null', /\/ByteRange\[[^\]]*\]/, (found: string) => '/ByteRange null'.padEnd(found.length)],
      [
        'range of six numbers',
        /\/ByteRange\[0 (\d+) (\d+) (\d+) {5}/,
        (found: string) => found.replace(/ {5}$/, ' 0 0 '),
      ],
      ['range with a comment', /\/ByteRange\[0 /, () => '/ByteRange[%\r'],
      ['range that begins later', /\/ByteRange\[0 /, () => '/ByteRange[9 '],
      ['range is negative', /\/ByteRange\[0 (\d)/, () => '/ByteRange[0 -'],
    ] as const
  ).map(
    ([name, from, to]): Attack => ({
      name: `universal forgery: ${name}`,
      verdict: 'error',
      forge: ({ pdf }) => Buffer.from(pdf.toString('latin1').replace(from, to), 'latin1'),
    }),
  ),
  {
    name: 'wrapping: the signature moved behind the new content',
    verdict: 'error',
    forge: (file) => {
      const source = file.pdf.toString('latin1');
      const start = source.lastIndexOf(`\n${file.signature} 0 obj`) + `\n${file.signature} 0 obj\n`.length;
      const dict = source.slice(start, source.indexOf('endobj', start));
      const [, first = 0, second = 0, length = 0] = (/\/ByteRange\[([^\]]*)\]/.exec(dict)?.[1] ?? '')
        .trim()
        .split(' ')
        .map(Number);
      const revision = new Revision(file.pdf).object(contents, evil);
      const place = revision.length + 40_000;
      revision.object(
        file.signature,
        dict.replace(/\/ByteRange\[[^\]]*\]/, `/ByteRange[0 ${first} ${place} ${length}]`),
      );
      revision.text(' '.repeat(place - revision.length)).text(source.slice(second, second + length));
      return finish(file, revision);
    },
  },
];
