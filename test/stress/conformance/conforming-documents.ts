/** Random documents whose author did everything right: alternative texts, headings in order, a language, embedded fonts. */
import { resolve } from 'node:path';
import fc from 'fast-check';

/** One document. */
export interface ConformingDocument {
  readonly html: string;
  readonly header?: string | undefined;
  readonly footer?: string | undefined;
  readonly format: 'A4' | 'A5' | 'Letter';
  /** Only PDF/A-3 allows it. */
  readonly attachment?:
    | { readonly name: string; readonly data: Uint8Array; readonly type: string }
    | undefined;
}

/** The folder of the fonts. */
export const assets = resolve(import.meta.dirname, '../../../templates-examples');

const fontFaces = [
  ['Work', 400, 'invoice/fonts/work-sans-latin-400.woff2'],
  ['Work', 600, 'invoice/fonts/work-sans-latin-600.woff2'],
  ['Noto', 400, 'letter/fonts/noto-sans-latin-400.woff2'],
  ['Noto', 400, 'letter/fonts/noto-sans-greek-400.woff2', 'U+0370-03FF'],
  ['Noto', 400, 'letter/fonts/noto-sans-cyrillic-400.woff2', 'U+0400-045F'],
  ['Noto', 400, 'letter/fonts/noto-sans-hebrew-400.woff2', 'U+0590-05FF'],
  ['Noto', 400, 'letter/fonts/amiri-arabic-400.woff2', 'U+0600-06FF'],
  ['Noto', 400, 'letter/fonts/noto-sans-jp-400.woff2', 'U+3000-30FF,U+4E00-9FFF'],
  ['Serif', 400, 'report/fonts/source-serif-4-latin-400.woff2'],
  ['Garamond', 500, 'certificate/fonts/cormorant-garamond-latin-500.woff2'],
  ['Garamond', 500, 'certificate/fonts/cormorant-garamond-latin-500-italic.woff2', undefined, 'italic'],
] as const;

const fontRules = fontFaces
  .map(
    ([family, weight, path, range, style = 'normal']) =>
      `@font-face{font-family:${family};font-weight:${weight};font-style:${style};src:url(${path})${range ? `;unicode-range:${range}` : ''}}`,
  )
  .join('');

const families = ['Work', 'Noto', 'Serif', 'Garamond'] as const;
const word = fc.constantFrom(
  ...'paper ink margin column table figure ledger invoice office fluffy Straße naïve 1,234.50 € A&amp;B “quoted” – AVATAR x²'.split(
    ' ',
  ),
);
const words = fc.array(word, { minLength: 1, maxLength: 30 }).map((list) => list.join(' '));
const color = fc.constantFrom(
  '#123456',
  'rgb(200 30 30 / 60%)',
  'hsl(120 50% 30%)',
  'gray',
  'color(display-p3 0.2 0.5 0.4)',
);
const blend = fc.constantFrom(
  'normal',
  'multiply',
  'screen',
  'overlay',
  'darken',
  'color-dodge',
  'luminosity',
);

const inline = fc.oneof(
  words,
  words.map((text) => `<strong>${text}</strong>`),
  words.map((text) => `<em>${text}</em>`),
  words.map((text) => `<code>${text}</code>`),
  words.map((text) => `<a href="https://example.com/${text.length}">${text}</a>`),
  words.map((text) => `<a href="#end">${text}</a>`),
  words.map((text) => `<a href="mailto:a@example.com" title="Write to us"><b>${text}</b></a>`),
  words.map((text) => `<sup>${text}</sup><sub>${text}</sub>`),
  words.map((text) => `<mark>${text}</mark> <u>${text}</u> <s>${text}</s> <small>${text}</small>`),
  words.map((text) => `<abbr title="${text}">ABC</abbr> <q>${text}</q> <cite>${text}</cite>`),
  words.map((text) => `<span style="letter-spacing:2px;font-variant:small-caps">${text}</span>`),
  words.map((text) => `<span style="visibility:hidden">${text}</span>`),
  fc.constant('<ruby>水<rt>お</rt></ruby>'),
  fc.constant('<bdo dir="rtl">abc</bdo> <span lang="el">Ελλάδα</span> <span lang="ru">Москва</span>'),
);
const inlines = fc.array(inline, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));

const paragraph = fc
  .tuple(inlines, fc.constantFrom(...families), color)
  .map(([text, family, ink]) => `<p style="font-family:${family},Noto;color:${ink}">${text}</p>`);

