/** Finds the `@import` rules of a style sheet (css-cascade 5, 2). */
import { string, url as urlCodec } from 'css-tree/utils';
import { readStyleRules } from './style-rules.ts';

export interface CssImport {
  /** As written. */
  readonly url: string;
  /** See `SheetText`. */
  readonly wrappers: readonly string[];
}

export const mayImport = (css: string): boolean => /@import/i.test(css);

/** Without an `@import` in the text, it costs one search. Imports behind other rules are ignored, as browsers do. */
export function findImports(css: string): CssImport[] {
  if (!mayImport(css)) return [];
  const imports: CssImport[] = [];
  for (const node of readStyleRules(css)) {
    if (node.kind !== 'at-rule' || node.children) break;
    if (node.name !== 'import') continue;
    const found = toImport(node.prelude);
    if (found) imports.push(found);
  }
  return imports;
}

const address =
  /^(?:("(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*')|url\(\s*("[^"]*"|'[^']*')\s*\)|(url\([^"')]*\)))/i;

function toImport(prelude: string): CssImport | undefined {
  const [all = '', text, quoted, plain] = address.exec(prelude) ?? [];
  const written = text ?? quoted;
  if (all === '') return undefined;
  const wrappers: string[] = [];
  let rest = prelude.slice(all.length).trim();
  const [layer = '', , name = ''] = /^layer(\(([^()]*)\))?(?![-\w(])/i.exec(rest) ?? [];
  if (layer !== '') wrappers.push(`@layer ${name}`);
  rest = rest.slice(layer.length).trim();
  const [supports = '', condition = ''] = /^supports(\((?:[^()]|\([^()]*\))*\))/i.exec(rest) ?? [];
  if (supports !== '') wrappers.push(`@supports ${condition}`);
  rest = rest.slice(supports.length).trim();
  if (rest !== '') wrappers.push(`@media ${rest}`);
  return { url: written === undefined ? urlCodec.decode(plain ?? '') : string.decode(written), wrappers };
}
