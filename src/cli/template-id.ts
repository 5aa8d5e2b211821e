/** A template of a server, as the command line names it: by its number. */
import { Failure } from '../contract/errors.ts';

/** Undefined for what is no number, such as the path of a folder. Throws `usage`. */
export function templateId(text: string): number | undefined {
  if (!/^\d+$/.test(text)) return undefined;
  const id = Number(text);
  if (id >= 1 && Number.isSafeInteger(id)) return id;
  throw new Failure('usage', `${text} is no id of a template.`, {
    hint: `Ids are whole numbers from 1: pdfapi templates list. A folder of that name is ./${text}.`,
  });
}
