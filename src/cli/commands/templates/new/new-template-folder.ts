/** Creates a template folder from an example that comes with pdfapi, from data or from a schema. */
import { basename, join, resolve } from 'node:path';
import { didYouMean } from '#contract/did-you-mean';
import { Failure } from '#contract/errors';
import type { JsonObject } from '#contract/json';
import { collectTemplateFiles } from '#template/load/collect-template-files';
import { examplesFolder } from '#template/load/examples-folder';
import { folderTree } from '#template/load/folder-tree';
import { readText } from '#template/load/read-text';
import { templatesIn } from '#template/load/similar-templates';
import { writeTemplateFiles } from '#template/load/write-template-files';
import type { TemplateFiles } from '#template/model/template-files';
import type { Terminal } from '../../../io/terminal.ts';
import { readData } from '../../../options/data/read-data.ts';
import type { Session } from '../../../session.ts';
import type { NewTemplateSource } from '../templates-new.ts';
import { blankEditorTemplate } from './blank-editor-template.ts';
import { blankTemplate } from './blank-template.ts';
import { languageOfData } from './data-language.ts';
import { templateFromData } from './template-from-data.ts';

/** Blank templates that are not folders, by name. */
const blanks = new Map([
  ['blank', blankTemplate],
  ['editor', blankEditorTemplate],
]);

interface NewTemplateLanguage {
  readonly tag: string;
  readonly source: 'given' | 'named' | 'guessed' | 'unknown';
}

export interface NewTemplate {
  /** The source of the template, in words for people. */
  readonly from: string;
  /** Paths below the folder. */
  readonly files: readonly string[];
  /** The language of a template that is made from data. */
  readonly language?: NewTemplateLanguage | undefined;
}

/**
 * Throws `template_not_found` for an unknown example, and what reading data, making a sample and `writeTemplateFiles`
 * throw.
 */
export async function newTemplateFolder(
  path: string,
  source: NewTemplateSource,
  { terminal, shutdown }: Pick<Session, 'terminal' | 'shutdown'>,
): Promise<NewTemplate> {
  const { files, language } = await readSource(source, basename(resolve(path)), terminal);
  const { written } = await writeTemplateFiles(path, files, { shutdown });
  return { from: source.name === '-' ? 'stdin' : source.name, files: written, language };
}

async function readSource(
  { kind, name, lang }: NewTemplateSource,
  ownName: string,
  terminal: Terminal,
): Promise<{ files: TemplateFiles; language?: NewTemplateLanguage }> {
  if (kind === 'example') {
    const files = await exampleFiles(name);
    if (lang === undefined) return { files: withSettings(files, { name: ownName }) };
    assertTranslated(files, name, lang);
    const language = { tag: lang, source: 'given' } as const;
    return { files: withSettings(files, { name: ownName, lang }), language };
  }
  if (kind === 'data') {
    const { plain = {} } = (await readData({ data: [name] }, terminal)) ?? {};
    const language = chooseLanguage(plain, lang);
    return { files: filesOf(templateFromData(plain, ownName, { lang: language.tag })), language };
  }
  const { sampleDataOfSchema } = await import('#template/schema/sample-data');
  const schema = await readText(name);
  const sample = await sampleDataOfSchema(name, schema);
  const language = chooseLanguage(sample, lang);
  return { files: filesOf(templateFromData(sample, ownName, { lang: language.tag, schema })), language };
}

function chooseLanguage(data: JsonObject, given: string | undefined): NewTemplateLanguage {
  if (given !== undefined) return { tag: given, source: 'given' };
  const found = languageOfData(data);
  if (!found) return { tag: 'en', source: 'unknown' };
  return { tag: found.tag, source: found.isNamed ? 'named' : 'guessed' };
}

async function exampleFiles(name: string): Promise<TemplateFiles> {
  const blank = blanks.get(name);
  if (blank) return filesOf(blank);
  const examples = [...blanks.keys(), ...(await templatesIn(examplesFolder))];
  if (examples.includes(name)) return await withCases(join(examplesFolder, name));
  throw new Failure('template_not_found', `There is no example "${name}".${didYouMean(name, examples)}`, {
    hint: `Examples: ${examples.join(', ')}.`,
  });
}

/** The files of an example, and its further data: for the author, who sees what it can do, and not for a server. */
async function withCases(folder: string): Promise<TemplateFiles> {
  const files = new Map(await collectTemplateFiles(folder));
  const tree = folderTree(folder);
  for (const path of await tree.list('cases')) {
    const found = await tree.read(path);
    if (found && 'bytes' in found) files.set(path, found.bytes);
  }
  return files;
}

const filesOf = (texts: Readonly<Record<string, string>>): TemplateFiles =>
  new Map(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]));

/** Throws `usage` if the words of an example are in other languages only. */
function assertTranslated(files: TemplateFiles, example: string, lang: string): void {
  const { lang: own } = settingsOf(files);
  const translations = [...files.keys()].flatMap(
    (path) => /^translations\/(.+)\.json$/.exec(path)?.[1] ?? [],
  );
  const languages = own === undefined ? [] : [own, 'en', ...translations].map(baseOf);
  if (languages.includes(baseOf(lang))) return;
  throw new Failure('usage', `The example ${example} is not translated into ${lang}.`, {
    hint:
      languages.length === 0
        ? 'Its language is in <html lang>, and its words are in template.html.'
        : `Its languages: ${[...new Set(languages)].join(', ')}.`,
  });
}

const baseOf = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';

interface Settings {
  readonly name?: string;
  readonly lang?: string | undefined;
}

const settingsOf = (files: TemplateFiles): Settings =>
  JSON.parse(Buffer.from(files.get('template.json') ?? '{}').toString());

/** Names the template, and so its PDFs, after its folder instead of the example, and gives it its language. */
function withSettings(files: TemplateFiles, own: Settings): TemplateFiles {
  if (!files.has('template.json')) return files;
  const settings = { ...settingsOf(files), ...own };
  return new Map([...files, ['template.json', Buffer.from(`${JSON.stringify(settings, null, 2)}\n`)]]);
}
