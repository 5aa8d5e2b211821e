/**
 * The style sheet of Markdown documents without one of their own. It asks for no font by name, and all colours have a
 * contrast of at least 4.5 to what is behind them (WCAG 2.2, 1.4.3).
 */

/** Style sheets as one line, because the first line of the document is the first line of its Markdown. */
const inOneLine = (css: string): string =>
  css
    .split('\n')
    .map((line) => line.trim())
    .join('');

/** How code looks: lines that are too long wrap, and the colours of `highlight.ts`. */
const codeStyles = `
  code, kbd, samp, pre { font-family: var(--code-font); }
  code, kbd, samp { font-size: 0.88em; }
  :not(pre) > code { padding: 0.1em 0.28em; border-radius: 2pt; background: var(--shade); overflow-wrap: anywhere; }
  pre {
    padding: 0.8em 1em;
    border-radius: 3pt;
    background: var(--shade);
    font-size: 8.8pt;
    line-height: 1.45;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    tab-size: 4;
    box-decoration-break: clone;
    -webkit-box-decoration-break: clone;
  }
  pre code { font-size: inherit; }
  .hljs-comment, .hljs-quote, .hljs-meta { color: #5c626b; }
  .hljs-comment, .hljs-quote { font-style: italic; }
  .hljs-keyword, .hljs-selector-tag, .hljs-literal, .hljs-name, .hljs-doctag { color: #8b1a6b; }
  .hljs-string, .hljs-regexp, .hljs-template-tag, .hljs-addition, .hljs-link { color: #17633a; }
  .hljs-number, .hljs-symbol, .hljs-bullet { color: #8a4600; }
  .hljs-title, .hljs-section, .hljs-selector-id, .hljs-selector-class { color: #1d4a9c; }
  .hljs-attr, .hljs-attribute, .hljs-variable, .hljs-template-variable, .hljs-property { color: #6d4a00; }
  .hljs-type, .hljs-built_in, .hljs-params .hljs-type { color: #00606e; }
  .hljs-deletion { color: #a3271c; }
  .hljs-emphasis { font-style: italic; }
  .hljs-strong { font-weight: 700; }
`;

