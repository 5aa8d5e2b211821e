/** Pages without a script that are small to send but take extremely long to lay out or draw. */
import { type HostilePage, script } from './hostile-page.ts';

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join('');

/** Each level uses the one below ten times. */
const uses = `${times(12, (i) => `<g id="a${i + 1}">${`<use href="#a${i}"/>`.repeat(10)}</g>`)}<rect id="a0" width="1" height="1"/><use href="#a12"/>`;
const entities = times(30, (i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`);

export const layouts: readonly HostilePage[] = [
  {
    name: 'has ten thousand pages',
    html: '<p style="break-after: page">x</p>'.repeat(10_000),
    ends: [200, 422],
  },
  {
    name: 'wants paper of a hundred metres',
    html: '<style>@page { size: 4000in 4000in }</style>x',
    ends: [200, 422],
  },
  { name: 'is deep', html: '<div>'.repeat(200_000), ends: [200, 422] },
  {
    name: 'is deeper than a parser would make it',
    html: script(
      'let at = document.body; for (let i = 0; i < 200_000; i++) { const next = document.createElement("div"); at.append(next); at = next }',
    ),
    ends: [422],
  },
  {
    name: 'has variables that double',
    html: `<style>:root { --a0: x x x x; ${times(20, (i) => `--a${i + 1}: ${`var(--a${i})`.repeat(10)};`)} } body::after { content: var(--a20) }</style>x`,
    ends: [200],
  },
  {
    name: 'has a grid of a hundred trillion cells',
    html: '<div style="display: grid; grid-template: repeat(10000000, 1px) / repeat(10000000, 1px)"><p style="grid-area: 9999999 / 9999999">x</p></div>',
    ends: [200, 422],
  },
  {
    name: 'has columns in columns',
    html: '<div style="columns: 3; height: 50px">'.repeat(40),
    ends: [422],
  },
  {
    name: 'has selectors that multiply',
    html: `<style>${'&, & & {'.repeat(100)}color: red${'}'.repeat(100)}</style>x`,
    ends: [200, 422],
  },
  { name: 'has a picture of pictures of pictures', html: `<svg>${uses}</svg>`, ends: [422] },
  {
    name: 'draws a dashed line to the moon',
    html: '<svg width="1000" height="1000"><path d="M0 0 L1e9 1e9" stroke="red" stroke-dasharray="0.00001"/></svg>',
    ends: [200],
  },
  {
    name: 'draws clouds of a hundred thousand octaves',
    html: '<svg width="20000" height="20000"><filter id="f"><feTurbulence baseFrequency="0.5" numOctaves="100000"/></filter><rect width="20000" height="20000" filter="url(#f)"/></svg>',
    ends: [200, 422],
  },
  {
    name: 'holds a document of ten to the thirtieth letters',
    html: `<iframe src="data:text/xml,${encodeURIComponent(`<!DOCTYPE x [<!ENTITY a0 "x">${entities}]><x>&a30;</x>`)}"></iframe>x`,
    ends: [200],
  },
  { name: 'has letters a million kilometres high', html: '<p style="font-size: 1e12px">x</p>', ends: [200] },
  {
    name: 'has a font that is none',
    html: `<style>@font-face { font-family: F; src: url(data:font/woff2;base64,${Buffer.from(`wOF2\0\x01\0\0${'\xff'.repeat(5_000)}`, 'latin1').toString('base64')}) } p { font-family: F }</style><p>x</p>`,
    ends: [200],
  },
  { name: 'opens elements in the wrong order', html: '<b><i><p>'.repeat(100_000), ends: [200, 422] },
  {
    name: 'is one text of which the browser would lose the end',
    html: `<p style="font-size: 160px; line-height: 4px">${'seven '.repeat(60_000)}</p>`,
    ends: [422],
    says: /in one piece/,
  },
];
