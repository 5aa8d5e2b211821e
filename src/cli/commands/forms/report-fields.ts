/** The result of `fields`: a table for people, rows for scripts, JSON for programs. */
import type { FieldValue, FormFieldInfo } from '#forms';
import { sanitize } from '../../io/sanitize.ts';
import { writeStdout } from '../../io/streams.ts';
import { writeTable } from '../../io/table.ts';
import type { Session } from '../../session.ts';

/** The shape is part of the interface: fields are added, never renamed. */
export async function writeFields(fields: readonly FormFieldInfo[]): Promise<void> {
  const shown = fields.map((field) => ({
    name: field.name,
    type: field.type,
    label: field.label ?? null,
    value: field.value,
    default: field.default,
    options: field.options,
    max_length: field.maxLength ?? null,
    required: field.required,
    read_only: field.readOnly,
    multiple: field.multiple,
    editable: field.editable,
    comb: field.comb,
    signed: field.signed,
    places: field.places.map(({ page, rect }) => ({ page: page ?? null, rect: rect ?? null })),
  }));
  await writeStdout(`${JSON.stringify({ fields: shown })}\n`);
}

/** The columns are fixed for scripts; a person sees those that have something to say. */
export async function reportFields(session: Session, fields: readonly FormFieldInfo[]): Promise<void> {
  if (fields.length === 0) return session.terminal.note('The PDF has no form fields.');
  const rows = fields.map((field) =>
    [
      field.name,
      field.type,
      textOf(field.value),
      [...new Set(field.places.flatMap(({ page }) => page ?? []))].join(', '),
      notesOf(field).join(', '),
      field.options.map(({ value }) => value).join(' | '),
      field.label === field.name ? '' : (field.label ?? ''),
    ].map((cell) => sanitize(cell).replaceAll(/\s+/g, ' ')),
  );
  const header = ['Name', 'Type', 'Value', 'Page', 'Notes', 'Options', 'Label'];
  await writeTable(session, header, rows, {
    optional: ['Label', 'Notes', 'Options', 'Value'],
    shortenable: ['Value', 'Options', 'Label'],
  });
}

function textOf(value: FieldValue): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'string' ? value : value.join(' | ');
}

function notesOf(field: FormFieldInfo): string[] {
  return [
    ...(field.required ? ['required'] : []),
    ...(field.readOnly ? ['read-only'] : []),
    ...(field.maxLength === undefined ? [] : [`at most ${field.maxLength}`]),
    ...(field.comb ? ['comb'] : []),
    ...(field.multiple ? ['several'] : []),
    ...(field.editable ? ['or any text'] : []),
    ...(field.signed ? ['signed'] : []),
  ];
}
