/** Checks each PDF of the command line, and prints what breaks its levels. */
import { readFile } from 'node:fs/promises';
import { checkPdf, PdfapiError } from 'pdfapi/check';

const levels = process.env.LEVELS?.split(',');

for (const file of process.argv.slice(2)) {
  try {
    const { checked, held, unsupported, findings } = await checkPdf(await readFile(file), { levels });
    console.log(`${file}: holds ${held.join(', ') || 'none'} of ${checked.join(', ') || 'none'}`);
    if (unsupported.length > 0) console.log(`  not checked: ${unsupported.join(', ')}`);
    for (const { level, clause, test, message, page, remedy } of findings) {
      const place = page === undefined ? '' : ` on page ${page}`;
      console.log(`  ${level} ${clause}-${test}${place}: ${message}${remedy ? ` ${remedy}` : ''}`);
    }
    if (held.length < checked.length) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof PdfapiError)) throw error;
    console.error(`${file}: ${error.message}${error.hint ? ` ${error.hint}` : ''} (${error.code})`);
    process.exitCode = 1;
  }
}
