/** The body of a preview: the files of a template, in the format of a push. */
import { pushSchema } from '../../contract/manage/manage-schema.ts';

export const previewSchema = pushSchema.pick({ name: true, files: true });