const foreign = fc.constantFrom(
  '<p lang="ar" dir="rtl">مرحبا بالعالم: الفاتورة رقم 12</p>',
  '<p lang="he" dir="rtl">שלום עולם, חשבונית 12 (A4)</p>',
  '<p lang="ja">お湯</p>',
  '<blockquote lang="el"><p>Αθήνα και Θεσσαλονίκη</p></blockquote>',
);

const list: fc.Arbitrary<string> = fc.letrec<{ list: string; item: string }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 2 },
    inlines,
    fc.tuple(inlines, tie('list')).map(([text, inner]) => text + inner),
  ),
  list: fc
    .tuple(
      fc.constantFrom('ul', 'ol', 'ol start="5"', 'ul style="list-style:none"'),
      fc.array(tie('item'), { minLength: 1, maxLength: 4 }),
    )
    .map(
      ([tag, items]) => `<${tag}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag.slice(0, 2)}>`,
    ),
})).list;

const definitions = fc
  .array(fc.tuple(words, inlines), { minLength: 1, maxLength: 3 })
  .map((pairs) => `<dl>${pairs.map(([term, text]) => `<dt>${term}</dt><dd>${text}</dd>`).join('')}</dl>`);

const table = fc
  .record({
    columns: fc.integer({ min: 1, max: 4 }),
    rows: fc.integer({ min: 1, max: 30 }),
    text: word,
    caption: fc.boolean(),
    foot: fc.boolean(),
    rowHeaders: fc.boolean(),
    span: fc.boolean(),
    style: fc.constantFrom('border-collapse:collapse;border:1px solid', 'background:#eef', ''),
  })
  .map(({ columns, rows, text, caption, foot, rowHeaders, span, style }) => {
    const row = (tag: string, first: string) => {
      const cell = `<${tag}>${text}</${tag.split(' ')[0]}>`;
      return `<tr>${first}${cell.repeat(columns - 1)}</tr>`;
    };
    const head = row('th scope="col"', `<th scope="col">${text}</th>`);
    const body = Array.from({ length: rows }, (_, at) =>
      row('td', rowHeaders ? `<th scope="row">${at}</th>` : `<td>${at}</td>`),
    ).join('');
    const spanned = span && columns > 1 ? `<tr><td colspan="${columns}">${text}</td></tr>` : '';
    return `<table style="${style}">${caption ? `<caption>${text}</caption>` : ''}<thead>${head}</thead><tbody>${body}${spanned}</tbody>${foot ? `<tfoot>${row('td', `<td>${text}</td>`)}</tfoot>` : ''}</table>`;
  });

/** A script draws the picture, so that the browser encodes it: PNG with transparency, JPEG, WebP. */
const drawn = fc
  .tuple(
    fc.constantFrom('image/png', 'image/jpeg', 'image/webp'),
    fc.boolean(),
    words,
    fc.integer({ min: 1, max: 120 }),
  )
  .map(([type, hasAlpha, alt, size]) => {
    const script = `{const i=document.currentScript.previousElementSibling,c=document.createElement('canvas');c.width=c.height=${size};const g=c.getContext('2d');g.fillStyle='${hasAlpha ? 'rgba(255,0,0,.4)' : 'red'}';g.fillRect(0,0,${size},${size / 2});i.src=c.toDataURL('${type}')}`;
    return `<img alt="${alt.replaceAll('"', '')}" style="width:40px"><script>${script}</script>`;
  });

const drawing =
  '<defs><linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue" stop-opacity=".3"/></linearGradient></defs><circle cx="20" cy="20" r="15" fill="url(#g)"/><text x="2" y="35" font-size="8">svg</text>';
const svg = fc.constantFrom(
  `<svg role="img" aria-label="A circle" width="40" height="40">${drawing}</svg>`,
  `<svg aria-hidden="true" width="40" height="40">${drawing}</svg>`,
  `<img alt="A circle" width="40" src="data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">${drawing}</svg>`)}">`,
  '<img alt="" width="40" src="data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%2240%22 height=%2240%22%3E%3Crect width=%2240%22 height=%2240%22 fill=%22%230a0%22/%3E%3C/svg%3E">',
);
const figure = fc
  .tuple(fc.oneof(drawn, svg), inlines)
  .map(([image, text]) => `<figure>${image}<figcaption>${text}</figcaption></figure>`);
const linkedImage = drawn.map((image) => `<p><a href="https://example.com/">${image}</a></p>`);

