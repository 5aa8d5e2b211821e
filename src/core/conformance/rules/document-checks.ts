/** Checks of what the document says: annotations, forms, actions, metadata, structure, attachments, layers. */
import { actionCheck } from './document/action-check.ts';
import { annotationCheck } from './document/annotation-check.ts';
import { attachmentCheck } from './document/attachment-check.ts';
import { catalogCheck } from './document/catalog-check.ts';
import { formCheck } from './document/form-check.ts';
import { layerCheck } from './document/layer-check.ts';
import { metadataCheck } from './metadata/metadata-check.ts';
import type { Check } from './rule.ts';
import { contentCheck } from './structure/content-check.ts';
import { structureCheck } from './structure/structure-check.ts';

export const documentChecks: readonly Check[] = [
  catalogCheck,
  metadataCheck,
  annotationCheck,
  formCheck,
  actionCheck,
  attachmentCheck,
  layerCheck,
  structureCheck,
  contentCheck,
];
