/** Converts a template saved by pdfme's own Designer to the files of a pdfapi template. */
import { jsonFile, type PageFiles } from '#studio/page/files';
import { readPdf } from '#studio/page/read-pdf';

/** Throws an `Error` if the text is not a pdfme template. */
export async function importPdfme(text: string): Promise<PageFiles> {
  const { fromPdfme } = await import('#studio/page/designer');
  const { design, data, basePdf } = fromPdfme(text);
  const files = new Map([['data.json', jsonFile(data)]]);
  if (basePdf) files.set('base.pdf', new Uint8Array(basePdf));
  const page = basePdf ? { basePdf: { ...(await firstPage(basePdf)), padding: [0, 0, 0, 0] } } : {};
  files.set('editor.json', jsonFile({ ...design, ...page }));
  return files;
}

/** Returns the page size in millimetres. */
const firstPage = (bytes: Uint8Array) =>
  readPdf(bytes, async (pdf) => {
    const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
    const millimetres = (points: number) => Math.round((points / 72) * 2540) / 100;
    return { width: millimetres(width), height: millimetres(height) };
  });
