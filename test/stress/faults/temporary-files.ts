/** Files that a write has left behind. */
import { readdirSync } from 'node:fs';

/** Names of documents are random, so that `tmp` may be in the middle of one. */
const temporaryName = /\.tmp\b|\.temp\b|~$|^\.new\./i;

export const temporaryFiles = (...folders: readonly string[]): string[] =>
  folders.flatMap((folder) => readdirSync(folder)).filter((name) => temporaryName.test(name));
