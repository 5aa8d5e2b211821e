/**
 * The arguments of `pdfapi merge`: `letter:data.json`, `12:data.json`, `./invoice:data.json`, `page.html:data.json`, `a.pdf`, `-`.
 * Whatever follows `name:` is a name, so a template called "name" is `name:name:data.json`.
 */
import { readdir } from 'node:fs/promises';
import { shellWord } from '#contract/admin-commands';
import { pageSelectionRule, parsePageSelection } from '#contract/api/page-selection';
import { Failure } from '#contract/errors';
import { isTextDocument } from '#contract/files/text-format';
import { isExplicitName, namePrefix, type TemplateReference } from '#contract/templates';
import { namedFiles } from '#template/model/template-files';
import { statPath } from '../../io/stat-path.ts';
import { missingTemplateFolder } from '../../options/assert-template-folder.ts';
import {
  isPath,
  namedTemplate,
  noteLocalWords,
  parseTemplateArgument,
  placeOfWord,
} from '../../options/template-argument.ts';
import type { Session } from '../../session.ts';

interface Item {
  /** As it was given, for messages. */
  readonly text: string;
  /** The pages of it to take. Default: all. */
  readonly pages?: string | undefined;
}

interface FolderItem extends Item {
  readonly kind: 'folder';
  readonly folder: string;
  readonly data: string | undefined;
}

/** A file of HTML or Markdown. */
export interface HtmlItem extends Item {
  readonly kind: 'html';
  readonly file: string;
  readonly data: string | undefined;
}

/** What is rendered before it is merged. */
export type SourceItem = FolderItem | HtmlItem;

export interface PdfItem extends Item {
  readonly kind: 'pdf';
  /** `-` is stdin. */
  readonly file: string;
  /** False for a pipe, which can be read only once. */
  readonly isFile: boolean;
}

/** A template on the server. */
export interface ServerItem extends Item {
  readonly kind: 'server';
  readonly template: TemplateReference;
  readonly data: string | undefined;
}

/** Items are either all local or all on the server. */
export type MergeItems =
  | { readonly target: 'remote'; readonly items: readonly ServerItem[] }
  | { readonly target: 'local'; readonly items: readonly (SourceItem | PdfItem)[] };

/** Throws `usage` for a mix of local and remote items, and whatever `parseTemplateArgument` throws. */
export async function readMergeItems(session: Session, texts: readonly string[]): Promise<MergeItems> {
  const items: (ServerItem | SourceItem | PdfItem)[] = [];
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
): Promise<ServerItem | SourceItem | PdfItem> {
  if (text === '') throw new Failure('usage', 'An item is empty.', { hint: 'Is a shell variable not set?' });
  if (text === '-') return { kind: 'pdf', file: text, text: 'stdin', isFile: false };
  if (/^https?:\/\//i.test(text)) {
    throw new Failure('usage', `${text} is an address, but merge needs files.`, {
      hint: `Fetch it through a pipe: curl -fsS ${text} | pdfapi merge - …`,
    });
  }
  if (isExplicitName(text)) {
    const { name, ...parts } = splitItem(text.slice(namePrefix.length));
    return { kind: 'server', template: namedTemplate(session, namePrefix + name), ...parts, text };
  }
  const { name, data, pages } = splitItem(text);
  if (isNumber(name)) {
    const template = await parseTemplateArgument(session, name);
    if (template.kind === 'id') return { kind: 'server', template, data, pages, text };
  }
  const found = statPath(name);
  if (officeFile.test(name) && !found?.isDirectory()) throw found ? office(name) : noSuchFile(name);
  const isLocal =
    isPath(name) ||
    (await placeOfWord(session, name, found && (found.isDirectory() ? 'folder' : 'file'))) === 'local';
  if (!isLocal) return { kind: 'server', template: { kind: 'name', name }, data, pages, text };
  if (found?.isDirectory()) await assertNoFolderOfPdfs(name);
  if (!isPath(name)) localWords.push(name);
  if (found?.isDirectory()) return { kind: 'folder', folder: name, data, pages, text };
  if (found && isTextDocument(name)) return { kind: 'html', file: name, data, pages, text };
  if (found && data === undefined) {
    return { kind: 'pdf', file: name, text: name, isFile: found.isFile(), pages };
  }
  if (found) {
    const message = `${name} is a file, of which pages can be chosen, but ${data} is no list of pages.`;
    throw new Failure('usage', message, { hint: `${pageSelectionRule}. ${itemForms}` });
  }
  if (/\.pdf$/i.test(name) || isTextDocument(name)) throw noSuchFile(name);
  throw await missingTemplateFolder(name, `There is no folder or file ${name}.`);
}

const officeFile = /\.(?:docx?|odt|rtf|xlsx?|ods|pptx?|odp)$/i;

const office = (name: string): Failure =>
  new Failure('usage', `${name} is a file of an office program, and merge needs PDF, HTML or Markdown.`, {
    hint: 'Save or export it as PDF, or as HTML, first.',
  });

const noSuchFile = (name: string): Failure =>
  new Failure('file_unreadable', `Cannot read ${name}: no such file.`);

/** Throws `usage`, which names the PDFs in a folder that is no template. */
async function assertNoFolderOfPdfs(folder: string): Promise<void> {
  // One that cannot be read is reported where it is read as a template.
  const names = await readdir(folder).catch(() => []);
  const hasPdfs = names.some((name) => /\.pdf$/i.test(name));
  if (!hasPdfs || names.some((name) => namedFiles.some((known) => known === name))) return;
  throw new Failure('usage', `${folder} is a folder of PDFs and no template, but merge takes files.`, {
    hint: `Its PDFs, in the order of their names: pdfapi merge ${shellWord(folder.replace(/(?<=.)\/+$/, ''))}/*.pdf`,
  });
}

interface ItemParts {
  readonly name: string;
  readonly data: string | undefined;
  readonly pages: string | undefined;
}

/**
 * The last colon separates: an earlier one may be part of a folder's name. Behind a file it separates pages, and behind a
 * template with data, or with a colon in place of it, as well: `a.pdf:1-3`, `./invoice:data.json:1`, `./invoice::1`.
 */
function splitItem(text: string): ItemParts {
  const [name, last] = splitLast(text);
  if (last === undefined) return { name: text, data: undefined, pages: undefined };
  if (parsePageSelection(last)) {
    if (statPath(name)?.isDirectory() === false) return { name, data: undefined, pages: last };
    if (name.endsWith(':')) return { name: name.slice(0, -1), data: undefined, pages: last };
    const [template, data] = splitLast(name);
    const hasData = data !== undefined && (data === '-' || statPath(data) !== undefined);
    if (hasData) return { name: template, data, pages: last };
  }
  if (last !== '') return { name, data: last, pages: undefined };
  throw new Failure('usage', `${text} names nothing after the colon.`, { hint: itemForms });
}

/** Undefined where no colon separates: a path that exists is one name. */
function splitLast(text: string): [name: string, last: string | undefined] {
  const colon = text.lastIndexOf(':');
  const isWhole = colon <= 0 || (!/^\d+:/.test(text) && statPath(text) !== undefined);
  return isWhole ? [text, undefined] : [text.slice(0, colon), text.slice(colon + 1)];
}

const isNumber = (text: string): boolean => /^\d+$/.test(text);

const itemForms =
  'Items: letter:data.json or name:2024:data.json (a template on the server), ./invoice:data.json (a folder), page.html and notes.md (files that are rendered), report.pdf (a file), report.pdf:1-3 (pages of it).';
