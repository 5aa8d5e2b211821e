/** Checks of what the document says: annotations, forms, actions, metadata, structure, attachments, layers. */
import type { Check } from './rule.ts';

export const documentChecks: readonly Check[] = [];
