/** Finds the template folders that the input `templates` names. */
import { existsSync, globSync, readdirSync, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { StepError, workingDirectory } from './workflow.mjs';

/** Folders in a template, whose files are not templates. */
const partsOfTemplates = new Set(['partials', 'assets', 'fonts']);

/** Returns paths relative to the working directory, each once, in the order of the input. */
export function findTemplates(input) {
  const lines = input
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length === 0) {
    const all = listTemplates('.');
    if (all.length === 0) throw new StepError(`There is no template in ${workingDirectory}.`);
    return all;
  }
  const found = lines.flatMap((line) => {
    // Also if the name has brackets. What is named must be a template; `pdfapi` says if it is not.
    if (existsSync(resolve(workingDirectory, line))) return [line];
    const matches = globSync(line, { cwd: workingDirectory, exclude: isInstalled }).filter(isTemplate).sort();
    if (matches.length === 0) throw new StepError(`templates: there is no template ${line}.`);
    return matches;
  });
  const paths = found.map((path) => relative(workingDirectory, resolve(workingDirectory, path)) || '.');
  return [...new Set(paths)];
}

function listTemplates(folder) {
  const isOne = isTemplate(folder);
  const inner = readdirSync(resolve(workingDirectory, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !isInstalled(entry.name))
    .filter(({ name }) => !(isOne && partsOfTemplates.has(name)))
    .map(({ name }) => join(folder, name))
    .sort();
  return [...(isOne ? [folder] : []), ...inner.flatMap(listTemplates)];
}

/** Returns the path of the file that makes a folder a template, or undefined. */
export function mainFile(folder) {
  return ['template.html', 'editor.json']
    .map((name) => resolve(workingDirectory, folder, name))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
}

const isTemplate = (folder) => mainFile(folder) !== undefined;

const isInstalled = (path) => basename(path) === 'node_modules';
