/** Which data the preview is filled with: `data.json`, a case of the folder, another file, or text that was pasted. */
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { Failure } from '#contract/errors';
import { isCaseFile } from '#contract/templates';
import { folderTree } from '#template/load/folder-tree';
import type { FileTree } from '#template/model/file-tree';
import { EditedData } from './data-text.ts';
import type { DataState } from './preview-state.ts';

type Write = (path: string, bytes: Uint8Array) => Promise<void>;

const sample = 'data.json';
const pasted = 'pasted.json';

export class PreviewData {
  readonly #tree: FileTree;
  readonly #write: Write;
  /** Id → text. Each keeps what was typed in it. */
  readonly #texts = new Map<string, EditedData>();
  /** The file that the command names, if it is not one of the folder. */
  readonly #given: string | undefined;
  #cases: readonly string[] = [];
  #active = sample;
  /** What was chosen before the pasted data. */
  #before = sample;

  /** `given` is the path of a file. */
  constructor(folder: string, tree: FileTree, write: Write, given: string | undefined) {
    this.#tree = tree;
    this.#write = write;
    if (given === undefined) return;
    const inside = relative(resolve(folder), resolve(given)).split(sep).join('/');
    const isOwn = inside === sample || isCaseFile(inside);
    if (!isOwn) this.#given = given;
    this.#active = isOwn ? inside : given;
  }

  get active(): EditedData {
    return this.#textOf(this.#active);
  }

  /** What the template is filled with: until something is pasted, that is what was chosen before. */
  get shown(): EditedData {
    const isAwaited = this.#active === pasted && this.active.text.trim() === '';
    return isAwaited ? this.#textOf(this.#before) : this.active;
  }

  get state(): DataState {
    const { state } = this.active;
    const named = (path: string) => ({ id: path, name: basename(path, '.json') });
    return {
      ...state,
      source: this.#active,
      isPasted: this.#active === pasted,
      sources: [
        { id: sample, name: 'Sample data' },
        ...this.#cases.map(named),
        ...(this.#given === undefined ? [] : [{ id: this.#given, name: this.#given }]),
        { id: pasted, name: 'Pasted…' },
      ],
    };
  }

  /** The text of a source, whether it is chosen or not. Throws `invalid_request` if there is no such source. */
  text(id: string): EditedData {
    if (this.state.sources.some((each) => each.id === id)) return this.#textOf(id);
    throw new Failure('invalid_request', `There is no data ${JSON.stringify(id)}.`);
  }

  /** Throws like `text`. */
  choose(id: string): void {
    this.text(id);
    if (id === pasted && this.#active !== pasted) this.#before = this.#active;
    this.#active = id;
  }

  /** Reads the list of cases, and the chosen file. A case that was deleted is chosen no more. */
  async reload(): Promise<void> {
    this.#cases = (await this.#tree.list('cases')).filter(isCaseFile);
    if (this.#isGone(this.#active)) this.#active = sample;
    if (this.#isGone(this.#before)) this.#before = sample;
    await this.shown.reload();
  }

  #isGone(id: string): boolean {
    return isCaseFile(id) && !this.#cases.includes(id) && !this.#textOf(id).state.isUnsaved;
  }

  #textOf(id: string): EditedData {
    const known = this.#texts.get(id);
    if (known) return known;
    const made = new EditedData(this.#fileOf(id), this.#write);
    this.#texts.set(id, made);
    return made;
  }

  #fileOf(id: string): ConstructorParameters<typeof EditedData>[0] {
    if (id === pasted) return undefined;
    if (id !== this.#given) return { tree: this.#tree, path: id };
    const folder = dirname(id);
    const { label, ...tree } = folderTree(folder);
    return {
      tree: { ...tree, label: (path) => (folder === '.' ? path : join(folder, path)) },
      path: basename(id),
    };
  }
}
