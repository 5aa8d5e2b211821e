/**
 * Servers that this user has signed in to. Read as plain JSON, because every command that may use a server starts with
 * it; written through conf, which replaces the file atomically and keeps it private.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';

interface Profile {
  readonly url: string;
  readonly token: string;
}

export interface UserConfig {
  /** The profile that is used if none is named. */
  readonly current?: string;
  readonly profiles: Readonly<Record<string, Profile>>;
  readonly settings: Readonly<Partial<Record<UserSetting, string>>>;
}

export const userSettings = ['timeout', 'retries'] as const;
export type UserSetting = (typeof userSettings)[number];

export const userConfigPath = (directory: string): string => join(directory, 'config.json');

/** Empty if there is no file. Throws `file_unreadable`. */
export function readUserConfig(directory: string): UserConfig {
  const path = userConfigPath(directory);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {}, settings: {} };
    throw fileFailure('file_unreadable', path, error, {
      hint: 'Settings and profiles of a user are there. Set HOME to the home of this user, or PDFAPI_CONFIG_DIR to another folder.',
    });
  }
  try {
    const { current, profiles = {}, settings = {} } = JSON.parse(text);
    return { ...(typeof current === 'string' ? { current } : {}), profiles, settings };
  } catch (error) {
    throw new Failure('file_unreadable', `Cannot read ${path}: it is not JSON.`, {
      hint: 'Remove it and sign in again: pdfapi login',
      cause: error,
    });
  }
}

/** Replaces the file. Throws `file_unwritable`. */
export async function writeUserConfig(directory: string, config: UserConfig): Promise<void> {
  const { default: Conf } = await import('conf');
  try {
    const store = new Conf({
      cwd: directory,
      configName: 'config',
      projectSuffix: '',
      configFileMode: 0o600,
    });
    store.store = { ...config } as Record<string, unknown>;
  } catch (error) {
    throw fileFailure('file_unwritable', userConfigPath(directory), error);
  }
}

export const profileNameForm = /^[\w][\w.-]{0,63}$/;
