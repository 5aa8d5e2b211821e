/** Random designs of the editor: every type of element, with and without what PDF/UA needs of their author. */
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { type Element, editorJson } from '../../support/pdfme/editor-files.ts';

/** One template, and whether its author did everything right. */
export interface GeneratedDesign {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly isComplete: boolean;
}

const word = fc.constantFrom(
  ...'paper ink margin column table figure ledger invoice office fluffy Straße naïve 1,234.50 € “quoted” – AVATAR x² Ελλάδα Привет'.split(
    ' ',
  ),
);
const line = fc.array(word, { minLength: 1, maxLength: 25 }).map((list) => list.join(' '));
const plain = fc
  .tuple(line, fc.array(fc.tuple(fc.constantFrom('\n', '\n\n', ' \n'), line), { maxLength: 3 }))
  .map(([first, others]) => first + others.map(([end, text]) => end + text).join(''));
const markdown = fc
  .array(
    fc.oneof(
      line,
      line.map((text) => `**${text}**`),
      line.map((text) => `*${text}*`),
      line.map((text) => `[${text}](https://example.com/a?b=c)`),
      fc.constant('[first](#element0)'),
      fc.constant('`code`'),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join(' '));

const color = fc.constantFrom('#123456', '#c81e1e', '#ffffff', '#00000080');
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const place = {
  position: fc.record({ x: fc.integer({ min: 0, max: 150 }), y: fc.integer({ min: 0, max: 250 }) }),
  width: fc.integer({ min: 5, max: 160 }),
  height: fc.integer({ min: 3, max: 60 }),
};
const turned = {
  rotate: maybe(fc.integer({ min: -180, max: 180 })),
  opacity: maybe(fc.double({ min: 0, max: 1, noNaN: true })),
};
const textStyle = {
  fontSize: fc.integer({ min: 5, max: 24 }),
  lineHeight: maybe(fc.constantFrom(1, 1.4, 2)),
  characterSpacing: maybe(fc.constantFrom(0, 0.5, 3)),
  alignment: fc.constantFrom('left', 'center', 'right', 'justify'),
  verticalAlignment: fc.constantFrom('top', 'middle', 'bottom'),
  fontName: maybe(fc.constantFrom('OpenSans-Bold', 'OpenSans-Italic')),
  underline: maybe(fc.boolean()),
  strikethrough: maybe(fc.boolean()),
  backgroundColor: maybe(color),
  overflow: maybe(fc.constantFrom('expand')),
  ...turned,
};
const text = fc.record({
  type: fc.constantFrom('text', 'text', 'text', 'select'),
  content: fc.oneof({ weight: 9, arbitrary: plain }, { weight: 1, arbitrary: fc.constantFrom('', ' \n ') }),
  ...place,
  ...textStyle,
});
const date = fc.record({
  type: fc.constant('date'),
  content: fc.constantFrom('2026-10-16', ''),
  format: fc.constantFrom('dd.MM.yyyy', 'd MMMM yyyy'),
  ...place,
  ...textStyle,
});
const rich = fc.record({
  type: fc.constant('text'),
  content: markdown,
  textFormat: fc.constant('inline-markdown'),
  ...place,
  ...textStyle,
});
const table = fc
  .record({
    columns: fc.integer({ min: 1, max: 4 }),
    rows: fc.integer({ min: 0, max: 60 }),
    cell: fc.oneof(line, fc.constant('')),
    showHead: fc.boolean(),
    repeatHead: fc.boolean(),
    border: fc.constantFrom(0, 0.4),
    ...place,
  })
  .map(({ columns, rows, cell, border, showHead, ...rest }) => ({
    type: 'table',
    head: Array.from({ length: columns }, (_, index) => (index === 1 ? '' : `Column ${index + 1}`)),
    content: JSON.stringify(
      Array.from({ length: rows }, (_, row) =>
        Array.from({ length: columns }, (_, c) => `${cell} ${row * c}`),
      ),
    ),
    showHead,
    // Without a head, the first cell of a row is its header.
    ...(showHead ? {} : { rowHeaders: true }),
    tableStyles: { borderWidth: border, borderColor: '#224466' },
    ...rest,
  }));
const list = fc.record({
  type: fc.constant('list'),
  content: fc
    .array(fc.tuple(fc.integer({ min: 0, max: 4 }), line), { minLength: 0, maxLength: 40 })
    .map((items) => JSON.stringify(items.map(([level, item]) => '\t'.repeat(level) + item))),
  listStyle: fc.constantFrom('bullet', 'ordered'),
  backgroundColor: maybe(color),
  ...place,
  fontSize: fc.integer({ min: 6, max: 14 }),
});

const alt = fc.constantFrom(undefined, '', 'A picture of {{ 1 + 1 }} things', 'Ψ “x”');
const picture = fc.oneof(
  fc.record({
    type: fc.constantFrom('image', 'signature'),
    content: fc.constantFrom('a.png', 'grey.png', ''),
    alt,
    ...place,
    ...turned,
  }),
  fc.record({
    type: fc.constant('svg'),
    content: fc.constantFrom(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h9v9z" fill="red"/></svg>',
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 10"><rect width="5" height="5" opacity=".5"/><text x="1" y="9" font-family="Arial">Some text</text></svg>',
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"></svg>',
    ),
    alt,
    ...place,
  }),
);
const code = fc.record({
  type: fc.constantFrom('qrcode', 'code128', 'pdf417'),
  content: fc.constantFrom('https://example.com', 'ABC-123', ''),
  includetext: maybe(fc.boolean()),
  ...place,
  ...turned,
});
const flag = fc.record({
  type: fc.constantFrom('checkbox', 'radioGroup', 'circleMark'),
  content: fc.constantFrom('true', 'false'),
  color: fc.constant('#000000'),
  borderWidth: fc.constant(0.5),
  alt: maybe(fc.constantFrom('', 'Member')),
  ...place,
  ...turned,
});
const shape = fc.record({
  type: fc.constantFrom('line', 'rectangle', 'ellipse'),
  color,
  borderColor: maybe(color),
  borderWidth: maybe(fc.constantFrom(0.3, 2)),
  ...place,
  ...turned,
});

const element: fc.Arbitrary<Element> = fc
  .tuple(
    fc.oneof(text, date, rich, table, list, picture, code, flag, shape),
    maybe(fc.constantFrom('1', '0')),
  )
  .map(([style, visible]) => ({ ...style, visible }));

/** PNG with 8 bits of alpha, or of grey. */
function png(hasAlpha: boolean): Buffer {
  const crcTable = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    let crc = 0xffffffff;
    for (const byte of body) crc = (crcTable[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, 2, 0, 0, 0, 2, 8, hasAlpha ? 6 : 0, 0, 0, 0]);
  const row = hasAlpha ? [0, 255, 0, 0, 128, 0, 0, 255, 255] : [0, 0, 200];
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([...row, ...row]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const lacksAlt = ({ type, alt: text, content, visible }: Element): boolean =>
  ['image', 'signature', 'svg'].includes(String(type)) &&
  text === undefined &&
  content !== '' &&
  visible !== '0';

export const generatedDesign: fc.Arbitrary<GeneratedDesign> = fc
  .record({
    pages: fc.array(fc.array(element, { maxLength: 8 }), { minLength: 1, maxLength: 2 }),
    statics: fc.array(fc.oneof(text, rich, shape), { maxLength: 2 }),
    hasLanguage: fc.constantFrom(true, true, true, true, false),
    hasHeading: fc.boolean(),
  })
  .map(({ pages, statics, hasLanguage, hasHeading }) => {
    let number = 0;
    const named = (elements: readonly Element[]) =>
      elements.map((each) => ({ name: `element${number++}`, ...withoutUndefined(each) }));
    const first = { type: 'text', content: 'Title', ...(hasHeading ? { heading: 1 } : {}) };
    const size = { position: { x: 10, y: 2 }, width: 100, height: 10, fontSize: 14 };
    const all = pages.map((elements, index) =>
      named(index === 0 ? [{ ...first, ...size } as Element, ...elements] : elements),
    );
    return {
      isComplete: hasLanguage && !all.flat().some(lacksAlt),
      files: {
        'editor.json': editorJson(all, named(statics)),
        'template.json': JSON.stringify({
          ...(hasLanguage ? { lang: 'en' } : {}),
          ...(hasHeading ? {} : { metadata: { title: 'A design' } }),
        }),
        'a.png': png(true),
        'grey.png': png(false),
      },
    };
  });

const withoutUndefined = (each: Element): Element =>
  Object.fromEntries(Object.entries(each).filter(([, value]) => value !== undefined));
