import type {} from '../../drawing/drawing-state.ts';

export type OpenedPdf =
  | { readonly pages: number }
  /** `password`: none was given, or a wrong one. */
  | { readonly problem: 'password' | 'invalid'; readonly detail: string };

/** Opens the PDF that the page can load under this name. Never uses the fonts of this machine. */
export async function openPdf(name: string, passwords: readonly string[]): Promise<OpenedPdf> {
  const { pdfjs, documents } = await drawing;
  const response = await fetch(`/${name}`);
  const untried = [...passwords];
  const loading = pdfjs.getDocument({
    data: await response.arrayBuffer(),
    cMapUrl: '/cmaps/',
    cMapPacked: true,
    standardFontDataUrl: '/standard_fonts/',
    wasmUrl: '/wasm/',
    iccUrl: '/iccs/',
    useWorkerFetch: true,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    stopAtErrors: false,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  loading.onPassword = (update: (password: string | Error) => void) => {
    update(untried.shift() ?? new Error('No password is left.'));
  };
  try {
    const document = await loading.promise;
    documents.set(name, document);
    return { pages: document.numPages };
  } catch (error) {
    const { name: kind, message } = error as Error;
    const isLocked = kind === 'PasswordException' || message === 'No password is left.';
    return { problem: isLocked ? 'password' : 'invalid', detail: message };
  }
}

/** Frees what was opened under this name. */
export async function closePdf(name: string): Promise<void> {
  const { documents } = await drawing;
  await documents.get(name)?.loadingTask.destroy();
  documents.delete(name);
}
