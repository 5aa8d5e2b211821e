/** What `pdfapi merge` is given: `12:data.json`, `./invoice:data.json`, `a.pdf`. */
import { Failure } from '../contract/errors.ts';
import { statPath } from './stat-path.ts';
import { templateId } from './template-id.ts';

export type MergeItem =
  | { readonly kind: 'id'; readonly id: number; readonly data: string | undefined; readonly text: string }
  | {
      readonly kind: 'folder';
      readonly folder: string;
      readonly data: string | undefined;
      readonly text: string;
    }
  | { readonly kind: 'pdf'; readonly file: string; readonly text: string };

/** Throws `usage` for a mix of ids and local items, and for what is none of the three. */
export function readMergeItems(texts: readonly string[]): readonly MergeItem[] {
  const items = texts.map(readItem);
  const id = items.find(({ kind }) => kind === 'id');
  const local = items.find(({ kind }) => kind !== 'id');
  if (id && local) {
    throw new Failure(
      'usage',
      `${id.text} is on a server, and ${local.text} is here: merge takes one kind.`,
      {
        hint: 'Fetch the one first (pdfapi generate 12 -o 12.pdf), and merge the files.',
      },
    );
  }
  return items;
}

function readItem(text: string): MergeItem {
  if (text === '')
    throw new Failure('usage', 'An item is empty.', { hint: 'Is a variable of the shell not set?' });
  const [, number = '', ofId] = /^(\d+)(?::(.+))?$/.exec(text) ?? [];
  const id = templateId(number);
  if (id !== undefined) return { kind: 'id', id, data: ofId, text };
  const whole = statPath(text);
  if (whole?.isFile()) return { kind: 'pdf', file: text, text };
  if (whole?.isDirectory()) return { kind: 'folder', folder: text, data: undefined, text };
  // The last colon: one may stand in the folder's own name.
  const colon = text.lastIndexOf(':');
  const [folder, data] = [text.slice(0, colon), text.slice(colon + 1)];
  if (colon > 0 && data !== '' && statPath(folder)?.isDirectory())
    return { kind: 'folder', folder, data, text };
  const missing = colon > 0 ? folder : text;
  throw new Failure(
    'usage',
    `${text} is no template id, no template folder and no PDF: there is no ${missing}.`,
    {
      hint: 'Items: 12:data.json (on the server), ./invoice:data.json (a folder), report.pdf (a file).',
    },
  );
}
