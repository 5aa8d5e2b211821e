/** Every migration, oldest first. Add a new one as a file in `migrations`. */
import type { Migration } from '../migrate.ts';
import { first } from './0001-first.ts';
import { publishedAt } from './0002-published-at.ts';
import { deletedTemplates } from './0003-deleted-templates.ts';
import { contentParts } from './0004-content-parts.ts';

export const migrations: readonly Migration[] = [first, publishedAt, deletedTemplates, contentParts];
