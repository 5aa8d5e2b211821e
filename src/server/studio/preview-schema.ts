/** What a preview takes: the files of a template, as a push has them. */
import { pushSchema } from '../../contract/manage-schema.ts';

export const previewSchema = pushSchema.pick({ name: true, files: true });
