/** Pages whose content is not what the format wants, as real producers write it. Each shows `Page`, unless nothing of it can be read. */
import { deflateSync } from 'node:zlib';
import { buildPdf, streamObject } from './build-pdf.ts';

const text = 'BT /F 12 Tf 20 80 Td (Page) Tj ET';

interface DamagedPage {
  /** Of object 4, unless `entries` says more. */
  readonly content: string;
  /** The value of Contents. */
  readonly entries?: string;
  readonly filter?: string;
}

const pages: Readonly<Record<string, DamagedPage>> = {
  'a Q without q': { content: `${text} Q` },
  'a Q without q before a matrix': { content: `2 0 0 2 0 0 cm Q .25 0 0 .25 10 10 cm ${text}` },
  'more q than Q': { content: `q 3 0 0 3 5 5 cm q ${text}` },
  'resources that are called q and Q': { content: `/q gs /Q gs /#51 gs ${text}` },
  'a Q in a text, a list and a comment': { content: `q [(Q) 1] 0 d % Q\n${text} Q` },
  'an operator behind a number without a space': { content: `q 2 0 0 2 0 0 cm 0Q ${text}` },
  'EI and q in an inline image as ASCII85': {
    content: `q BI /W 4 /H 4 /CS /G /BPC 8 /F /A85 ID abcde)EI(fgh<q>ijk%q\n~> EI Q ${text}`,
  },
  'EI and q in a binary inline image': {
    content: `q BI /W 14 /H 1 /CS /G /BPC 8 ID \x01\x02\x00\nEI\nq q q q\x00\x05\nEI Q ${text}`,
  },
  'EI and q in an inline image with run lengths': {
    content: `q BI /W 9 /H 1 /CS /G /BPC 8 /F /RL ID \x08\nEI q q q\x80 EI Q ${text}`,
  },
  'a compressed inline image': {
    content: `q BI /W 9 /H 1 /CS /G /BPC 8 /F [/Fl] ID ${deflateSync(Buffer.from('\nEI q q q'), { level: 0 }).toString('latin1')}\nEI Q ${text}`,
  },
  'an operator without its operands': { content: `q ${text.replace('ET', '1 Tm ET')} Q` },
  'an operator with an operand of another kind': { content: `q (1) w ${text} Q` },
  'marked content without its tag': { content: `q BMC ${text} EMC Q` },
  'a text without an end': { content: `${text} 10 10 m 20 (unterminated` },
  'a hexadecimal text without an end': { content: `${text} q <48 65` },
  'a list without an end': { content: `${text} [(a) 1` },
  'a dictionary without an end': { content: `${text} /P <</MCID 0` },
  'an inline image without an end': { content: `${text} q BI /W 9 /H 9 /CS /G /BPC 8 ID abc` },
  'a text object without an end': { content: text.replace(' ET', '') },
  'a hidden layer without an end': { content: `/OC /L BDC ${text}` },
  'a null among its streams': { content: text, entries: '[null 4 0 R null]' },
  'a stream that is not in the file': { content: text, entries: '[9 0 R 4 0 R]' },
  'a dictionary among its streams': { content: text, entries: '[5 0 R 4 0 R]' },
  'a dictionary in place of its stream': { content: text, entries: '5 0 R' },
  'compressed data with an error': {
    content: damaged(`${text} q 2 0 0 2 0 0 cm `),
    filter: '/Filter/FlateDecode',
  },
};

/** A stored block of deflated data, which inflates, and the head of another of a type that there is not (RFC 1951, 3.2.3). */
function damaged(content: string): string {
  const length = Buffer.alloc(4);
  length.writeUInt16LE(content.length, 0);
  length.writeUInt16LE(content.length ^ 0xffff, 2);
  return `\x78\x01\x00${length.toString('latin1')}${content}\x07\x00\x00`;
}

/** Names of the kinds of damage, and a file with a page of each. */
export const damagedPages: readonly (readonly [string, Buffer])[] = Object.entries(pages).map(
  ([name, { content, entries = '4 0 R', filter = '' }]) => [
    name,
    buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[7 0 R]/D<</OFF[7 0 R]>>>>>>',
      2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 100]>>',
      3: `<</Type/Page/Parent 2 0 R/Contents ${entries}/Resources 6 0 R>>`,
      4: streamObject(filter, content),
      5: '<</Note(no stream)>>',
      6: '<</Font<</F 8 0 R>>/ExtGState<</q<</LW 1>>/Q<</LW 1>>>>/Properties<</L 7 0 R>>>>',
      7: '<</Type/OCG/Name(Layer)>>',
      8: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    }),
  ],
);
