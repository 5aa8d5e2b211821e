/** Checks of what the document says: annotations, forms, actions, metadata, structure, attachments, layers. */
import { actionCheck } from './document/action-check.ts';
import { annotationAccess2Check } from './document/annotation-access-2-check.ts';
import { annotationAccessCheck } from './document/annotation-access-check.ts';
import { annotationArchiveCheck } from './document/annotation-archive-check.ts';
import { attachmentCheck } from './document/attachment-check.ts';
import { catalogCheck } from './document/catalog-check.ts';
import { destinationCheck } from './document/destination-check.ts';
import { formCheck } from './document/form-check.ts';
import { layerCheck } from './document/layer-check.ts';
import { metadataCheck } from './metadata/metadata-check.ts';
import type { Check } from './rule.ts';
import { pdf2StructureCheck } from './structure/pdf2-structure-check.ts';
import { privateTextCheck } from './structure/private-text-check.ts';
import { structureCheck } from './structure/structure-check.ts';
import { taggingCheck } from './structure/tagging-check.ts';

export const documentChecks: readonly Check[] = [
  catalogCheck,
  metadataCheck,
  annotationArchiveCheck,
  annotationAccessCheck,
  annotationAccess2Check,
  destinationCheck,
  formCheck,
  actionCheck,
  attachmentCheck,
  layerCheck,
  structureCheck,
  taggingCheck,
  privateTextCheck,
  pdf2StructureCheck,
];
