/** Keeps the bytes of each document in a file named after its id. */
import { type FileHandle, open, opendir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import { makeFolder } from '#contract/files/make-folder';
import { writeDurably } from '../database/write-durably.ts';
import {
  bytesMissing,
  type DocumentBytes,
  type DocumentContent,
  documentsUnavailable,
  isDocumentId,
  type LeftoverAges,
  type OpenBytes,
} from './document-bytes.ts';

const pageSize = 100;

/** The names that `writeDurably` gives to files until they are complete. */
const temporaryForm = /^\.[0-9A-Za-z_-]{22,64}\.[0-9a-f]+\.tmp$/;

export class FolderBytes implements DocumentBytes {
  readonly #path: string;

  /** Creates the folder for its owner alone if it does not exist. Throws `file_unwritable`. */
  constructor(path: string) {
    try {
      makeFolder(path, 0o700);
    } catch (error) {
      throw fileFailure('file_unwritable', path, error);
    }
    this.#path = path;
  }

  async write(id: string, content: DocumentContent): Promise<void> {
    try {
      await writeDurably(this.#pathOf(id), content instanceof Uint8Array ? content : content.chunks());
    } catch (error) {
      // The content itself could not be read.
      if (error instanceof Failure && error.code !== 'file_unwritable') throw error;
      throw documentsUnavailable(reasonOf(error), error);
    }
  }

  async read(id: string): Promise<Uint8Array> {
    return await readFile(this.#pathOf(id)).catch((error) => this.#fail(id, error));
  }

  async open(id: string): Promise<OpenBytes> {
    const file = await open(this.#pathOf(id), 'r').catch((error) => this.#fail(id, error));
    try {
      const { size } = await file.stat();
      return new OpenFile(file, size);
    } catch (error) {
      await file.close();
      throw documentsUnavailable(reasonOf(fileFailure('file_unreadable', this.#pathOf(id), error)), error);
    }
  }

  async remove(id: string): Promise<void> {
    await rm(this.#pathOf(id), { force: true }).catch((error) => this.#fail(id, error));
  }

  async isUsed(): Promise<boolean> {
    const folder = await opendir(this.#path).catch((error) => this.#fail('', error));
    for await (const entry of folder) if (entry.isFile() && isDocumentId(entry.name)) return true;
    return false;
  }

  /** Only what has the form of our names is touched: the folder may hold other things, such as `lost+found`. */
  async *leftovers({ unfinishedMs, completeMs }: LeftoverAges): AsyncGenerator<readonly string[]> {
    const folder = await opendir(this.#path).catch((error) => this.#fail('', error));
    let page: string[] = [];
    let failed: { readonly name: string; readonly error: unknown } | undefined;
    for await (const entry of folder) {
      const { name } = entry;
      const isId = entry.isFile() && isDocumentId(name);
      if (!isId && !temporaryForm.test(name)) continue;
      if (!(await this.#isOlder(name, isId ? completeMs : unfinishedMs))) continue;
      if (!isId) {
        await rm(join(this.#path, name), { force: true, recursive: true }).catch((error) => {
          failed ??= { name, error };
        });
        continue;
      }
      page.push(name);
      if (page.length < pageSize) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
    if (failed) this.#fail(failed.name, failed.error);
  }

  close(): void {}

  async #isOlder(name: string, ageMs: number): Promise<boolean> {
    // A file that another node has removed meanwhile is none.
    const found = await stat(join(this.#path, name)).catch(() => undefined);
    return found !== undefined && found.mtimeMs <= Date.now() - ageMs;
  }

  #pathOf(id: string): string {
    return join(this.#path, id);
  }

  #fail(id: string, error: unknown): never {
    const path = this.#pathOf(id);
    if (isMissing(error)) throw bytesMissing(path, error);
    throw documentsUnavailable(reasonOf(fileFailure('file_unreadable', path, error)), error);
  }
}

class OpenFile implements OpenBytes {
  readonly size: number;
  readonly #file: FileHandle;

  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.size = size;
  }

  async stream(start: number, end: number): Promise<Readable> {
    return this.#file.createReadStream({ start, end });
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';

/** Such as `cannot write /srv/documents/…: the disk is full`. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message.replace(/\.$/, '') : 'unknown reason';
  return text.charAt(0).toLowerCase() + text.slice(1);
}
