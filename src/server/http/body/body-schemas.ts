/** The bodies that may be large, by the names under which the reader threads know their schemas. */
import { generateSchema, htmlToPdfSchema, mergeSchema } from '#contract/api/requests-schema';
import { pushSchema } from '#contract/manage/manage-schema';
import { mcpMessageSchema } from '../../mcp/message-schema.ts';
import { decodeFiles } from './decoded-files.ts';

/** The body of a preview: the files of a template, in the format of a push. */
const previewSchema = pushSchema.pick({ name: true, files: true });

export const bodySchemas = {
  generate: generateSchema,
  htmlToPdf: htmlToPdfSchema,
  merge: mergeSchema,
  push: pushSchema.transform(decodeFiles),
  preview: previewSchema.transform(decodeFiles),
  mcp: mcpMessageSchema,
} as const;

export type BodyName = keyof typeof bodySchemas;
