/** The fonts that a document can use: those in the template's `fonts/`, and a bundled family. */

/** Open Sans, under the SIL Open Font License. */
const ownFonts = ['OpenSans-Regular', 'OpenSans-Bold', 'OpenSans-Italic', 'OpenSans-BoldItalic'];

/** The default font of pdfme, which the editor writes into a template. */
const namesOfPdfme: Readonly<Record<string, string>> = { Roboto: 'OpenSans-Regular' };

/** The source of a font: a path below the template's folder, or a bundled font. */
type FontSource = { readonly path: string } | { readonly own: string };

export interface EditorFonts {
  readonly names: ReadonlyMap<string, FontSource>;
  /** The font of text that names none. */
  readonly standard: string;
}

/** `paths` are the files of the template's `fonts/`. A font is named after its file. */
export function editorFonts(paths: readonly string[]): EditorFonts {
  const names = new Map<string, FontSource>(ownFonts.map((name) => [name, { own: name }]));
  for (const [name, own] of Object.entries(namesOfPdfme)) names.set(name, { own });
  const given = paths.filter((path) => /\.(?:ttf|otf)$/i.test(path));
  for (const path of given) names.set(fontName(path), { path });
  const standard = given.map(fontName).find((name) => name.endsWith('-Regular')) ?? 'OpenSans-Regular';
  return { names, standard };
}

/** The other styles of a font's family, for markdown: `Inter-Regular` has `Inter-Bold`. */
export function fontVariants(name: string, { names }: Pick<EditorFonts, 'names'>): Record<string, string> {
  const known = Object.hasOwn(namesOfPdfme, name) ? namesOfPdfme[name] : undefined;
  const family = (known ?? name).replace(/-(?:Regular|Roman|Book)$/, '');
  const styles = { bold: 'Bold', italic: 'Italic', boldItalic: 'BoldItalic' };
  return Object.fromEntries(
    Object.entries(styles)
      .map(([key, style]) => [key, `${family}-${style}`] as const)
      .filter(([, each]) => names.has(each)),
  );
}

/** Without Node.js path functions, because the editor runs in a browser too. */
const fontName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
