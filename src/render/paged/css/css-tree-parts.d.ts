/** Parts of css-tree, whose types exist only for all of it. The whole carries tables of all properties, 300 KB. */
declare module 'css-tree/tokenizer' {
  export { tokenize, tokenNames, tokenTypes } from 'css-tree';
}

declare module 'css-tree/parser' {
  export { parse as default } from 'css-tree';
}

declare module 'css-tree/utils' {
  export { ident, string, url } from 'css-tree';
}
