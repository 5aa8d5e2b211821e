/** Reads the parts of an editor template. */

import { jsonStringSources } from '../json/json-places.ts';
import type { FileTree } from '../model/file-tree.ts';
import type { SourceFile } from '../model/template-sources.ts';
import { editorFonts } from '../pdfme/editor-fonts.ts';
import { type ElementPart, elementTwig } from '../pdfme/fill/element-twig.ts';
import { parseEditorDocument } from '../pdfme/parse/parse-editor-document.ts';
import type { Manifest } from './manifest.ts';
import type { KindParts } from './read-template.ts';

/** Throws the first fault of `editor.json`. */
export async function readEditorParts(
  tree: FileTree,
  text: string,
  { lang, locale, time_zone: timeZone, tags }: Manifest,
): Promise<KindParts> {
  const file = tree.label('editor.json');
  const fonts = await tree.list('fonts');
  const { document, faults } = parseEditorDocument(file, text, [...editorFonts(fonts).names.keys()]);
  const [first] = faults;
  if (first) throw first;
  const parts: Record<string, SourceFile> = {};
  const find = jsonStringSources(file, text);
  for (const element of [...document.pages.flat(), ...document.statics]) {
    const { visible, value, alt, pieces } = elementTwig(element);
    for (const each of [...pieces, visible, value, alt]) if (each) addLazily(parts, find, each);
    // A fault in a picture that the file contains is reported at the same position.
    if (!value) addLazily(parts, find, { part: element.label, path: [...element.path, 'content'] });
  }
  return { own: { kind: 'editor', document, fonts, lang, locale, timeZone, tags }, parts };
}

type Part = Pick<ElementPart, 'part' | 'path'> & { readonly isVerbatim?: boolean };

/** Computes the position lazily, because only errors need it and finding the first one reads the whole text. */
function addLazily(
  parts: Record<string, SourceFile>,
  find: (path: readonly string[]) => SourceFile,
  of: Part,
): void {
  Object.defineProperty(parts, of.part, {
    configurable: true,
    enumerable: true,
    get: () => {
      const source = find(of.path);
      // Text that was wrapped for the engine, or is one row of many, has other columns than the file.
      const isVerbatim = of.isVerbatim === true && source.isVerbatim === true;
      return { ...source, start: source.start ?? { line: 1, column: 1 }, isVerbatim };
    },
  });
}
