import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The text of a file in a PDF; empty if there is none. */
export async function readAttachment(pdf: Uint8Array, name: string): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const content = await document.getAttachmentContent(name);
  await document.loadingTask.destroy();
  return Buffer.from(content ?? []).toString('utf8');
}
