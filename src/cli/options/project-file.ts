/** `pdfapi.json`: settings of a project, found in the working folder or above it. It never holds a token. */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { didYouMean } from '#contract/did-you-mean';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import { JsonSyntaxError, parseJson } from '#contract/parse-json';
import { type ProjectPage, pageSettingNames, readProjectPage } from './project-page.ts';

export interface ProjectFile {
  readonly path: string;
  readonly settings: Readonly<Partial<Record<ProjectSetting, string>>>;
  readonly page: ProjectPage;
}

const projectSettings = ['url', 'profile', 'timeout', 'retries'] as const;
type ProjectSetting = (typeof projectSettings)[number];
const allSettings = [...projectSettings, ...pageSettingNames];

const filename = 'pdfapi.json';

/** Throws `usage` if the file has an invalid setting, and `file_unreadable`. */
export function findProjectFile(folder: string): ProjectFile | undefined {
  for (let directory = resolve(folder); ; directory = dirname(directory)) {
    const path = join(directory, filename);
    const text = readIfExists(path);
    if (text !== undefined) return { path, ...parse(path, text) };
    if (dirname(directory) === directory) return undefined;
  }
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // A parent folder may be unreadable for this user; its settings do not apply then.
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EISDIR'].includes(code)) return undefined;
    throw fileFailure('file_unreadable', path, error);
  }
}

function parse(path: string, text: string): Omit<ProjectFile, 'path'> {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { line, column, detail } = error;
    throw new Failure('usage', `${detail}.`, { location: { file: path, line, column, text } });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Failure('usage', `${path} must hold a JSON object.`);
  }
  const settings: Partial<Record<ProjectSetting, string>> = {};
  for (const [key, setting] of Object.entries(value)) {
    if (key === 'token') {
      throw new Failure('usage', `${path} contains a token, but this file is shared.`, {
        hint: 'Remove and revoke it, and provide a new one in PDFAPI_TOKEN or with pdfapi login.',
      });
    }
    if (pageSettingNames.some((name) => name === key)) continue;
    const known = projectSettings.find((name) => name === key);
    if (!known) {
      throw new Failure('usage', `${path}: "${key}" is unknown.${didYouMean(key, allSettings)}`, {
        hint: `Settings: ${allSettings.join(', ')}.`,
      });
    }
    if (typeof setting !== 'string' && typeof setting !== 'number') {
      throw new Failure('usage', `${path}: "${key}" must be text or a number.`);
    }
    settings[known] = String(setting);
  }
  return { settings, page: readProjectPage(path, { ...value }) };
}
