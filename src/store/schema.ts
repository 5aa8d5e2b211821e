/** Every migration, oldest first. A new one is a new file here. */
import type { Migration } from './migrate.ts';
import { first } from './migrations/0001-first.ts';

export const migrations: readonly Migration[] = [first];
