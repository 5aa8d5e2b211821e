/** Documents with contents, sections and references at random, whose printed page numbers can be checked. */

/** A generator of numbers from 0 to 1 that depends on the seed alone (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export interface RandomDocument {
  readonly html: string;
  /** Each section has a heading `Section <n>!`, an entry of the contents `To <n>:` and a reference `at <n>=`. */
  readonly sections: number;
}

const words = 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt'.split(
  ' ',
);

export function randomDocument(seed: number): RandomDocument {
  const random = randomNumbers(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const text = (length: number) => Array.from({ length }, () => pick(words)).join(' ');
  const sections = 3 + below(25);
  const entry = (n: number) => `<li><a href="#s${n}">${below(4) ? '' : text(12)} To ${n}:</a></li>`;
  const all = Array.from({ length: sections }, (_, n) => n);
  const contents = `<nav><ol>${all.map(entry).join('')}</ol></nav>`;
  const block = () =>
    pick([
      () => `<p>${text(20 + below(150))}</p>`,
      () => `<table><tr>${'<td>cell'.repeat(1 + below(5))}</table>`,
      () => `<div style="height:${below(400)}px; border: 1px solid; break-inside: avoid"></div>`,
      () => `<p>${text(10)} <a class="see" href="#s${below(sections)}"></a> ${text(10)}</p>`,
      () => `<ul>${`<li>${text(8)}</li>`.repeat(1 + below(8))}</ul>`,
    ])();
  const body = all
    .map(
      (n) =>
        `<h2 id="s${n}">Section ${n}!</h2>${Array.from({ length: below(7) }, block).join('')}<p><a class="at" href="#s${below(sections)}"></a></p>`,
    )
    .join('');
  const css = [
    `@page { size: ${pick(['A4', 'A5', '100mm 120mm', 'A5 landscape'])}; margin: ${5 + below(20)}mm }`,
    `body { font: ${8 + below(10)}px/${pick(['1.2', '1.7', 'normal'])} ${pick(['serif', 'sans-serif', 'monospace'])} }`,
    `h2 { ${pick(['', 'break-before: page', 'break-before: right', 'break-after: avoid'])} }`,
    `nav a::after { content: ${pick(["leader('.')", 'leader(dotted)', 'leader(" . ")', '" "'])} "p" target-counter(attr(href url), page) }`,
    '.see::after { content: "(" target-text(attr(href)) " on page " target-counter(attr(href), page) ")" }',
    `.at::after { content: "at " attr(href) "=" target-counter(attr(href), page) ";" }`,
  ].join('\n');
  return {
    sections,
    html: `<!doctype html><html lang="en"><title>Random</title><style>${css}</style>${contents}${body}`,
  };
}
