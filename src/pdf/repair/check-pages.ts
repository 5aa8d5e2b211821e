/** Checks that a file contains everything its pages are drawn with. */
import { getAllPages } from '../document/page-tree.ts';
import { isDict, type PdfDict, PdfRef, PdfStream, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import type { PdfReader } from '../reading/reader.ts';

/** Resource dictionaries map kind → name → object. */
const kinds = ['Font', 'XObject', 'ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'Properties'];

/** Throws `malformed` if the file has no pages or a page refers to something missing. */
export function checkPages(file: PdfReader): void {
  for (const [i, { dict, inherited }] of getAllPages(file).entries()) {
    const resources = inherited.get('Resources');
    if (!hasContent(file, dict.get('Contents')) || (isDict(resources) && !hasAll(file, resources))) {
      throw new PdfError('malformed', `The PDF is damaged: parts of page ${i + 1} are missing.`);
    }
  }
}

function hasContent(file: PdfReader, contents: PdfValue | undefined): boolean {
  const resolved = file.resolve(contents);
  if (Array.isArray(resolved)) return resolved.every((item) => file.resolve(item) instanceof PdfStream);
  return resolved instanceof PdfStream || !(contents instanceof PdfRef);
}

function hasAll(file: PdfReader, resources: PdfDict): boolean {
  return kinds.every((kind) => {
    for (const value of file.dict(resources, kind)?.values() ?? []) {
      if (value instanceof PdfRef && file.resolve(value) === null) return false;
    }
    return true;
  });
}