const effects = fc
  .tuple(
    inlines,
    blend,
    fc.constantFrom(
      'opacity:.5',
      'background:linear-gradient(90deg,rgba(255,0,0,.2),#00f)',
      'box-shadow:2px 2px 6px rgba(0,0,0,.5);border-radius:8px',
      'filter:blur(1px)',
      'transform:rotate(5deg) scale(.9)',
      'clip-path:circle(40%);background:#fc0',
      'text-shadow:1px 1px 2px gray',
      '-webkit-mask-image:linear-gradient(black,transparent)',
      'columns:2;column-rule:1px dotted',
      'border:3px dashed rgba(10,120,10,.5)',
      'background:repeating-conic-gradient(#eee 0 25%,#fff 0 50%) 0/10px 10px',
      'display:grid;grid-template-columns:1fr 1fr',
      'break-before:page',
    ),
  )
  .map(([text, mode, style]) => `<div style="mix-blend-mode:${mode};${style}"><p>${text}</p></div>`);

const form = fc
  .tuple(words, fc.boolean())
  .map(
    ([text, on]) =>
      `<form><p><label>Name <input value="${text.replaceAll('"', '')}"></label></p><p><label><input type="checkbox" ${on ? 'checked' : ''}> ${text}</label> <label><input type="radio"> ${text}</label></p><p><label>Choice <select><option>${text}</option></select></label></p><p><label>Text <textarea>${text}</textarea></label></p><button type="button">Send</button></form>`,
  );

const other = fc.constantFrom(
  '<hr>',
  '<pre>a  b\n  c</pre>',
  '<details open><summary>More</summary><p>text</p></details>',
  '<p class="before">text</p>',
  '<nav aria-label="Contents"><ol><li><a href="#end">End</a></li></ol></nav>',
  '<aside><p>Note</p></aside>',
  '<progress value="3" max="10" aria-label="Progress"></progress> <meter value=".5" aria-label="Level"></meter>',
  '<div style="position:fixed;top:0;right:0" aria-hidden="true">fixed</div>',
  '<p role="note" aria-label="Hint">text</p>',
  '<fieldset><legend>Title</legend><p>text</p></fieldset>',
  '<p>text<br>line<wbr>break&shy;here&nbsp;end</p>',
);

const block = fc.oneof(
  { arbitrary: paragraph, weight: 4 },
  foreign,
  list,
  definitions,
  table,
  figure,
  linkedImage,
  effects,
  form,
  other,
);

/** Each section has a heading one level below that of the document. */
const section = fc
  .tuple(words, fc.array(block, { minLength: 1, maxLength: 5 }), fc.option(fc.tuple(words, block)))
  .map(
    ([title, blocks, inner]) =>
      `<section><h2>${title}</h2>${blocks.join('')}${inner ? `<h3>${inner[0]}</h3>${inner[1]}` : ''}</section>`,
  );

const margin = fc.constantFrom(
  '',
  '@page{@bottom-center{content:"Page " counter(page) " of " counter(pages)}}',
  '@page{@top-left{content:"Top";border-bottom:1px solid}}@page:first{margin:30mm}',
  '@page{background:#fffbe6}',
);

const attachment = fc.constantFrom(
  { name: 'data.csv', data: Buffer.from('a;b\n1;2\n'), type: 'text/csv' },
  { name: 'Größe.json', data: Buffer.from('{}'), type: 'application/json' },
);

/** Texts of `config.header` and `footer`. */
const marginHtml = fc.constantFrom(
  '<p style="font-size:8px">Page <span class="pageNumber"></span> of <span class="totalPages"></span></p>',
  '<div style="font-size:9px;width:100%;text-align:right"><b>Company</b> · <a href="https://example.com/">example.com</a></div>',
  '<svg width="60" height="10"><rect width="60" height="10" fill="teal"/></svg>',
);

export const conformingDocument: fc.Arbitrary<ConformingDocument> = fc
  .record({
    title: words,
    margin,
    sections: fc.array(section, { minLength: 1, maxLength: 4 }),
    header: fc.option(marginHtml, { nil: undefined }),
    footer: fc.option(marginHtml, { nil: undefined }),
    format: fc.constantFrom('A4' as const, 'A5' as const, 'Letter' as const),
    attachment: fc.option(attachment, { nil: undefined }),
  })
  .map(({ title, margin, sections, ...rest }) => ({
    ...rest,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${fontRules}html{font-family:Noto,Work}input,select,textarea,button,code,pre{font-family:Noto,Work}.before::before{content:"– ";font-family:Work}${margin}</style></head><body><h1>${title}</h1>${sections.join('')}<p id="end">End</p></body></html>`,
  }));
