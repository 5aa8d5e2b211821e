/** The cases of templates: `data.json`, and each file of `cases`. Each has its approved PDF in `golden`. */
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Failure } from '#contract/errors';
import { assertIsTemplate } from '#template/load/assert-is-template';
import { findTemplateFolders } from '../../inputs/find-template-folders.ts';

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

/** Throws `template_not_found`, and `usage` for two cases of one name. */
export async function findTestedTemplates(paths: readonly string[]): Promise<readonly TestedTemplate[]> {
  const folders = findTemplateFolders(paths);
  for (const folder of folders) await assertIsTemplate(folder);
  return folders.map(readCases);
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
