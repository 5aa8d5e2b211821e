/** `target-text()`: css-content-3 §2.6.3. */
import type { PagedCase } from '../paged-case.ts';

const source = 'css-content-3, target-text()';

/** A first page with a link `later`, and a chapter on the second. */
const body = `<section><p>Discussed <a href="#chapter">later</a></p></section>
<section><h1 id="chapter">Loomings</h1></section>`;

export const targetTextCases: readonly PagedCase[] = [
  {
    name: 'the text of the target is repeated beside the link',
    source,
    css: 'a::after { content: ", in the chapter “" target-text(attr(href url)) "”" }',
    body,
    expect: { pages: [{ lines: ['Discussed later, in the chapter “Loomings”'] }, { lines: ['Loomings'] }] },
  },
  {
    name: 'content means the text without ::before and ::after',
    source,
    css: 'h1::before { content: "Chapter 1. " } h1::after { content: " *" } a::after { content: ": " target-text(attr(href url), content) }',
    body,
    expect: {
      pages: [{ lines: ['Discussed later: Loomings'] }, { lines: ['Chapter 1. Loomings *'] }],
    },
  },
  {
    name: 'before means the text of ::before, with its counter',
    source,
    css: 'body { counter-reset: chapter } h1 { counter-increment: chapter } h1::before { content: "Chapter " counter(chapter); padding-right: 5pt } a::after { content: ": " target-text(attr(href url), before) "!" }',
    body: `<section><p>Discussed <a href="#chapter">later</a></p></section><section><h1>First</h1><h1 id="chapter">Loomings</h1></section>`,
    expect: {
      pages: [{ lines: ['Discussed later: Chapter 2!'] }, { lines: ['Chapter 2 Loomings'] }],
    },
  },
  {
    name: 'after means the text of ::after',
    source,
    css: 'h1::after { content: "(a novel)" } a::after { content: " " target-text(attr(href url), after) }',
    body,
    expect: { pages: [{ lines: ['Discussed later (a novel)'] }, {}] },
  },
  {
    name: 'first-letter means the first letter',
    source,
    css: 'a::after { content: ", under " target-text(attr(href url), first-letter) }',
    body,
    expect: { pages: [{ lines: ['Discussed later, under L'] }, {}] },
  },
  {
    name: 'markup and line breaks of the target become plain text with single spaces',
    source: 'css-gcpm-3 §1.1.1, content(): as if white-space were normal',
    css: 'a::after { content: ": " target-text(attr(href url)) }',
    body: `<section><p><a href="#chapter">See</a></p></section><section><h1 id="chapter">  The <em>Carpet</em>-<b>Bag</b>
      and   more </h1></section>`,
    expect: { pages: [{ lines: ['See: The Carpet-Bag and more'] }, {}] },
  },
  {
    name: 'text and page number are in one list',
    source,
    css: 'a::after { content: target-text(attr(href url)) " on page " target-counter(attr(href url), page) }',
    body: '<section><p>Read <a href="#chapter"></a>.</p></section><section>Between</section><section><h1 id="chapter">Loomings</h1></section>',
    expect: { pages: [{ lines: ['Read Loomings on page 3.'] }, {}, {}] },
  },
  {
    name: 'characters that mean something in CSS and HTML are text',
    source,
    css: 'a::after { content: ": " target-text(attr(href url)) }',
    body: `<section><p><a href="#chapter">See</a></p></section><section><h1 id="chapter">"A" &amp; 'B' \\ &lt;C&gt; ; }</h1></section>`,
    expect: { pages: [{ lines: [`See: "A" & 'B' \\ <C> ; }`] }, {}] },
  },
  {
    name: 'the target may be after and before the reference, and floated',
    source: 'WeasyPrint, targets: float, absolute',
    css: 'a::after { content: target-text(attr(href)); float: right } p { position: relative }',
    body: '<section><h1 id="a">Back</h1><p>To <a href="#b"></a></p></section><section><h1 id="b">Forth</h1><p>To <a href="#a"></a></p></section>',
    expect: {
      pages: [{ places: [{ text: 'Forth', right: 100 }] }, { places: [{ text: 'Back', right: 100 }] }],
    },
  },
  {
    name: 'the target has quotation marks and an attribute in what is before it',
    source: `${source}: before`,
    css: `h1::before { content: "§" attr(data-n) ". " } a::after { content: " → " target-text(attr(href url), before) target-text(attr(href url), content) }`,
    body: '<section><p><a href="#c">See</a></p></section><section><h1 id="c" data-n="7">Loomings</h1></section>',
    expect: { pages: [{ lines: ['See → §7. Loomings'] }, {}] },
  },
  {
    name: 'each part of a target, by a string, a url() and an attribute',
    source: 'css-content-3, target-text(); WeasyPrint, target-text',
    css: `#b::before { content: "wow" } #l1::before { content: "see " target-text("#d") } #l2::before { content: target-text(attr(data-to url), before) }
#l3::before { content: "[" target-text("#c", after) "]" } #l4::before { content: target-text(url(#a), first-letter) }`,
    body: '<p id="l1"></p><p id="a">1 Chapter 1</p><p id="l2" data-to="#b"></p><p id="b">2 Chapter 2</p><p id="c">3 Chapter 3</p><p id="l3"></p><p id="d">4 Chapter 4</p><p id="l4"></p>',
    expect: { pages: [{ lines: ['see 4 Chapter 4', 'wow', '[]', '1'] }] },
  },
  {
    name: 'spaces around a link without a text of its own are kept',
    source: 'WeasyPrint, target-text: white space; its issue 1875',
    css: 'a::before { content: target-text(attr(href)) }',
    body: '<p>before <a href="#t"></a> after</p><p id="t">the text</p>',
    expect: { pages: [{ lines: ['before the text after'] }] },
  },
];
