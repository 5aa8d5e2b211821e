/** The cases of templates: `data.json`, and each file of `cases`. Each has its approved PDF in `golden`. */
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Failure } from '#contract/errors';
import { assertIsTemplate } from '#template/load/assert-is-template';

export interface TestedTemplate {
  /** The folder, as it was given. */
  readonly folder: string;
  readonly cases: readonly TemplateCase[];
  /** Approved PDFs without a case. */
  readonly unused: readonly string[];
}

export interface TemplateCase {
  readonly name: string;
  /** The file of its data. Undefined for a template without any. */
  readonly data: string | undefined;
  /** The path of its approved PDF, which may not exist. */
  readonly golden: string;
}

/** The case of `data.json`. */
const mainCase = 'data';

/**
 * A folder that is no template means the templates in it, and files are ignored, so that `./templates` and
 * `./templates/*` mean the same. Throws `template_not_found`, and `usage` for two cases of one name.
 */
export async function findTestedTemplates(paths: readonly string[]): Promise<readonly TestedTemplate[]> {
  const folders: string[] = [];
  for (const path of paths) {
    if (paths.length > 1 && statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
    const inner = isTemplate(path) ? [] : templatesIn(path);
    if (inner.length === 0) await assertIsTemplate(path);
    folders.push(...(inner.length > 0 ? inner : [path]));
  }
  if (folders.length === 0) throw new Failure('template_not_found', 'None of these is a folder.');
  return [...new Set(folders)].map(readCases);
}

const isTemplate = (folder: string): boolean =>
  ['template.html', 'template.md', 'editor.json'].some((name) =>
    statSync(join(folder, name), { throwIfNoEntry: false }),
  );

function templatesIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .sort()
    .map((name) => join(folder, name))
    .filter(isTemplate);
}

function readCases(folder: string): TestedTemplate {
  const golden = (name: string) => join(folder, 'golden', `${name}.pdf`);
  const listed = filesIn(join(folder, 'cases'), '.json').map((name) => ({
    name,
    data: join(folder, 'cases', `${name}.json`),
    golden: golden(name),
  }));
  if (listed.some(({ name }) => name === mainCase)) {
    throw new Failure('usage', `${join(folder, 'cases', `${mainCase}.json`)} has the name of data.json.`, {
      hint: 'Both would have the same approved PDF: give it another name.',
    });
  }
  const sample = join(folder, 'data.json');
  const hasSample = statSync(sample, { throwIfNoEntry: false }) !== undefined;
  const main = { name: mainCase, data: hasSample ? sample : undefined, golden: golden(mainCase) };
  const cases = hasSample || listed.length === 0 ? [main, ...listed] : listed;
  const names = new Set(cases.map(({ name }) => name));
  const unused = filesIn(join(folder, 'golden'), '.pdf').filter((name) => !names.has(name));
  return { folder, cases, unused: unused.map(golden) };
}

function filesIn(folder: string, extension: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(extension) && !name.startsWith('.'))
    .map((name) => basename(name, extension))
    .sort();
}
