/**
 * The design of an editor template: the files of the folder, overlaid with unsaved changes from the page. A file that
 * has changed on disk meanwhile is overwritten only with explicit consent.
 */
import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import { makeFolder } from '#contract/files/make-folder';
import { readTreeText } from '#template/load/read-text';
import type { FileTree } from '#template/model/file-tree';
import type { DesignState } from './preview-state.ts';

const filename = 'editor.json';

type Files = ReadonlyMap<string, Uint8Array>;

interface Draft {
  readonly files: Files;
  /** The hash of the file that the draft is based on. */
  readonly base: string;
}

export class DesignDraft {
  readonly #folder: string;
  readonly #tree: FileTree;
  readonly #write: (path: string, bytes: Uint8Array) => Promise<void>;
  /** Undefined if there is no file: the template is an html one. */
  #onDisk: string | undefined;
  #draft: Draft | undefined;
  #revision = 0;

  constructor(folder: string, tree: FileTree, write: (path: string, bytes: Uint8Array) => Promise<void>) {
    this.#folder = folder;
    this.#tree = tree;
    this.#write = write;
  }

  /** Null for an html template. */
  get state(): DesignState | null {
    if (this.#onDisk === undefined && this.#draft === undefined) return null;
    return {
      file: this.#tree.label(filename),
      revision: this.#revision,
      base: this.#draft?.base ?? hashOf(this.#onDisk),
      isUnsaved: this.#draft !== undefined,
      hasConflict: this.#draft !== undefined && this.#draft.base !== hashOf(this.#onDisk),
    };
  }

  /** The folder overlaid with the changes. */
  get tree(): FileTree {
    const { files } = this.#draft ?? { files: new Map<string, Uint8Array>() };
    const tree = this.#tree;
    return {
      name: tree.name,
      label: tree.label,
      stream: tree.stream,
      async read(path) {
        const bytes = files.get(path);
        return bytes ? { bytes, path } : await tree.read(path);
      },
      async list(below) {
        const start = below === undefined ? '' : `${below}/`;
        const own = [...files.keys()].filter((path) => path.startsWith(start));
        return [...new Set([...(await tree.list(below)), ...own])].sort();
      },
      async listTop() {
        const own = [...files.keys()].filter((path) => !path.includes('/'));
        return [...new Set([...(await tree.listTop()), ...own])].sort();
      },
    };
  }

  /** The files that the editor shows: path → bytes. */
  async files(): Promise<Files> {
    const { tree } = this;
    const found = new Map<string, Uint8Array>();
    for (const path of await tree.list()) {
      if (!isShown(path)) continue;
      const file = await tree.read(path);
      if (file && 'bytes' in file) found.set(path, file.bytes);
    }
    return found;
  }

  /** Reads the file. Throws whatever reading it throws. */
  async reload(): Promise<void> {
    const text = await readTreeText(this.#tree, filename);
    // A concurrent read may have found it already.
    if (text === this.#onDisk) return;
    this.#onDisk = text;
    this.#forgetWhatIsSaved();
    // The page keeps its draft; a changed file is reported as a conflict.
    if (this.#draft === undefined) this.#revision += 1;
  }

  /** Takes a design from the page, based on the file of this hash. Throws `invalid_option`. */
  change(files: Files, base: string): void {
    for (const path of files.keys()) {
      if (isWritten(path)) continue;
      throw new Failure('invalid_option', `${JSON.stringify(path)} is not a file of the editor.`);
    }
    this.#draft = { files, base };
    this.#forgetWhatIsSaved();
    this.#revision += 1;
  }

  /** Discards the draft. */
  discard(): void {
    if (this.#draft === undefined) return;
    this.#draft = undefined;
    this.#revision += 1;
  }

  /**
   * Writes the files. Throws `file_exists` if one has changed since and `overwrite` is not set, and `file_unwritable`.
   */
  async save({ overwrite }: { readonly overwrite: boolean }): Promise<void> {
    await this.reload();
    const draft = this.#draft;
    if (!draft) return;
    if (this.state?.hasConflict && !overwrite) throw hasChanged(this.#tree.label(filename));
    const { [filename]: text, ...others } = Object.fromEntries(draft.files);
    const pictures = await this.#newPictures(Object.entries(others), overwrite);
    if (pictures.length > 0) await this.#makeAssetsFolder();
    // Pictures first, so that editor.json never names a missing one.
    for (const [path, bytes] of pictures) await this.#write(this.#tree.label(path), bytes);
    if (text) await this.#write(this.#tree.label(filename), text);
    await this.reload();
  }

  /** Pictures that do not exist with the same content. */
  async #newPictures(
    files: readonly (readonly [string, Uint8Array])[],
    overwrite: boolean,
  ): Promise<readonly (readonly [string, Uint8Array])[]> {
    const found: (readonly [string, Uint8Array])[] = [];
    for (const [path, bytes] of files) {
      const existing = await this.#tree.read(path);
      if (existing && 'bytes' in existing && Buffer.compare(existing.bytes, bytes) === 0) continue;
      if (existing && 'refusal' in existing) {
        throw new Failure('file_unwritable', `Cannot write ${this.#tree.label(path)}: ${existing.refusal}.`);
      }
      if (existing && !overwrite) throw hasChanged(this.#tree.label(path));
      found.push([path, bytes]);
    }
    return found;
  }

  async #makeAssetsFolder(): Promise<void> {
    const folder = join(this.#folder, 'assets');
    try {
      makeFolder(folder);
      const expected = join(await realpath(this.#folder), 'assets');
      if ((await realpath(folder)) === expected) return;
    } catch (error) {
      throw fileFailure('file_unwritable', folder, error);
    }
    throw new Failure('file_unwritable', `Cannot write to ${folder}: it is a link to another folder.`);
  }

  #forgetWhatIsSaved(): void {
    const text = this.#draft?.files.get(filename);
    if (!text || this.#onDisk === undefined) return;
    if (Buffer.from(text).equals(Buffer.from(this.#onDisk))) this.#draft = undefined;
  }
}

const hasChanged = (file: string): Failure =>
  new Failure('file_exists', `${file} has changed in the meantime.`, { hint: 'Reload it or overwrite it.' });

const isShown = (path: string): boolean =>
  path === filename || path === 'base.pdf' || /\.(?:png|jpe?g|svg)$/i.test(path) || isFont(path);

const isFont = (path: string): boolean => /^fonts\/.*\.(?:ttf|otf)$/i.test(path);

const isWritten = (path: string): boolean =>
  path === filename || /^assets\/[^./\\:\0][^/\\:\0]*\.(?:png|jpg|svg)$/.test(path);

const hashOf = (text: string | undefined): string =>
  createHash('sha256')
    .update(text ?? '')
    .digest('hex');
