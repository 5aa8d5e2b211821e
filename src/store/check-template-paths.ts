/**
 * Validates the paths of a template. They come from clients, and `pull` later writes them to disk: none may leave its
 * folder.
 */

import { isOneLine } from '#contract/api/one-line-text';
import { Failure } from '#contract/errors';
import { isTemplateName, newNameFault, templateNameFault } from '#contract/templates';

/** In UTF-16 code units. */
const maxPathLength = 1_024;

/** Throws `invalid_template`. */
export function checkTemplatePaths(name: string, files: ReadonlyMap<string, Uint8Array>): void {
  if (!isTemplateName(name)) throw invalid('name', `The name ${templateNameFault}.`);
  if (files.size === 0) throw invalid('files', 'A template has at least one file.');
  for (const path of files.keys()) {
    if (!isInside(path))
      throw invalid('files', `${JSON.stringify(path)} is not a path within a template folder.`);
  }
}

/** Throws `invalid_template` for a name that a template cannot get. */
export function checkNewName(name: string): void {
  const fault = newNameFault(name);
  if (fault !== undefined) throw invalid('name', `The name ${fault}.`);
}

function isInside(path: string): boolean {
  if (path.length > maxPathLength || !isOneLine(path) || /[\\:]/.test(path)) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

const invalid = (field: string, message: string) =>
  new Failure('invalid_template', message, { errors: { [field]: [message] } });
