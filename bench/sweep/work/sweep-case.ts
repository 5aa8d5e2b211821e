/** One file of the sweep while the commands work on it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormFieldInfo, Renderer } from '../../../src/index.ts';
import type { Pixels } from '../../../test/support/images/read-png.ts';
import { buildPdf, streamObject } from '../../../test/support/pdf/build-pdf.ts';
import { makeCertificate } from '../../../test/support/signing/make-certificate.ts';
import { type PageFacts, pageFacts, seenSignatures, structureFault } from '../judges/other-judges.ts';
import { type PageReader, pageReaders } from '../judges/page-readers.ts';
import { JudgeTimeout } from '../judges/run-judge.ts';

/** What all files are worked on with, made once. */
export interface SweepTools {
  readonly folder: string;
  /** PDFs of one page: some text, and a red box of `stampSize` with `stampText` in it. */
  readonly plain: string;
  readonly stamp: string;
  /** The secret in a file, as the command reads it. */
  readonly passwordFile: string;
  readonly password: string;
  /** PEM of a key and its certificate. */
  readonly key: string;
  renderer(): Promise<Renderer>;
}

export const stampText = 'SWEEP 417';
/** Points. */
export const stampSize = { width: 130, height: 26 };

export interface SweepCase {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** As poppler sees the input. Undefined if it cannot read it. */
  readonly facts: PageFacts | undefined;
  /** What qpdf finds wrong with the input; empty if nothing. */
  readonly fault: string | undefined;
  /** Up to twelve pages in reverse order; the first one if poppler cannot count them. */
  readonly chosen: readonly number[];
  readonly tools: SweepTools;
  /** Remember what they read in the input. */
  readonly readers: readonly PageReader[];
  /** Those that compare pages: MuPDF draws a mark of its own in signature fields that are not signed. */
  readonly comparing: readonly PageReader[];
  /** The path of what a command writes. */
  output(name: string): string;
  /** Set by the command `fields`. */
  fields: readonly FormFieldInfo[];
}

export function makeTools(folder: string, renderer: () => Promise<Renderer>): SweepTools {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const password = 'sweep-4711';
  const { certificate, key } = makeCertificate({ name: 'Sweep', purpose: 'signer', keyType: 'rsa2048' });
  const { width, height } = stampSize;
  const box = `1 0 0 rg 0 0 ${width} ${height} re f BT 1 g /F 16 Tf 16 7 Td (${stampText}) Tj ET`;
  return {
    folder,
    plain: write('plain.pdf', textPdf(595, 842, 'BT /F 12 Tf 72 720 Td (A plain page) Tj ET')),
    stamp: write('stamp.pdf', textPdf(width, height, box)),
    passwordFile: write('password.txt', `${password}\n`),
    password,
    key: write('key.pem', `${key.export({ format: 'pem', type: 'pkcs8' })}${certificate}`),
    renderer,
  };
}

/** A page that draws `content`, in points, with a font of every reader. */
export const textPdf = (width: number, height: number, content: string): Buffer =>
  buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>`,
    4: streamObject('', content),
    5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  });

export async function openCase(path: string, tools: SweepTools): Promise<SweepCase> {
  const [facts, fault, signatures = []] = await Promise.all([
    pageFacts({ path }).catch(unread),
    structureFault({ path }).catch(unread),
    seenSignatures({ path }).catch(unread),
  ]);
  const readers = pageReaders.map((reader) => remembering(reader, path));
  return {
    path,
    bytes: new Uint8Array(readFileSync(path)),
    facts,
    fault,
    chosen: choosePages(facts?.pages ?? 1),
    tools,
    readers,
    comparing: signatures.length === 0 ? readers : readers.filter(({ name }) => name !== 'MuPDF'),
    output: (name) => join(tools.folder, name),
    fields: [],
  };
}

function unread(error: unknown): undefined {
  if (!(error instanceof JudgeTimeout)) throw error;
}

const maxChosen = 12;

/** Spread evenly, the first and the last one among them. */
function choosePages(count: number): number[] {
  const pages = Array.from({ length: Math.min(count, maxChosen) }, (_, index) =>
    count <= maxChosen ? index + 1 : 1 + Math.round((index * (count - 1)) / (maxChosen - 1)),
  );
  return pages.reverse();
}

/** All commands are compared with the same input. */
function remembering(reader: PageReader, input: string): PageReader {
  const texts = new Map<string, ReturnType<PageReader['texts']>>();
  const pictures = new Map<number, Promise<Pixels | undefined>>();
  return {
    name: reader.name,
    texts(file, pages) {
      if (file.path !== input) return reader.texts(file, pages);
      const sorted = pages.toSorted((a, b) => a - b);
      return remember(texts, sorted.join(), () => reader.texts(file, sorted));
    },
    picture(file, page) {
      if (file.path !== input) return reader.picture(file, page);
      return remember(pictures, page, () => reader.picture(file, page));
    },
  };
}

function remember<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}
