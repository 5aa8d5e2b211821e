/** Which field of a form takes a signature, or which name a new one has. */
import { formFields, inherited } from '../document/form-fields.ts';
import { getName } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import type { PdfReader } from '../reading/reader.ts';
import { getSignatureFields, type SignatureField } from './signature-fields.ts';

export interface ChosenField {
  readonly name: string;
  /** Undefined for a field that is still to be made. */
  readonly existing: SignatureField | undefined;
}

/**
 * The field with this name, or a new one. Without a name, the only unsigned field, or a new one with the next free name.
 *
 * Throws `unsupported` for the name of another kind of field, of several fields, of a group, and of a field that is signed or
 * that no list names in a form that is signed: the lists may not change any more.
 */
export function chooseSignatureField(file: PdfReader, wanted: string | undefined): ChosenField {
  const all = [...formFields(file)].map(({ name, chain }) => ({
    name,
    type: getName(inherited(file, chain, 'FT')),
  }));
  const fields = getSignatureFields(file);
  const isSigned = fields.some(({ value }) => value);
  const counts = new Map<string, number>();
  for (const { name } of all) counts.set(name, (counts.get(name) ?? 0) + 1);
  const free = fields.filter(
    ({ name, value, ref, unlisted }) => !value && ref && counts.get(name) === 1 && !(isSigned && unlisted),
  );
  if (wanted === undefined) {
    const [only, another] = free;
    if (only && !another) return { name: only.name, existing: only };
    return { name: freeName(all.map(({ name }) => name)), existing: undefined };
  }
  const existing = free.find(({ name }) => name === wanted);
  if (existing) return { name: wanted, existing };
  const reason = reasonAgainst(wanted, { all, fields, free });
  if (reason !== undefined) throw new PdfError('unsupported', reason);
  return { name: wanted, existing: undefined };
}

interface KnownFields {
  readonly all: readonly { readonly name: string; readonly type: string | undefined }[];
  readonly fields: readonly SignatureField[];
  /** The fields that can be signed. */
  readonly free: readonly SignatureField[];
}

const instead = 'Name a signature field of the PDF, or a field that it does not have.';

/** Why neither a field of this name nor a new one can be signed. */
function reasonAgainst(wanted: string, { all, fields, free }: KnownFields): string | undefined {
  const named = all.filter(({ name }) => name === wanted);
  const [first] = named;
  const below = all.find(({ name }) => name.startsWith(`${wanted}.`));
  if (!first) {
    return below && `The name ${wanted} is that of a group of fields, such as ${below.name}. ${instead}`;
  }
  if (named.length > 1) {
    return `The PDF has ${named.length} fields with the name ${wanted}, of which none can be signed. ${instead}`;
  }
  if (first.type !== 'Sig') {
    return `The field ${wanted} is ${kindOf(first.type)}, which cannot be signed. ${instead}`;
  }
  if (fields.find(({ name }) => name === wanted)?.value) {
    const names = free.map(({ name }) => name).join(', ') || 'none';
    return `The field ${wanted} is already signed. Fields that are not signed: ${names}.`;
  }
  return `The field ${wanted} is in no list of the form, to which a signed PDF cannot add it. ${instead}`;
}

const kinds = new Map([
  ['Tx', 'a text field'],
  ['Btn', 'a button or check box'],
  ['Ch', 'a list of options'],
]);

const kindOf = (type: string | undefined): string => kinds.get(type ?? '') ?? 'a field of no known type';

/** `Signature1`, or with the next number that neither a field nor a group has. */
function freeName(names: readonly string[]): string {
  const taken = new Set(names.flatMap((name) => prefixesOf(name)));
  let number = 1;
  while (taken.has(`Signature${number}`)) number++;
  return `Signature${number}`;
}

/** `a`, `a.b` and `a.b.c` of `a.b.c`. */
function prefixesOf(name: string): string[] {
  const parts = name.split('.');
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
}
