/**
 * A Python with pypdf, pikepdf (qpdf), PyMuPDF and pyHanko, which read PDFs and judge signatures: `npm run install-judges`.
 * Undefined, and said so, where it is not installed.
 */
import { pythonJudges } from './judges-folder.ts';

export const pythonOfJudges: string | undefined = pythonJudges.isInstalled
  ? pythonJudges.program('python')
  : undefined;

if (pythonOfJudges === undefined) {
  console.warn(
    'Not judged by pypdf, qpdf, MuPDF and pyHanko. To install them, with Python 3: npm run install-judges',
  );
}
