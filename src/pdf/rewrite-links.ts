/**
 * Replaces link addresses in a PDF as Chromium writes it: every object separate, in plain text, with a
 * cross-reference table. Only links are read, so that a PDF without them costs one search.
 */
import { findText } from '#runtime/find-text';
import { startTimeSlices } from '#runtime/time-slices';
import { PdfError } from './pdf-error.ts';
import { applyEdits, type Edit } from './printed-edits.ts';

const key = '/URI ';
const action = '/S /URI\n';
const actionStart = `/A <</Type /Action\n${action}`;
const toFirstPage = '/S /Named\n/N /FirstPage';

/** Chromium writes it for a link to `#`, and no document has a destination without a name. */
const nameless = '/Dest /\n';

/** Links that no reader of a PDF can open: scripts of the page, and addresses that exist in its browser only. */
const inert = /^(?:javascript|blob|about):/;

/**
 * Replaces every link address by the result of `rewrite` (ASCII). An empty result makes the link lead to the first page
 * of the document, as `#` does. Links that only the page's own browser can follow lose their action. Edits the given
 * bytes in place if the new addresses fit, and returns new bytes otherwise.
 *
 * Throws `unsupported` if the PDF has no cross-reference table and a new address is longer than the old one.
 */
export async function rewriteLinks(pdf: Buffer, rewrite: (address: string) => string): Promise<Buffer> {
  const slice = startTimeSlices();
  const edits: Edit[] = [];
  for await (const at of findText(pdf, `${key}(`)) {
    await slice();
    const start = at + key.length;
    const end = endOfString(pdf, start);
    const address = pdf.toString('latin1', start + 1, end - 1).replace(/\\([()\\])/g, '$1');
    if (inert.test(address)) {
      const isWhole =
        pdf.toString('latin1', at - actionStart.length, at) === actionStart &&
        pdf.toString('latin1', end, end + 2) === '>>';
      // The annotation stays, because the structure knows it.
      if (isWhole) edits.push({ start: at - actionStart.length, end: end + 2, text: '' });
      continue;
    }
    const written = rewrite(address);
    if (written === address) continue;
    const isAction = pdf.toString('latin1', at - action.length, at) === action;
    if (written === '' && isAction) {
      edits.push({ start: at - action.length, end, text: toFirstPage });
    } else {
      edits.push({ start, end, text: `(${(written || './').replace(/[()\\]/g, '\\$&')})` });
    }
  }
  for await (const start of findText(pdf, nameless)) {
    await slice();
    edits.push({ start, end: start + nameless.length, text: `/A <</Type /Action\n${toFirstPage}>>\n` });
  }
  edits.sort((a, b) => a.start - b.start);
  return await applyEdits(pdf, edits, slice);
}

/** The position after the closing parenthesis. */
function endOfString(pdf: Buffer, start: number): number {
  for (let at = start; at < pdf.length; at++) {
    if (pdf[at] === 0x5c) at++;
    else if (pdf[at] === 0x29) return at + 1;
  }
  throw new PdfError('malformed', 'The address of a link has no end.');
}
