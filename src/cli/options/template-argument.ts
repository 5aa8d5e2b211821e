/**
 * Interprets a template argument, which also decides where it is rendered: a path is a local folder, a number is an id
 * on the server, and any other word is the name of a template on the server, as is whatever follows `name:`.
 */
import { Failure } from '#contract/errors';
import { isTextDocument } from '#contract/files/text-format';
import { isExplicitName, readTemplateReference, type TemplateReference } from '#contract/templates';
import { findServer } from '../connection/connection-settings.ts';
import { count } from '../io/format.ts';
import { statPath } from '../io/stat-path.ts';
import type { Session } from '../session.ts';
import { missingTemplateFolder } from './assert-template-folder.ts';

export type TemplateArgument = { readonly kind: 'folder'; readonly path: string } | TemplateReference;

/** The description of the argument in help texts. */
export const templateArgumentHelp =
  'a folder, such as ./invoice; on the server a name or an id: invoice, name:2024, 12';

/**
 * Sends no request, so it is not yet known whether the server has a template of this name. Throws `usage` for a word
 * that may mean either a folder or a template on the server, and for an id with `--local`; `template_not_found` for a
 * word that can be neither.
 */
export async function parseTemplateArgument(session: Session, text: string): Promise<TemplateArgument> {
  if (isExplicitName(text)) return namedTemplate(session, text);
  const id = templateId(text);
  if (id !== undefined) {
    if (!session.globals.local) return { kind: 'id', id };
    throw new Failure('usage', `${text} is the id of a template on a server, but --local excludes servers.`, {
      hint: `Get its folder (pdfapi templates pull ${text}) and give the folder’s path.`,
    });
  }
  if (isPath(text)) return { kind: 'folder', path: text };
  const place = await placeOfWord(session, text, statPath(text)?.isDirectory() ? 'folder' : undefined);
  if (place === 'server') return { kind: 'name', name: text };
  noteLocalWords(session, [text]);
  return { kind: 'folder', path: text };
}

/** `name:2024` always means a template on a server. Throws `usage` with `--local`. */
export function namedTemplate({ globals }: Session, text: string): TemplateReference {
  const template = readTemplateReference(text);
  if (!globals.local) return template;
  throw new Failure('usage', `${text} names a template on a server, but --local excludes servers.`, {
    hint: 'Give the path of its folder, such as ./invoice.',
  });
}

/** `./invoice`, `invoice/`, `..`, `page.html`, `notes.md`, `terms.pdf`. Backslashes separate folders on Windows only. */
export const isPath = (text: string): boolean =>
  text.includes('/') ||
  (process.platform === 'win32' && text.includes('\\')) ||
  /^\.{1,2}$/.test(text) ||
  /\.pdf$/i.test(text) ||
  isTextDocument(text);

/**
 * Resolves a word that is neither a path nor a number. `found` describes what has that name in this folder. A command
 * that takes several words passes the local ones to `noteLocalWords` after reading all of them.
 *
 * Throws `usage` if both a folder and a server could be meant, and `template_not_found` if there is neither.
 */
export async function placeOfWord(
  session: Session,
  word: string,
  found: 'folder' | 'file' | undefined,
): Promise<'local' | 'server'> {
  if (session.globals.local) return 'local';
  const server = findServer(session);
  if (!server) {
    if (found === undefined) {
      throw await missingTemplateFolder(
        word,
        `There is no folder ${word}, and no server is set up to look for a template of that name.`,
      );
    }
    return 'local';
  }
  if (found === undefined) return 'server';
  throw new Failure('usage', `${word} may be the ${found} ./${word} or a template on ${server.value}.`, {
    hint: `Write ./${word} for the ${found}, or name:${word} for the template on the server.`,
  });
}

/** The same command would use a server if one were configured, so the user learns how to be explicit. */
export function noteLocalWords({ globals, terminal }: Session, words: readonly string[]): void {
  const [first, ...others] = new Set(words);
  if (first === undefined || globals.local) return;
  const shown = others.length === 0 ? first : `${first} and ${count(others.length, 'other')}`;
  const are = others.length === 0 ? 'is' : 'are';
  terminal.note(
    terminal.style.dim(
      `No server is set up, so ${shown} ${are} taken from the current folder. The path ./${first} always means the local one.`,
    ),
  );
}

/** Undefined for anything but a number, such as a name or the path of a folder. Throws `usage`. */
function templateId(text: string): number | undefined {
  if (!/^\d+$/.test(text)) return undefined;
  const id = Number(text);
  if (id >= 1 && Number.isSafeInteger(id)) return id;
  throw new Failure('usage', `${text} is not a template id.`, {
    hint: `Ids are whole numbers from 1: pdfapi templates list. For a folder of that name: ./${text}`,
  });
}
