/** A new template folder, whole or not at all: it is made under another name and then renamed. */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Failure } from '../contract/errors.ts';
import { fileFailure } from '../contract/file-failure.ts';
import { didYouMean } from '../contract/nearest.ts';
import { blankTemplate } from './blank-template.ts';
import type { Ending } from './ending.ts';
import { examplesFolder } from './examples-folder.ts';
import { templatesIn } from './similar-templates.ts';

const blank = 'blank';

/** The paths of the files made, below the folder. */
export async function newTemplateFolder(path: string, from: string, ending: Ending): Promise<string[]> {
  const examples = [blank, ...(await templatesIn(examplesFolder()))];
  if (!examples.includes(from)) {
    throw new Failure('template_not_found', `There is no example "${from}".${didYouMean(from, examples)}`, {
      hint: `Examples: ${examples.join(', ')}.`,
    });
  }
  await refuseNonEmpty(path);
  const target = resolve(path);
  const temporary = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`);
  const forget = ending.add(() => rmSync(temporary, { recursive: true, force: true }));
  try {
    await mkdir(temporary, { recursive: true });
    if (from === blank) await writeFiles(temporary, blankTemplate);
    else await cp(join(examplesFolder(), from), temporary, { recursive: true });
    await putName(temporary, basename(target));
    await rename(temporary, target);
  } catch (error) {
    throw fileFailure('file_unwritable', path, error);
  } finally {
    await rm(temporary, { recursive: true, force: true });
    forget();
  }
  const entries = await readdir(target, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(target.length + 1))
    .sort();
}

async function refuseNonEmpty(path: string): Promise<void> {
  const entries = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw fileFailure('file_unwritable', path, error);
  });
  if (entries.length === 0) return;
  throw new Failure('file_exists', `The folder ${path} exists already and is not empty.`, {
    hint: 'Take another name, or empty the folder first.',
  });
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}

/** The template is called as its folder, and so are its PDFs, whatever the example was called. */
async function putName(folder: string, name: string): Promise<void> {
  const file = join(folder, 'template.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const manifest = JSON.parse(text);
  await writeFile(file, `${JSON.stringify({ ...manifest, name }, null, 2)}\n`);
}
