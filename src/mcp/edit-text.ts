/** Applies the edits of `write_template` to a file. */
import { Failure } from '#contract/errors';

export interface TextEdit {
  readonly find: string;
  readonly replace: string;
}

/** Throws `invalid_request`, which names the edit, if its text does not occur exactly once. */
export function editText(text: string, edits: readonly TextEdit[], path: string): string {
  let edited = text;
  for (const [index, { find: wanted, replace }] of edits.entries()) {
    const at = edited.indexOf(wanted);
    const isUnique = at >= 0 && edited.indexOf(wanted, at + 1) < 0;
    if (!isUnique) {
      const number = edits.length > 1 ? `Edit ${index + 1} of ` : 'The edit of ';
      const reason = at < 0 ? 'its text does not occur' : 'its text occurs more than once';
      throw new Failure('invalid_request', `${number}${path} cannot be applied: ${reason}.`, {
        hint: `Nothing was written. Read the file with show_template and file: ${JSON.stringify(path)}, and quote more of it.`,
      });
    }
    edited = edited.slice(0, at) + replace + edited.slice(at + wanted.length);
  }
  return edited;
}
