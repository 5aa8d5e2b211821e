/** How code looks: lines that are too long wrap, and the colours of `highlight.ts`. */
export const codeStyles = `
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
