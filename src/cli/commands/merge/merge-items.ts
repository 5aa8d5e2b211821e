/** The arguments of `pdfapi merge`: `letter:data.json`, `12:data.json`, `./invoice:data.json`, `a.pdf`, `-`. */
import { Failure } from '../../../contract/errors.ts';
import { statPath } from '../../io/stat-path.ts';
import { missingTemplateFolder } from '../../options/assert-template-folder.ts';
import {
  isPath,
  noteLocalWords,
  parseTemplateArgument,
  placeOfWord,
  type ServerTemplate,
} from '../../options/template-argument.ts';
import type { Session } from '../../session.ts';

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
  /** False for a pipe, which can be read only once. */
  readonly isFile: boolean;
}

/** A template on the server. */
export interface ServerItem {
  readonly kind: 'server';
  readonly template: ServerTemplate;
  readonly data: string | undefined;
  readonly text: string;
}

/** Items are either all local or all on the server. */
export type MergeItems =
  | { readonly target: 'remote'; readonly items: readonly ServerItem[] }
  | { readonly target: 'local'; readonly items: readonly (FolderItem | PdfItem)[] };

/** Throws `usage` for a mix of local and remote items, and whatever `parseTemplateArgument` throws. */
export async function readMergeItems(session: Session, texts: readonly string[]): Promise<MergeItems> {
  const items: (ServerItem | FolderItem | PdfItem)[] = [];
  const localWords: string[] = [];
  for (const text of texts) items.push(await readItem(session, text, localWords));
  const remote = items.filter((item) => item.kind === 'server');
  const local = items.filter((item) => item.kind !== 'server');
  const [first, other] = [remote[0], local[0]];
  if (first && other) {
    const name = first.template.kind === 'name' ? first.template.name : String(first.template.id);
    throw new Failure(
      'usage',
      `${first.text} is a template on the server, but ${other.text} is local: merge accepts only one kind.`,
      {
        hint: `Generate the server template first (pdfapi generate ${name} -o ${name}.pdf) and merge the files.`,
      },
    );
  }
  noteLocalWords(session, localWords);
  return first ? { target: 'remote', items: remote } : { target: 'local', items: local };
}

async function readItem(
  session: Session,
  text: string,
  localWords: string[],
): Promise<ServerItem | FolderItem | PdfItem> {
  if (text === '') throw new Failure('usage', 'An item is empty.', { hint: 'Is a shell variable not set?' });
  if (text === '-') return { kind: 'pdf', file: text, text: 'stdin', isFile: false };
  if (/^https?:\/\//i.test(text)) {
    throw new Failure('usage', `${text} is an address, but merge needs files.`, {
      hint: `Fetch it through a pipe: curl -fsS ${text} | pdfapi merge - …`,
    });
  }
  const { name, data } = splitItem(text);
  if (isNumber(name)) {
    const template = await parseTemplateArgument(session, name);
    if (template.kind === 'id') return { kind: 'server', template, data, text };
  }
  const found = statPath(name);
  const isLocal =
    isPath(name) ||
    (await placeOfWord(session, name, found && (found.isDirectory() ? 'folder' : 'file'))) === 'local';
  if (!isLocal) return { kind: 'server', template: { kind: 'name', name }, data, text };
  if (!isPath(name)) localWords.push(name);
  if (found?.isDirectory()) return { kind: 'folder', folder: name, data, text };
  if (found && data === undefined) return { kind: 'pdf', file: name, text, isFile: found.isFile() };
  if (found) {
    throw new Failure('usage', `${name} is a file, but only templates are filled with data.`, {
      hint: itemForms,
    });
  }
  if (/\.pdf$/i.test(name)) throw new Failure('file_unreadable', `Cannot read ${name}: no such file.`);
  throw await missingTemplateFolder(name, `There is no folder or PDF ${name}.`);
}

/** The last colon separates: an earlier one may be part of a folder's name. */
function splitItem(text: string): { readonly name: string; readonly data: string | undefined } {
  const colon = text.lastIndexOf(':');
  const isWhole = colon <= 0 || (!/^\d+:/.test(text) && statPath(text) !== undefined);
  if (isWhole) return { name: text, data: undefined };
  const [name, data] = [text.slice(0, colon), text.slice(colon + 1)];
  if (data !== '') return { name, data };
  throw new Failure('usage', `${text} names no data file after the colon.`, { hint: itemForms });
}

const isNumber = (text: string): boolean => /^\d+$/.test(text);

const itemForms =
  'Items: letter:data.json (a template on the server), ./invoice:data.json (a folder), report.pdf (a file).';