export const standardStyles: string = inOneLine(`
  :root {
    --text: #1c1c1e;
    --muted: #57575c;
    --rule: #c9c9ce;
    --link: #0a4f9e;
    --shade: #f5f5f4;
    --text-font: sans-serif;
    --heading-font: sans-serif;
    --code-font: monospace;
  }
  body {
    margin: 0;
    color: var(--text);
    font: 10.5pt/1.5 var(--text-font);
    overflow-wrap: break-word;
    orphans: 3;
    widows: 3;
    font-variant-ligatures: common-ligatures;
    text-rendering: optimizeLegibility;
  }
  p, ul, ol, dl, blockquote, table, figure, pre, .formula, .alert, .contents { margin: 0 0 0.8em; }
  li > p { margin-bottom: 0.4em; }
  h1, h2, h3, h4, h5, h6 {
    margin: 1.7em 0 0.5em;
    font-family: var(--heading-font);
    font-weight: 700;
    line-height: 1.25;
    text-wrap: balance;
    break-after: avoid;
    break-inside: avoid;
  }
  h1 { font-size: 20pt; letter-spacing: -0.01em; margin-top: 1.3em; }
  h2 { font-size: 14.5pt; letter-spacing: -0.005em; }
  h3 { font-size: 12pt; }
  h4, h5, h6 { font-size: 10.5pt; }
  h5, h6 { color: var(--muted); }
  h1 + h2, h2 + h3, h3 + h4 { margin-top: 0.8em; }
  body > :first-child, .title-block > :first-child { margin-top: 0; }
  .title-block { margin-bottom: 2.2em; padding-bottom: 1.2em; border-bottom: 0.75pt solid var(--rule); }
  .title-block p { margin: 0; color: var(--muted); }
  .title-block .title { margin: 0 0 0.25em; font-size: 26pt; line-height: 1.15; letter-spacing: -0.015em; }
  .title-block .subtitle { margin-bottom: 0.8em; font-size: 13pt; line-height: 1.35; }
  .title-block .author { color: var(--text); }
  a { color: var(--link); text-decoration: underline 0.04em; text-underline-offset: 0.14em; }
  strong, b, th, dt { font-weight: 700; }
  ul, ol { padding-left: 1.6em; }
  li { margin: 0.15em 0; }
  li > ul, li > ol { margin-bottom: 0; }
  li::marker { color: var(--muted); font-variant-numeric: tabular-nums; }
  .task { list-style: none; }
  .task-box { margin: 0 0.35em 0 -1.55em; vertical-align: -0.08em; }
  dt { break-after: avoid; }
  dd { margin: 0 0 0.5em 1.6em; }
  blockquote { padding-left: 1.1em; border-left: 2.25pt solid var(--rule); color: var(--muted); }
  blockquote > :last-child, .alert > :last-child, dd > :last-child, td > :last-child { margin-bottom: 0; }
  hr { width: 30%; margin: 2em auto; border: 0; border-top: 0.75pt solid var(--rule); }
  img, svg, video { max-width: 100%; }
  img { height: auto; }
  figure { break-inside: avoid; text-align: center; margin: 1.4em 0; }
  figcaption, caption { color: var(--muted); font-size: 9pt; line-height: 1.4; }
  figcaption { margin-top: 0.6em; break-before: avoid; text-wrap: balance; }
  caption { padding-bottom: 0.5em; text-align: left; break-after: avoid; }
  table {
    border-collapse: collapse;
    margin: 1.2em 0;
    font-size: 9.5pt;
    line-height: 1.4;
    font-variant-numeric: tabular-nums;
  }
  th, td { padding: 0.4em 1.4em 0.4em 0; text-align: left; vertical-align: top; }
  :is(th, td):last-child { padding-right: 0; }
  thead { border-top: 1pt solid var(--text); border-bottom: 0.6pt solid var(--text); }
  tbody tr + tr { border-top: 0.4pt solid var(--rule); }
  tbody { border-bottom: 1pt solid var(--text); }
  tr { break-inside: avoid; }
  mark { background: #fff1a8; color: inherit; }
  sub, sup { line-height: 0; font-size: 0.72em; }
  .formula { margin: 1em 0; text-align: center; break-inside: avoid; }
  math { font-family: math, serif; font-size: 1.08em; }
  .formula-source { color: #a3271c; }
  .footnote-ref a { padding: 0 0.1em; text-decoration: none; }
  .footnotes { margin-top: 2.4em; font-size: 8.8pt; line-height: 1.45; }
  .footnotes::before {
    content: "";
    display: block;
    width: 5em;
    margin-bottom: 0.8em;
    border-top: 0.75pt solid var(--rule);
    break-after: avoid;
  }
  .footnotes p { margin-bottom: 0.3em; }
  .footnote-back { text-decoration: none; }
  .alert { padding: 0.1em 0 0.1em 1.1em; border-left: 2.25pt solid var(--kind); break-inside: avoid; }
  .alert p { margin-bottom: 0.4em; }
  .alert .alert-title { margin-bottom: 0.1em; color: var(--kind); font-weight: 700; break-after: avoid; }
  .alert-note { --kind: #0a4f9e; }
  .alert-tip { --kind: #17693a; }
  .alert-important { --kind: #6b3fa0; }
  .alert-warning { --kind: #8a5300; }
  .alert-caution { --kind: #a3271c; }
  .page-break { break-after: page; }
  ${codeStyles}
`);

export const styleOfPageNumbers: string = inOneLine(`
  @page { @bottom-center { content: counter(page); font: 8.8pt sans-serif; color: #57575c; } }
`);

/** Page numbers of lists of contents, as CSS Generated Content for Paged Media 3 and CSS Content 3 have them. */
export const contentsStyles: string = inOneLine(`
  .contents { margin: 1.2em 0 2em; }
  .contents ul { margin: 0; padding-left: 1.6em; list-style: none; }
  .contents > ul { padding-left: 0; }
  .contents li { margin: 0.2em 0; }
  .contents > ul:has(ul) > li > a { font-weight: 700; }
  .contents > ul:has(ul) > li + li { margin-top: 0.6em; }
  .contents a { color: inherit; text-decoration: none; }
  .contents span { padding-right: 0.3em; }
  .contents a::after { content: leader('.') target-counter(attr(href url), page); font-weight: 400; }
`);

/** What makes footnotes of the notes of a document with `footnotes: page`, whatever its style sheet is. */
export const stylesOfPlacedFootnotes: string = inOneLine(`
  .footnote { float: footnote; }
  .footnote-inner::footnote-call { content: none; }
`);

export const stylesOfFootnotes: string = inOneLine(`
  .footnote {
    color: var(--text);
    font: 400 8.8pt/1.45 var(--text-font);
    letter-spacing: normal;
    text-align: start;
    text-wrap: wrap;
  }
  .footnote p, .footnote pre, .footnote ul, .footnote ol { margin-bottom: 0.3em; }
  .footnote > :last-child { margin-bottom: 0; }
  .footnote::footnote-call { text-decoration: none; }
  .footnote::footnote-marker { text-decoration: none; }
  @page { @footnote { border-top: 0.75pt solid #c9c9ce; padding-top: 1.5mm; } }
`);
