/** Plugins of markdown-it that have no types of their own. */
declare module 'markdown-it-footnote' {
  export default function footnotes(parser: import('markdown-it').MarkdownIt): void;
}

declare module 'markdown-it-deflist' {
  export default function definitionLists(parser: import('markdown-it').MarkdownIt): void;
}
