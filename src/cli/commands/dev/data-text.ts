/**
 * Data of the preview: the text of a file such as `data.json`, overlaid with unsaved text from the page. Typed text is kept
 * when the file changes, and overwrites the changed file only with explicit consent.
 */
import { Failure } from '#contract/errors';
import { type Data, parseDataFile } from '#template/data/parse-data-file';
import { readTreeText } from '#template/load/read-text';
import type { FileTree } from '#template/model/file-tree';
import type { DataState } from './preview-state.ts';

export class EditedData {
  /** Undefined for text that belongs to no file. */
  readonly #file: { readonly tree: FileTree; readonly path: string } | undefined;
  readonly #write: (path: string, bytes: Uint8Array) => Promise<void>;
  /** Undefined if there is no file. */
  #onDisk: string | undefined;
  /** `base` is the file that the typed text is based on. */
  #typed: { text: string; base: string | undefined } | undefined;
  #revision = 0;

  constructor(
    file: { readonly tree: FileTree; readonly path: string } | undefined,
    write: (path: string, bytes: Uint8Array) => Promise<void>,
  ) {
    this.#file = file;
    this.#write = write;
  }

  get file(): string {
    return this.#file ? this.#file.tree.label(this.#file.path) : 'Pasted data';
  }

  /** Lines end in `\n`, as in browsers. */
  get text(): string {
    return this.#typed?.text ?? unixLines(this.#onDisk ?? '');
  }

  get state(): Pick<DataState, 'file' | 'revision' | 'isUnsaved' | 'hasConflict'> {
    const { file } = this;
    const typed = this.#typed;
    return {
      file,
      revision: this.#revision,
      isUnsaved: typed !== undefined,
      hasConflict: typed !== undefined && typed.base !== this.#onDisk,
    };
  }

  /** Reads the file. Throws whatever reading it throws. */
  async reload(): Promise<void> {
    if (!this.#file) return;
    const found = await readTreeText(this.#file.tree, this.#file.path);
    // Taken after the read, because a concurrent one may have finished meanwhile.
    const before = this.text;
    this.#onDisk = found;
    this.#forgetWhatIsSaved();
    if (this.text !== before) this.#revision += 1;
  }

  /** Takes a text from the page. Returns its revision. */
  type(text: string): number {
    if (text === this.text) return this.#revision;
    this.#typed = { text, base: this.#typed ? this.#typed.base : this.#onDisk };
    this.#forgetWhatIsSaved();
    this.#revision += 1;
    return this.#revision;
  }

  /** Discards the typed text. */
  discard(): void {
    if (this.#typed === undefined) return;
    this.#typed = undefined;
    this.#revision += 1;
  }

  /** Undefined if there is no data. Throws `invalid_data` with line and column. */
  parse(): Data | undefined {
    const { text } = this;
    if (this.#onDisk === undefined && text.trim() === '') return undefined;
    return parseDataFile(this.file, text);
  }

  /**
   * Writes the text to the file, also if it is no JSON: it may be half done. Throws `file_exists` if the file has changed since
   * and `overwrite` is not set, `file_unwritable`, and `invalid_request` for text that belongs to no file.
   */
  async save({ overwrite }: { readonly overwrite: boolean }): Promise<void> {
    if (!this.#file) throw new Failure('invalid_request', 'Pasted data belongs to no file.');
    await this.reload();
    if (this.state.hasConflict && !overwrite) {
      throw new Failure('file_exists', `${this.file} has changed in the meantime.`, {
        hint: 'Reload it or overwrite it.',
      });
    }
    const { text } = this;
    await this.#write(this.file, Buffer.from(this.#onDisk?.includes('\r\n') ? windowsLines(text) : text));
    await this.reload();
  }

  #forgetWhatIsSaved(): void {
    if (this.#typed && this.#typed.text === unixLines(this.#onDisk ?? '')) this.#typed = undefined;
  }
}

const unixLines = (text: string): string => text.replace(/\r\n?/g, '\n');
const windowsLines = (text: string): string => text.replaceAll('\n', '\r\n');
