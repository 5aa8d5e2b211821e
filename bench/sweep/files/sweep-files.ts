/** The public PDFs of the sweep: where each is published, and where it is on this machine. None of them is part of the project. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { defaultCacheDirectory } from '../../../src/browser/install/cache-directory.ts';

export interface SweepFile {
  /** Repository and path: `qpdf/qpdf/qpdf/qtest/qpdf/minimal.pdf`. */
  readonly name: string;
  /** On GitHub: `owner/name`. */
  readonly repository: string;
  readonly commit: string;
  /** In the repository. */
  readonly path: string;
  readonly bytes: number;
  /** On this machine, whether it is there or not. */
  readonly place: string;
}

/** A line for each file: repository, commit, path, bytes. */
const list = readFileSync(join(import.meta.dirname, 'files.tsv.gz'));

/** PDFAPI_TEST_SWEEP_FILES names another folder. Another list gets another one. */
export const sweepFolder =
  process.env.PDFAPI_TEST_SWEEP_FILES ??
  join(
    defaultCacheDirectory(process.env),
    `sweep-files-${createHash('sha256').update(list).digest('hex').slice(0, 12)}`,
  );

/** The files of a packed list, which are in the same folder whatever list they are of. */
export const readFileList = (packed: Uint8Array): readonly SweepFile[] =>
  gunzipSync(packed)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [repository = '', commit = '', path = '', bytes] = line.split('\t');
      const name = `${repository}/${path}`;
      return { name, repository, commit, path, bytes: Number(bytes), place: join(sweepFolder, name) };
    });

export const sweepFiles = readFileList(list);

/** What bench/signatures judges: all PDFs of EU DSS and pyHanko, and the signed ones of iText. */
export const signatureFiles = readFileList(
  readFileSync(join(import.meta.dirname, '../../signatures/files.tsv.gz')),
);

/** Whether the file is there as it is published. */
export const isInstalled = ({ place, bytes }: SweepFile): boolean =>
  existsSync(place) && statSync(place).size === bytes;
