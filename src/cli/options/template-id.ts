/** The id of a template on a server, as given on the command line. */
import { Failure } from '../../contract/errors.ts';

/** Undefined for anything but a number, such as a name or the path of a folder. Throws `usage`. */
export function templateId(text: string): number | undefined {
  if (!/^\d+$/.test(text)) return undefined;
  const id = Number(text);
  if (id >= 1 && Number.isSafeInteger(id)) return id;
  throw new Failure('usage', `${text} is not a template id.`, {
    hint: `Ids are whole numbers from 1: pdfapi templates list. For a folder of that name: ./${text}`,
  });
}
