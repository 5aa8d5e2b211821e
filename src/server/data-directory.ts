/** Opens a server's data directory for operator commands, whether or not a server runs on it. */
import { Failure } from '../contract/errors.ts';
import { hasDatabase } from '../store/database/data-directory.ts';
import { readOwner } from '../store/database/owner.ts';
import { openStore, type Store } from '../store/store.ts';
import type { PlanQuotas } from '../store/teams.ts';
import { type EnvironmentVariables, readConfig } from './config.ts';

export { hasDatabase } from '../store/database/data-directory.ts';
export { restoreBackup } from '../store/database/restore.ts';
export type { Store } from '../store/store.ts';
export type { Team } from '../store/teams.ts';
export type { TemplateRecord } from '../store/templates.ts';
export type { Token } from '../store/tokens.ts';

/** `given` is the value of `--data-dir`; the fallbacks are the variable and the default. Throws `usage`. */
export function getDataDirectory(given: string | undefined, environment: EnvironmentVariables): string {
  const flags = given === undefined ? {} : { dataDir: given };
  return readConfig(flags, environment).config.dataDir;
}

export interface QuotasInForce {
  /** Plan → PDFs per month, for plans whose own figure is overridden. */
  readonly quotas: PlanQuotas;
  /** The source: the running server, or the variable that the next server would read. */
  readonly from: 'server' | 'PDFAPI_QUOTA';
}

/** Returns the quotas of the server that runs on the directory, or those that the environment gives to the next one. */
export function quotasInForce(folder: string, environment: EnvironmentVariables): QuotasInForce {
  const running = readOwner(folder)?.quotas;
  if (running) return { quotas: running, from: 'server' };
  return { quotas: readConfig({}, environment).config.quota ?? {}, from: 'PDFAPI_QUOTA' };
}

/**
 * Opens the directory that `pdfapi serve` created. Any other directory is left as it is, since a mistyped path would
 * otherwise look like an empty server.
 *
 * Throws `data_directory_missing`, and the errors of `openStore`.
 */
export async function openDataDirectory(folder: string, environment: EnvironmentVariables): Promise<Store> {
  if (!hasDatabase(folder)) {
    throw new Failure('data_directory_missing', `${folder} is not the data directory of a server.`, {
      hint: `Give it with --data-dir or PDFAPI_DATA_DIR, or create it: pdfapi serve --data-dir ${folder}`,
    });
  }
  // The server and backups verify its pages; a command should not read all of it.
  return await openStore({
    dataDirectory: folder,
    checkPages: false,
    quotas: quotasInForce(folder, environment).quotas,
  });
}
