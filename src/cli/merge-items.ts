/** What `pdfapi merge` is given: `12:data.json`, `./invoice:data.json`, `a.pdf`, `-`. */
import { Failure } from '../contract/errors.ts';
import { statPath } from './stat-path.ts';
import { templateId } from './template-id.ts';

export interface FolderItem {
  readonly kind: 'folder';
  readonly folder: string;
  readonly data: string | undefined;
  readonly text: string;
}

export interface PdfItem {
  readonly kind: 'pdf';
  /** `-` is stdin. */
  readonly file: string;
  readonly text: string;
  /** Not a pipe, which can be read only once. */
  readonly isFile: boolean;
}

/** A template on the server. */
export interface IdItem {
  readonly kind: 'id';
  readonly id: number;
  readonly data: string | undefined;
  readonly text: string;
}

/** All of one place. */
export type MergeItems =
  | { readonly where: 'there'; readonly items: readonly IdItem[] }
  | { readonly where: 'here'; readonly items: readonly (FolderItem | PdfItem)[] };

/** Throws `usage` for a mix of ids and local items, and for what is none of the three. */
export function readMergeItems(texts: readonly string[]): MergeItems {
  const items = texts.map(readItem);
  const there = items.filter((item) => item.kind === 'id');
  const here = items.filter((item) => item.kind !== 'id');
  const [id, local] = [there[0], here[0]];
  if (id && local) {
    throw new Failure(
      'usage',
      `${id.text} is on a server, and ${local.text} is here: merge takes one kind.`,
      {
        hint: 'Fetch the one first (pdfapi generate 12 -o 12.pdf), and merge the files.',
      },
    );
  }
  return id ? { where: 'there', items: there } : { where: 'here', items: here };
}

function readItem(text: string): IdItem | FolderItem | PdfItem {
  if (text === '')
    throw new Failure('usage', 'An item is empty.', { hint: 'Is a variable of the shell not set?' });
  const [, number = '', ofId] = /^(\d+)(?::(.+))?$/.exec(text) ?? [];
  const id = templateId(number);
  if (id !== undefined) return { kind: 'id', id, data: ofId, text };
  if (text === '-') return { kind: 'pdf', file: text, text: 'stdin', isFile: false };
  const whole = statPath(text);
  if (whole?.isDirectory()) return { kind: 'folder', folder: text, data: undefined, text };
  if (whole) return { kind: 'pdf', file: text, text, isFile: whole.isFile() };
  // The last colon: one may stand in the folder's own name.
  const colon = text.lastIndexOf(':');
  const [folder, data] = [text.slice(0, colon), text.slice(colon + 1)];
  if (colon > 0 && data !== '' && statPath(folder)?.isDirectory())
    return { kind: 'folder', folder, data, text };
  const missing = colon > 0 ? folder : text;
  if (/\.pdf$/i.test(text)) throw new Failure('file_unreadable', `Cannot read ${text}: no such file.`);
  throw new Failure(
    'usage',
    `${text} is no template id, no template folder and no PDF: there is no ${missing}.`,
    {
      hint: 'Items: 12:data.json (on the server), ./invoice:data.json (a folder), report.pdf (a file).',
    },
  );
}
