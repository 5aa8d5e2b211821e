import type {} from '../../drawing/drawing-state.ts';

export type OpenedPdf =
  | { readonly pages: number }
  /**
   * `password`: none was given, or a wrong one. `dynamic-form`: its only page asks for a viewer that makes pages from XML.
   */
  | { readonly problem: 'password' | 'dynamic-form' | 'invalid'; readonly detail: string };

/** Opens the PDF that the page can load under this name. Never uses the fonts of this machine. */
export async function openPdf(name: string, passwords: readonly string[]): Promise<OpenedPdf> {
  const { pdfjs, documents } = await drawing;
  const response = await fetch(`/${name}`);
  const untried = [...passwords];
  /** See `paintPage` for why these are no canvases of the page. */
  class OffscreenCanvases {
    create(width: number, height: number) {
      const canvas = new OffscreenCanvas(width, height);
      return { canvas, context: canvas.getContext('2d', { willReadFrequently: true }) };
    }
    reset({ canvas }: { readonly canvas: OffscreenCanvas }, width: number, height: number) {
      canvas.width = width;
      canvas.height = height;
    }
    destroy(entry: { canvas: OffscreenCanvas | null; context: unknown }) {
      entry.canvas = null;
      entry.context = null;
    }
  }
  const none = () => 'none';
  /**
   * pdf.js makes soft masks and transfer functions with SVG filters of the document, which an `OffscreenCanvas` cannot use. It
   * ignores them there without an error. Without filters, pdf.js calculates the pixels itself.
   */
  class NoFilters {
    addFilter = none;
    addAlphaFilter = none;
    addLuminosityFilter = none;
    addKnockoutFilter = none;
    addHCMFilter = none;
    addHighlightHCMFilter = none;
    addSelectionHCMFilter = none;
    addSelectionFilter = none;
    createSelectionStyle() {
      return null;
    }
    destroy() {}
  }
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
    CanvasFactory: OffscreenCanvases,
    FilterFactory: NoFilters,
    enableXfa: false,
    stopAtErrors: false,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  loading.onPassword = (update: (password: string | Error) => void) => {
    update(untried.shift() ?? new Error('No password is left.'));
  };
  try {
    const document = await loading.promise;
    const { info } = await document.getMetadata();
    const { IsXFAPresent: isXfa, IsAcroFormPresent: hasFields } = info as Record<string, unknown>;
    if (isXfa && !hasFields) {
      await document.loadingTask.destroy();
      return { problem: 'dynamic-form', detail: '' };
    }
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
