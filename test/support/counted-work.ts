/**
 * Counts what this thread does for a document. Unlike times, the counts are the same on every machine, busy or not. V8 counts
 * the calls of functions (`Profiler.startPreciseCoverage`); bytes and characters are counted around built-in functions.
 */
import { Session } from 'node:inspector/promises';
import { syncBuiltinESMExports } from 'node:module';
import zlib from 'node:zlib';

export interface CountedWork {
  /** Bytes that were compressed, and that came of decompression. */
  readonly deflated: number;
  readonly inflated: number;
  /** Objects of PDFs that were parsed. */
  readonly objects: number;
  /** Glyphs of Type 3 fonts that were converted. */
  readonly glyphs: number;
  /** Regular expressions that were run over long HTML, each from its beginning. */
  readonly scans: number;
}

const counted = {
  objects: { file: 'pdf/reading/indirect-object.ts', name: 'readIndirectObject' },
  glyphs: { file: 'pdf/fonts/program/charstring.ts', name: 'writeCharstring' },
} as const;

/** HTML of a document: neither a part of one, nor a message or the content of a page. */
const isDocument = (text: string): boolean => text.length >= 500 && text.startsWith('<');

export interface WorkCounter {
  /** Everything since the last call. */
  take(): Promise<CountedWork>;
  close(): Promise<void>;
}

export async function startWorkCounter(): Promise<WorkCounter> {
  let [deflated, inflated, scans] = [0, 0, 0];
  const { deflateSync, inflateSync, deflate } = zlib;
  const { exec } = RegExp.prototype;
  const replace = (functions: object) => {
    Object.assign(zlib, functions);
    syncBuiltinESMExports();
  };
  replace({
    deflateSync(data: Uint8Array, options: zlib.ZlibOptions) {
      deflated += data.length;
      return deflateSync(data, options);
    },
    deflate(data: Uint8Array, ...rest: [zlib.ZlibOptions, zlib.CompressCallback]) {
      deflated += data.length;
      deflate(data, ...rest);
    },
    inflateSync(data: Uint8Array, options: zlib.ZlibOptions) {
      const result = inflateSync(data, options);
      inflated += result.length ?? 0;
      return result;
    },
  });
  // `test`, `replace`, `matchAll` and `split` call it too (ECMA-262, RegExpExec).
  RegExp.prototype.exec = function (text) {
    if (this.lastIndex === 0 && isDocument(text)) scans++;
    return exec.call(this, text);
  };
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

  return {
    async take() {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const calls = ({ file, name }: (typeof counted)[keyof typeof counted]) =>
        result
          .filter(({ url }) => url.endsWith(file))
          .flatMap(({ functions }) => functions.filter(({ functionName }) => functionName === name))
          .reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
      const work = {
        deflated,
        inflated,
        objects: calls(counted.objects),
        glyphs: calls(counted.glyphs),
        scans,
      };
      [deflated, inflated, scans] = [0, 0, 0];
      return work;
    },
    async close() {
      RegExp.prototype.exec = exec;
      replace({ deflateSync, inflateSync, deflate });
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}
