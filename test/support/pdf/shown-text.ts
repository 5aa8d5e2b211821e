/** The text of the glyphs of a PDF in their order, as pdf.js knows it: with the spaces at the ends of lines, which it omits from texts. */
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The character of a glyph, or a distance. */
type Shown = number | { readonly unicode: string };

export async function shownText(pdf: Uint8Array): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  let text = '';
  for (let number = 1; number <= document.numPages; number++) {
    const { fnArray, argsArray } = await (await document.getPage(number)).getOperatorList();
    for (const [i, operator] of fnArray.entries()) {
      if (operator !== OPS.showText) continue;
      for (const shown of argsArray[i][0] as readonly Shown[]) {
        if (typeof shown === 'object') text += shown.unicode;
      }
    }
  }
  return text;
}
