/**
 * Records the progress of a batch in a file beside its PDFs, until all of them are done, so that it can be resumed. Its id is part of each row's
 * idempotency key and is on disk before the first request: a row that is requested again is not charged again.
 */
import { hash, randomUUID } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileFailure } from '#contract/files/file-failure';
import { makeFolder } from '#contract/files/make-folder';
import { idempotencyKey } from '#contract/limits';

export interface Journal {
  readonly path: string;
  /** The server may have forgotten rows that were under way in an earlier run, and charges them again then. */
  readonly isStale: boolean;
  /** Whether the row was finished with this content. */
  isDone(row: number, content: string): boolean;
  /** Whether the row was finished at all, so that its file is this batch's own. */
  wasDone(row: number): boolean;
  /** The row's PDF, or all of its images (their number is `images`), are whole on disk. */
  done(row: number, content: string, images?: number): void;
  /** Returns the number of images of a finished row; 0 for a PDF. */
  imagesOf(row: number): number;
  /** The server has permanently rejected the row: a resumed batch requests it under a new key. */
  recordRejection(row: number, content: string): void;
  /** Ensures that the journal is on disk. Call it before anything is paid for. */
  begin(): void;
  /** The row's idempotency key. */
  createKey(row: number, content: string): string;
  /** Safe to call twice. */
  close(): void;
}

export interface JournalOptions {
  readonly folder: string;
  /** Everything that identifies a batch across runs. */
  readonly identity: readonly string[];
  /** Continues the existing journal instead of starting another one. */
  readonly resume: boolean;
}

/** Hash of a row's content, short enough to keep for a million rows: 12 hexadecimal digits fit a safe integer. */
export const contentHash = (content: string): string => hash('sha256', content).slice(0, 12);

interface Entry {
  readonly batch?: string;
  readonly row?: number;
  readonly done?: string;
  readonly images?: number | undefined;
  readonly refused?: string;
}

/** Whether a batch of this identity has a journal in the folder, so that `resume` would save work. */
export function hasJournal({ folder, identity }: Pick<JournalOptions, 'folder' | 'identity'>): boolean {
  return statSync(journalPath({ folder, identity }), { throwIfNoEntry: false }) !== undefined;
}

/** Throws `file_unwritable`, and `file_unreadable` if the journal to continue cannot be read. */
export async function openJournal({ folder, identity, resume }: JournalOptions): Promise<Journal> {
  const path = journalPath({ folder, identity });
  const known = resume ? await read(path) : undefined;
  const batch = known?.batch ?? randomUUID();
  const done = known?.done ?? new RowNumbers();
  const images = known?.images ?? new RowNumbers();
  const rejections = known?.rejections ?? new Map<number, string[]>();
  let file: number | undefined;
  let isClosed = false;
  /** Runs at the first row, so that a batch that fails earlier leaves nothing behind. */
  const begin = () => {
    if (file !== undefined) return file;
    if (isClosed) throw new Error('The journal is closed.');
    makeFolder(folder);
    file = openSync(path, known?.batch === undefined ? 'w' : 'a+');
    if (known?.batch === undefined) {
      writeSync(file, `${JSON.stringify({ batch })}\n`);
      fsyncSync(file);
    } else if (lastByte(file) !== newline) {
      // Terminates a line that a kill or a full disk has truncated.
      writeSync(file, '\n');
    }
    return file;
  };
  const attempt = (action: () => unknown) => {
    try {
      action();
    } catch (error) {
      throw fileFailure('file_unwritable', path, error);
    }
  };
  const append = (entry: Entry) => attempt(() => writeSync(begin(), `${JSON.stringify(entry)}\n`));
  return {
    path,
    isStale: known?.isStale ?? false,
    isDone: (row, content) => done.get(row) === Number.parseInt(content, 16),
    wasDone: (row) => done.get(row) !== undefined,
    imagesOf: (row) => images.get(row) ?? 0,
    done(row, content, count) {
      append({ row, done: content, images: count });
    },
    recordRejection(row, content) {
      append({ row, refused: content });
    },
    begin: () => attempt(begin),
    createKey(row, content) {
      const times = rejections.get(row)?.filter((each) => each === content).length ?? 0;
      return `batch-${batch}-${row}-${content}-${times}`;
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
      isClosed = true;
    },
  };
}

/** The path of the journal for a batch of this identity, whether it exists or not. */
export const journalPath = ({ folder, identity }: Pick<JournalOptions, 'folder' | 'identity'>): string =>
  join(folder, `.pdfapi-batch-${contentHash(JSON.stringify(identity))}.ndjson`);

interface Known {
  readonly batch: string | undefined;
  readonly done: RowNumbers;
  readonly images: RowNumbers;
  readonly rejections: Map<number, string[]>;
  readonly isStale: boolean;
}

async function read(path: string): Promise<Known | undefined> {
  let changedAt: number;
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return undefined;
    changedAt = found.mtimeMs;
  } catch (error) {
    throw fileFailure('file_unreadable', path, error);
  }
  const done = new RowNumbers();
  const images = new RowNumbers();
  const rejections = new Map<number, string[]>();
  let batch: string | undefined;
  try {
    for await (const line of createInterface({
      input: createReadStream(path),
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      const entry = parse(line);
      if (entry?.batch !== undefined) batch = entry.batch;
      if (entry?.row === undefined) continue;
      if (entry.done !== undefined) done.set(entry.row, Number.parseInt(entry.done, 16));
      if (entry.images !== undefined) images.set(entry.row, entry.images);
      if (entry.refused !== undefined) {
        rejections.set(entry.row, [...(rejections.get(entry.row) ?? []), entry.refused]);
      }
    }
  } catch (error) {
    throw fileFailure('file_unreadable', path, error);
  }
  const isStale = Date.now() - changedAt > idempotencyKey.keptHours * 3_600_000;
  return { batch, done, images, rejections, isStale };
}

/** Undefined for a truncated line. */
function parse(line: string): Entry | undefined {
  try {
    const entry = JSON.parse(line);
    return typeof entry === 'object' && entry !== null ? entry : undefined;
  } catch {
    return undefined;
  }
}

const newline = 0x0a;

function lastByte(file: number): number | undefined {
  const byte = new Uint8Array(1);
  readSync(file, byte, 0, 1, fstatSync(file).size - 1);
  return byte[0];
}

/** A number for each row, such as its hash. Takes eight bytes per row, up to the highest row that has one. */
class RowNumbers {
  #numbers = new Float64Array(0);

  get(row: number): number | undefined {
    return this.#numbers[row - 1] || undefined;
  }

  set(row: number, value: number): void {
    if (row > this.#numbers.length) {
      const longer = new Float64Array(Math.max(row, this.#numbers.length * 2, 1024));
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[row - 1] = value;
  }
}
