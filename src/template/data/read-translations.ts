/** Reads `translations/de.json`: the texts of a template in a language, for the filter `trans`. */
import { Failure } from '#contract/errors';
import { parseLanguageTag } from '#contract/language/language-tag';
import { jsonPlace } from '../json/json-places.ts';
import { parseJsonFile } from '../json/parse-json-file.ts';
import { readTreeText } from '../load/read-text.ts';
import type { FileTree } from '../model/file-tree.ts';
import type { Template } from '../model/template.ts';

const folder = 'translations/';

/** Returns the texts of each language, or undefined if there is none. Throws `invalid_template` for a wrong file. */
export async function readTranslations(tree: FileTree): Promise<Template['translations']> {
  const languages: [string, Readonly<Record<string, string>>][] = [];
  for (const path of await tree.list('translations')) {
    const name = path.slice(folder.length);
    const tag = parseLanguageTag(name.replace(/\.json$/, '').replaceAll('_', '-'));
    if (!name.endsWith('.json') || tag === undefined) {
      throw new Failure('invalid_template', `${tree.label(path)} is not named after a language.`, {
        hint: 'The files of translations/ are called as their language: de.json, pt-BR.json.',
      });
    }
    const text = (await readTreeText(tree, path)) ?? '{}';
    languages.push([tag.toLowerCase(), parseTexts(tree.label(path), text)]);
  }
  return languages.length === 0 ? undefined : Object.fromEntries(languages);
}

/** Texts may be grouped in objects, whose names precede theirs: `{"total": {"net": "Netto"}}` has the text `total.net`. */
function parseTexts(file: string, source: string): Readonly<Record<string, string>> {
  const texts: [string, string][] = [];
  const add = (value: unknown, path: readonly string[]) => {
    if (typeof value === 'string' && path.length > 0) texts.push([path.join('.'), value]);
    else if (typeof value === 'object' && value !== null && !Array.isArray(value) && path.length < maxDepth)
      for (const [name, each] of Object.entries(value)) add(each, [...path, name]);
    else {
      const what = path.length === 0 ? 'The file' : `"${path.join('.')}"`;
      throw new Failure('invalid_template', `${what} is not a translation: a translation is a text.`, {
        hint: 'A file of translations is an object: { "Invoice": "Rechnung" }.',
        location: { file, text: source, ...jsonPlace(source, path) },
      });
    }
  };
  add(parseJsonFile('invalid_template', file, source), []);
  return Object.fromEntries(texts);
}

const maxDepth = 10;
