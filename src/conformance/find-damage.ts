/** What keeps readers from a part of a file, whatever the file claims: the level `pdf`. */
import { PdfStream } from '#pdf/object';
import { PdfError } from '#pdf/pdf-error';
import type { CheckedDocument } from './model/checked-document.ts';

/** A breach of ISO 32000-1, by the clause of it. */
export interface Damage {
  readonly clause: string;
  readonly message: string;
  /** Undefined for a fault of the whole file. */
  readonly object?: number | undefined;
}

/**
 * Reads every object that the cross-reference table lists and the data of every stream but those of images, whose formats
 * viewers decode. The document was opened, so that its structure and its catalog are sound. Throws `PdfError`
 * (`too_large`).
 */
export function findDamage(document: CheckedDocument): Damage[] {
  const damage: Damage[] = document.objects.flatMap(({ number, value, isUnreadable }) => {
    if (isUnreadable) {
      return [{ clause: '7.3.10', message: `Object ${number} cannot be read.`, object: number }];
    }
    const message = value instanceof PdfStream ? damageOf(document, value) : undefined;
    return message === undefined ? [] : [{ clause: '7.4', message, object: number }];
  });
  if (document.pages.length === 0) damage.push({ clause: '7.7.3', message: 'The file has no pages.' });
  return damage;
}

function damageOf({ file }: CheckedDocument, stream: PdfStream): string | undefined {
  try {
    file.decode(stream);
    return undefined;
  } catch (error) {
    if (!(error instanceof PdfError) || error.code === 'too_large') throw error;
    return error.code === 'malformed' ? error.message : undefined;
  }
}
