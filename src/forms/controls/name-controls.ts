/** Names the fields of controls, as forms of PDFs need it: unique, with a period only between a group and its fields. */
import type { Control } from './control.ts';

export interface NamedField {
  /** The whole name: `customer.name`. */
  readonly name: string;
  /** One, or the radio buttons of a group. */
  readonly controls: readonly Control[];
}

/** Longer names are cut. */
const maxCharacters = 200;

/**
 * Radio buttons of one name are one field. Check boxes of one name, each of which can be on, become fields of a group with
 * their values as names. Other controls with a name that is taken get a number.
 *
 * @example
 * // <input name="a"> <input name="a"> <input type="checkbox" name="t[]" value="x"> <input type="checkbox" name="t[]" value="y">
 * // a, a_2, t.x, t.y
 */
export function nameControls(controls: readonly Control[]): NamedField[] {
  const names = new FieldNames();
  const groups = Map.groupBy(controls, keyOf);
  const fields: NamedField[] = [];
  const unnamed = controls.filter((control) => cleanName(control.name) === '');
  const numbers = new Map(unnamed.map((control, index) => [control, index + 1]));
  for (const [key, members] of groups) {
    const name = cleanName(nameOf(key));
    const [first] = members;
    if (name === '') {
      for (const control of members)
        fields.push({ name: names.take(`field_${numbers.get(control)}`), controls: [control] });
    } else if (first?.kind === 'radio') {
      fields.push({ name: names.take(name), controls: members });
    } else if (first?.kind === 'checkbox' && members.length > 1) {
      const group = name.replace(/\[\]$/, '');
      for (const control of members) {
        const own = cleanPart(control.values[0] ?? '');
        fields.push({ name: names.take(`${group}.${own}`), controls: [control] });
      }
    } else {
      for (const control of members) fields.push({ name: names.take(name), controls: [control] });
    }
  }
  const place = new Map(controls.map((control, index) => [control, index]));
  const firstOf = ({ controls: [first] }: NamedField) => (first ? (place.get(first) ?? 0) : 0);
  return fields.sort((a, b) => firstOf(a) - firstOf(b));
}

/** Controls that may belong together have the same one. The name is its last part. */
function keyOf({ kind, form, name }: Control): string {
  const scope = kind === 'radio' || kind === 'checkbox' ? `${kind} ${form}` : '';
  return `${scope}\n${name}`;
}

const nameOf = (key: string): string => key.slice(key.indexOf('\n') + 1);

const cleanName = (name: string): string =>
  name.trim() === '' ? '' : name.slice(0, maxCharacters).split('.').map(cleanPart).join('.');

/** Most names are plain, which is found out in less time. */
const cleanPart = (part: string): string =>
  /^[\w[\]-]{1,200}$/.test(part)
    ? part
    : part
        .replaceAll(/[\p{Cc}\p{Cs}]/gu, '')
        .replaceAll('.', '_')
        .trim()
        .slice(0, maxCharacters) || '_';

/** A name is that of a field or that of a group. */
class FieldNames {
  readonly #fields = new Set<string>();
  readonly #groups = new Set<string>();
  /** The number that each name was given last. */
  readonly #numbers = new Map<string, number>();

  take(wanted: string): string {
    const isBelowField = groupsOf(wanted).some((group) => this.#fields.has(group));
    const name = isBelowField ? wanted.replaceAll('.', '_') : wanted;
    let free = name;
    let number = this.#numbers.get(name) ?? 1;
    while (this.#fields.has(free) || this.#groups.has(free)) free = `${name}_${++number}`;
    this.#numbers.set(name, number);
    this.#fields.add(free);
    for (const group of groupsOf(free)) this.#groups.add(group);
    return free;
  }
}

/** `a.b.c` → `a`, `a.b`. */
function groupsOf(name: string): string[] {
  const parts = name.split('.');
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join('.'));
}
