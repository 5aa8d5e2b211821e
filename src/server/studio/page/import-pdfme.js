/** Converts a template saved by pdfme's own Designer to the files of a pdfapi template. */

const json = (value) => new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);

/** Throws an `Error` if the text is not a pdfme template. */
export async function importPdfme(text) {
  const { fromPdfme } = await import('./designer.js');
  const { design, data, basePdf } = fromPdfme(text);
  const files = new Map([['data.json', json(data)]]);
  if (basePdf) files.set('base.pdf', basePdf);
  const page = basePdf ? { basePdf: { ...(await firstPage(basePdf)), padding: [0, 0, 0, 0] } } : {};
  files.set('editor.json', json({ ...design, ...page }));
  return files;
}

/** Returns the page size in millimetres. */
async function firstPage(bytes) {
  const { getDocument, GlobalWorkerOptions } = await import('./pdfjs/pdf.mjs');
  GlobalWorkerOptions.workerSrc = new URL('./pdfjs/pdf.worker.mjs', import.meta.url).href;
  const task = getDocument({ data: bytes.slice() });
  try {
    const page = await (await task.promise).getPage(1);
    const { width, height } = page.getViewport({ scale: 1 });
    const millimetres = (points) => Math.round((points / 72) * 2540) / 100;
    return { width: millimetres(width), height: millimetres(height) };
  } finally {
    task.destroy();
  }
}
