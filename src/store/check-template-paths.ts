/**
 * Validates the paths of a template. They come from clients, and `pull` later writes them to disk: none may leave its
 * folder.
 */
import { Failure } from '../contract/errors.ts';

/** In UTF-16 code units. */
const maxLength = { name: 200, path: 1_024 };

/** Throws `invalid_template`. */
export function checkTemplatePaths(name: string, files: ReadonlyMap<string, Uint8Array>): void {
  checkTemplateName(name);
  if (files.size === 0) throw invalid('files', 'A template has at least one file.');
  for (const path of files.keys()) {
    if (!isInside(path))
      throw invalid('files', `${JSON.stringify(path)} is not a path within a template folder.`);
  }
}

/** Throws `invalid_template`. */
export function checkTemplateName(name: string): void {
  if (name.trim() !== '' && name.length <= maxLength.name && !hasControlCharacter(name)) return;
  throw invalid('name', `The name of a template has 1 to ${maxLength.name} characters, no line breaks.`);
}

function isInside(path: string): boolean {
  if (path.length > maxLength.path || hasControlCharacter(path) || /[\\:]/.test(path)) return false;
  return path.isWellFormed() && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the subject of the check
const hasControlCharacter = (text: string) => /[\0-\x1f\x7f-\x9f]/.test(text);

const invalid = (field: string, message: string) =>
  new Failure('invalid_template', message, { errors: { [field]: [message] } });
