/** A change of a signed document, and what `check` must say of it. */

import { type ListOptions, type Objects, Revision } from './revision.ts';
import { type FileKind, fileKinds, type Preparation, type SignedFile, signedFile } from './signed-file.ts';

/**
 * - `error`: the signature does not hold, or the file cannot be read.
 * - `named`: it holds, and a warning or a note names what was changed.
 * - `nothing`: it holds, and nothing that a page shows was changed.
 */
export type Verdict = 'error' | 'named' | 'nothing';

export interface Attack extends Preparation {
  readonly name: string;
  readonly verdict: Verdict;
  /** All kinds if undefined. */
  readonly kinds?: readonly FileKind[] | undefined;
  readonly forge: (file: SignedFile) => Buffer;
}

export interface Forgery {
  readonly name: string;
  readonly kind: FileKind;
  readonly verdict: Verdict;
  readonly signed: Buffer;
  readonly forged: Buffer;
}

/** Every attack on every kind of file. */
export async function forge(attacks: readonly Attack[]): Promise<Forgery[]> {
  const plain = new Map<FileKind, Promise<SignedFile>>();
  const found: Forgery[] = [];
  for (const attack of attacks) {
    const { name, verdict, kinds = fileKinds } = attack;
    for (const kind of kinds) {
      const isPlain = !(attack.objects || attack.certification || attack.distort || attack.trailer);
      const file = isPlain ? (plain.get(kind) ?? signedFile(kind)) : signedFile(kind, attack);
      if (isPlain) plain.set(kind, file);
      const signed = await file;
      found.push({ name, kind, verdict, signed: signed.pdf, forged: attack.forge(signed) });
    }
  }
  return found;
}

/** Ends a revision in the form of the file. */
export function finish(
  file: SignedFile,
  revision: Revision,
  trailer = '',
  options: ListOptions = {},
): Buffer {
  const entries = `/Root 1 0 R/Info 17 0 R/Prev ${file.startXref}${trailer}`;
  // Programs that put a new object behind all others use one number more than the last.
  const size = options.size ?? file.size + 20;
  const done =
    file.form === 'table'
      ? revision.table(entries, { ...options, size })
      : revision.stream(file.size + 19, entries, { ...options, size });
  return done.bytes();
}

/** An update with these objects, made as programs make it. */
export const update =
  (objects: Objects | ((file: SignedFile) => Objects), trailer = '', options: ListOptions = {}) =>
  (file: SignedFile): Buffer => {
    const revision = new Revision(file.pdf);
    const all = typeof objects === 'function' ? objects(file) : objects;
    for (const [number, body] of Object.entries(all)) revision.object(Number(number), body);
    return finish(file, revision, trailer, options);
  };
