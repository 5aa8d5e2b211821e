/** What the least that fields need costs: Chromium's part, and ours without the search for controls and the writing of fields. */
import { deflateSync } from 'node:zlib';
import { openPage } from '../../src/browser/page/open-page.ts';
import { printPage } from '../../src/browser/print/print-document.ts';
import { lazyDocumentFacts } from '../../src/browser/print/text-facts.ts';
import { startBrowserProcess } from '../../src/browser/process/browser-process.ts';
import { compactPdf } from '../../src/pdf/compact-pdf.ts';
import { getPages } from '../../src/pdf/document/page-tree.ts';
import { isDict, PdfStream } from '../../src/pdf/object.ts';
import { PdfReader } from '../../src/pdf/reading/reader.ts';
import { Deadline } from '../../src/runtime/deadline.ts';
import { noAssets } from '../../src/template/model/template.ts';
import { browserOptions } from '../../test/support/real-browser.ts';
import { median } from '../median.ts';
import { formPage } from './form-page.ts';

/** Milliseconds. */
export interface FormFloor {
  /** One call that reads the name, the value and the style of each control. */
  readonly reading: number;
  /** How much longer `Page.printToPDF` takes where each control has an outline. */
  readonly outlines: number;
  /** Compressing the appearances. */
  readonly appearances: number;
  /** How much longer the file with fields takes to be made smaller. */
  readonly compaction: number;
}

interface PrintedForm {
  readonly ink: Uint8Array;
  readonly fields: Uint8Array;
}

/** The PDFs: before they were made smaller. */
export async function measureFloor({ ink, fields }: PrintedForm, rounds: number): Promise<FormFloor> {
  const drawings = appearancesOf(fields);
  const browser = await startBrowserProcess(browserOptions);
  try {
    const openTab = async (html: string) => {
      const page = await openPage(browser, { scripts: false });
      const paper = { width: 210, height: 297, sizeGiven: true, margins: {} };
      const job = {
        html,
        paper,
        assets: noAssets,
        scripts: false,
        tags: true,
        allowHosts: [],
        listFonts: false,
      };
      await printPage(page, { ...job, facts: lazyDocumentFacts(job) }, {}, new Deadline(60_000));
      return page.session;
    };
    const plain = await openTab(formPage);
    const outlined = await openTab(withOutlines(formPage));
    const print = { printBackground: true, generateTaggedPDF: true, generateDocumentOutline: true };
    const properties = { metadata: {}, date: new Date() };
    const ways = {
      reading: () => plain.send('Runtime.evaluate', { expression: readControls }),
      plainPrint: () => plain.send('Page.printToPDF', print),
      outlinedPrint: () => outlined.send('Page.printToPDF', print),
      appearances: () => drawings.map((drawing) => deflateSync(drawing, { level: 3 })),
      compactInk: () => compactPdf(ink, properties),
      compactFields: () => compactPdf(fields, properties),
    };
    const times = new Map<string, number[]>();
    for (let round = -10; round < rounds; round++) {
      for (const [name, run] of Object.entries(ways)) {
        const start = performance.now();
        await run();
        const all = times.get(name) ?? [];
        times.set(name, all);
        if (round >= 0) all.push(performance.now() - start);
      }
    }
    const of = (name: keyof typeof ways) => median(times.get(name) ?? []);
    return {
      reading: of('reading'),
      outlines: of('outlinedPrint') - of('plainPrint'),
      appearances: of('appearances'),
      compaction: of('compactFields') - of('compactInk'),
    };
  } finally {
    browser.kill();
  }
}

/** In the page. */
const readControls = `JSON.stringify(
  [...document.querySelectorAll('input, select, textarea')].map((control) => {
    const { width, height } = control.getBoundingClientRect();
    const { color, fontFamily, fontSize, textAlign } = getComputedStyle(control);
    const { name, value, type, checked } = control;
    return [name, value, type, checked, width, height, color, fontFamily, fontSize, textAlign];
  }),
)`;

/** Each of its own colour. */
function withOutlines(html: string): string {
  let number = 0;
  const style = () => `style="outline: 1px solid rgb(0 0 ${++number} / 0.0042); outline-offset: -1px"`;
  return html.replaceAll(/<(?:input|select|textarea)\b/g, (tag) => `${tag} ${style()}`);
}

/** What the widgets draw, without compression. */
function appearancesOf(pdf: Uint8Array): Uint8Array[] {
  const file = new PdfReader(pdf);
  const drawings: Uint8Array[] = [];
  for (const { dict } of getPages(file)) {
    for (const annotation of file.array(dict, 'Annots') ?? []) {
      const widget = file.resolve(annotation);
      const normal = isDict(widget) ? file.get(file.dict(widget, 'AP') ?? new Map(), 'N') : null;
      const states = isDict(normal) ? [...normal.values()].map((state) => file.resolve(state)) : [normal];
      for (const state of states) if (state instanceof PdfStream) drawings.push(file.decode(state));
    }
  }
  return drawings;
}
