/** Checks of what the document says: annotations, forms, actions, metadata, structure, attachments, layers. */
import { actionCheck } from './document/action-check.ts';
import { annotationAccessCheck } from './document/annotation-access-check.ts';
import { annotationArchiveCheck } from './document/annotation-archive-check.ts';
import { attachmentCheck } from './document/attachment-check.ts';
import { catalogCheck } from './document/catalog-check.ts';
import { formCheck } from './document/form-check.ts';
import { layerCheck } from './document/layer-check.ts';
import { metadataCheck } from './metadata/metadata-check.ts';
import type { Check } from './rule.ts';
import { structureCheck } from './structure/structure-check.ts';
import { taggingCheck } from './structure/tagging-check.ts';

export const documentChecks: readonly Check[] = [
  catalogCheck,
  metadataCheck,
  annotationArchiveCheck,
  annotationAccessCheck,
  formCheck,
  actionCheck,
  attachmentCheck,
  layerCheck,
  structureCheck,
  taggingCheck,
];
