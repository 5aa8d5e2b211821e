/** The signature fields of a form (ISO 32000-2, 12.7.5.5). */
import { type FormField, formFields, inherited } from '../document/form-fields.ts';
import { isDict, isNamed, type PdfDict, PdfRef } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

export interface SignatureField extends FormField {
  /** Its place on a page: the field itself, or its only kid. */
  readonly widget: PdfDict;
  readonly widgetRef: PdfRef | undefined;
  /** The signature dictionary, as `signatureOf` returns it. */
  readonly value: PdfDict | undefined;
  /** The object that holds the signature dictionary. */
  readonly holder: PdfRef | undefined;
}

/** All signature fields, signed and unsigned, in the order of the file. */
export function getSignatureFields(file: PdfReader): SignatureField[] {
  const found: SignatureField[] = [];
  for (const field of formFields(file)) {
    const { ref, dict, chain, kids } = field;
    if (!isNamed(inherited(file, chain, 'FT'), 'Sig')) continue;
    const kid = kids[0];
    const place = kid === undefined ? undefined : file.resolve(kid);
    const value = signatureOf(file, chain);
    const own = chain.find((each) => file.dict(each, 'V') === value)?.get('V');
    found.push({
      ...field,
      widget: isDict(place) ? place : dict,
      widgetRef: isDict(place) ? (kid instanceof PdfRef ? kid : undefined) : ref,
      value,
      holder: own instanceof PdfRef ? own : ref,
    });
  }
  return found;
}

/**
 * The signature dictionary of a signature field, its own or that of a field above it; undefined if the field is not signed.
 * Some programs leave an empty value in a field that they prepare. `chain`: the field and what it inherits from, nearest
 * first.
 */
export function signatureOf(file: PdfReader, chain: readonly PdfDict[]): PdfDict | undefined {
  const value = inherited(file, chain, 'V');
  return isDict(value) && value.size > 0 ? value : undefined;
}
