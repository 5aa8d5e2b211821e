/**
 * The data of the preview: the text of `data.json`, and over it what was typed in the page and not saved yet. What
 * was typed stays when the file changes, and is saved over such a file only by somebody who knows of it.
 */
import { Failure } from '../../contract/errors.ts';
import type { FileTree } from '../../core/template/file-tree.ts';
import { type Data, parseDataFile } from '../../core/template/parse-data-file.ts';
import { readTreeText } from '../../core/template/read-text.ts';
import type { DataState } from './preview-state.ts';

const filename = 'data.json';

export class DataText {
  readonly #tree: FileTree;
  readonly #write: (path: string, bytes: Uint8Array) => Promise<void>;
  /** Undefined where there is none. */
  #onDisk: string | undefined;
  /** `base` is the file that the typed text was made from. */
  #typed: { text: string; base: string | undefined } | undefined;
  #revision = 0;

  constructor(tree: FileTree, write: (path: string, bytes: Uint8Array) => Promise<void>) {
    this.#tree = tree;
    this.#write = write;
  }

  get file(): string {
    return this.#tree.label(filename);
  }

  /** Lines end as browsers end them, in `\n`. */
  get text(): string {
    return this.#typed?.text ?? unixLines(this.#onDisk ?? '');
  }

  get state(): DataState {
    const { file } = this;
    const typed = this.#typed;
    return {
      file,
      revision: this.#revision,
      isUnsaved: typed !== undefined,
      hasConflict: typed !== undefined && typed.base !== this.#onDisk,
    };
  }

  /** Reads the file. Throws what reading it throws. */
  async reload(): Promise<void> {
    const found = await readTreeText(this.#tree, filename);
    // Not before the reading: another one may have ended meanwhile.
    const before = this.text;
    this.#onDisk = found;
    this.#forgetWhatIsSaved();
    if (this.text !== before) this.#revision += 1;
  }

  /** Takes a text of the page. Returns its revision. */
  type(text: string): number {
    if (text === this.text) return this.#revision;
    this.#typed = { text, base: this.#typed ? this.#typed.base : this.#onDisk };
    this.#forgetWhatIsSaved();
    this.#revision += 1;
    return this.#revision;
  }

  /** Back to the file. */
  discard(): void {
    if (this.#typed === undefined) return;
    this.#typed = undefined;
    this.#revision += 1;
  }

  /** Undefined where there is no data. Throws `invalid_data` with line and column. */
  parse(): Data | undefined {
    const { text } = this;
    if (this.#onDisk === undefined && text.trim() === '') return undefined;
    return parseDataFile(this.file, text);
  }

  /**
   * Writes the text to the file. Throws `invalid_data` where it is no JSON, `file_exists` where the file has
   * changed since and `overwrite` is not set, and `file_unwritable`.
   */
  async save({ overwrite }: { readonly overwrite: boolean }): Promise<void> {
    await this.reload();
    parseDataFile(this.file, this.text);
    if (this.state.hasConflict && !overwrite) {
      throw new Failure('file_exists', `${this.file} has changed since.`, {
        hint: 'Load it, or save over it.',
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
