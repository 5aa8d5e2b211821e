/** The bodies that may be large, by the names under which the reader threads know their schemas. */
import { type BatchRequest, batchSchema } from '../../../contract/api/jobs-schema.ts';
import { generateSchema, htmlToPdfSchema, mergeSchema } from '../../../contract/api/requests-schema.ts';
import { pushSchema } from '../../../contract/manage/manage-schema.ts';
import { mcpMessageSchema } from '../../../mcp/message-schema.ts';
import { rowFilename } from '../../jobs/row-filename.ts';
import { decodeFiles } from './decoded-files.ts';

/** The body of a preview: the files of a template, in the format of a push. */
const previewSchema = pushSchema.pick({ name: true, files: true });

/** Names the rows while their data is at hand: that of a large body stays in its thread. */
const nameRows = (batch: BatchRequest): BatchRequest & { readonly filenames: readonly string[] } => ({
  ...batch,
  filenames: (batch.rows ?? []).map((row, index) =>
    rowFilename(batch.output === 'merged' ? undefined : batch.filename, row, index + 1),
  ),
});

export const bodySchemas = {
  generate: generateSchema,
  htmlToPdf: htmlToPdfSchema,
  merge: mergeSchema,
  batch: batchSchema.transform(nameRows),
  push: pushSchema.transform(decodeFiles),
  preview: previewSchema.transform(decodeFiles),
  mcp: mcpMessageSchema,
} as const;

export type BodyName = keyof typeof bodySchemas;
