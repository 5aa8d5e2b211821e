/** Roles and classes of structure elements. A name that two documents define differently is changed. */
import type { ObjectCopier } from '../copying/object-copier.ts';
import { plainDict } from '../document/plain-dict.ts';
import { type PdfDict, PdfName, type PdfRef, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { type KeyRule, needsDict } from '../writing/key-rules.ts';
import { serialize } from '../writing/serialize.ts';
import type { PdfWriter } from '../writing/writer.ts';

export class MergedAttributes {
  readonly #writer: PdfWriter;
  readonly #roles = new Map<string, string>();
  /** Name → content, for comparison. */
  readonly #classes = new Map<string, string>();
  readonly #classObjects = new Map<string, PdfRef>();
  /** Classes of the document that is being added. */
  #newClasses: { name: string; value: PdfValue }[] = [];

  constructor(writer: PdfWriter) {
    this.#writer = writer;
  }

  /** Returns the rules that rename the roles and classes of elements. */
  prepare(file: PdfReader, tree: PdfDict): [key: string, rule: KeyRule][] {
    const roles = this.#prepareRoles(file, file.dict(tree, 'RoleMap') ?? new Map());
    const classes = this.#prepareClasses(file, file.dict(tree, 'ClassMap') ?? new Map());
    const role: KeyRule = (value) => renamed(file.resolve(value), roles);
    const classNames: KeyRule = (value) => {
      const names = file.resolve(value);
      if (!Array.isArray(names)) return renamed(names, classes);
      const resolved = names.map((name) => file.resolve(name));
      // Names, and revision numbers.
      const isPlain = resolved.every((name) => name instanceof PdfName || typeof name === 'number');
      return isPlain ? resolved.map((name) => renamed(name, classes) ?? name) : undefined;
    };
    return [
      ...(roles.size > 0 ? [ofElements('S', role)] : []),
      ...(classes.size > 0 ? [ofElements('C', classNames)] : []),
    ];
  }

  add(copier: ObjectCopier): void {
    for (const { name, value } of this.#newClasses) {
      const copied = copier.object(value);
      if (copied) this.#classObjects.set(name, copied);
    }
    this.#newClasses = [];
  }

  finish(tree: PdfDict): void {
    if (this.#roles.size > 0) {
      tree.set('RoleMap', new Map([...this.#roles].map(([role, standard]) => [role, new PdfName(standard)])));
    }
    if (this.#classObjects.size > 0) tree.set('ClassMap', this.#writer.add(new Map(this.#classObjects)));
  }

  /** Maps the document's role names that already have another meaning to their new names. */
  #prepareRoles(file: PdfReader, roleMap: PdfDict): Map<string, string> {
    const renames = new Map<string, string>();
    const own = new Map<string, string>();
    for (const role of roleMap.keys()) {
      const standard = file.name(roleMap, role);
      if (standard !== undefined) own.set(role, standard);
    }
    for (const [role, standard] of own) {
      const taken = this.#roles.get(role);
      if (taken !== undefined && taken !== standard)
        renames.set(role, this.#freeName(role, this.#roles, own));
    }
    for (const [role, standard] of own) {
      this.#roles.set(renames.get(role) ?? role, renames.get(standard) ?? standard);
    }
    return renames;
  }

  #prepareClasses(file: PdfReader, classMap: PdfDict): Map<string, string> {
    const renames = new Map<string, string>();
    for (const [name, value] of classMap) {
      const content = serializeContent(file, value);
      const taken = this.#classes.get(name);
      if (taken !== undefined && taken === content) continue;
      const free = taken === undefined ? name : this.#freeName(name, this.#classes, classMap);
      if (free !== name) renames.set(name, free);
      this.#classes.set(free, content ?? '');
      this.#newClasses.push({ name: free, value });
    }
    return renames;
  }

  #freeName(name: string, taken: ReadonlyMap<string, unknown>, own: ReadonlyMap<string, unknown>): string {
    for (let number = 2; ; number++) {
      const free = `${name}_${number}`;
      if (!taken.has(free) && !own.has(free)) return free;
    }
  }
}

/** Undefined if the value cannot be compared. */
function serializeContent(file: PdfReader, value: PdfValue): string | undefined {
  const plain = plainDict(file, new Map([['class', value]]), []);
  return plain && serialize(plain, { reference: () => 'null' });
}

/** Restricts a rule to structure elements, because actions, borders and annotations have these keys too. */
function ofElements(key: string, rule: KeyRule): [key: string, rule: KeyRule] {
  return [
    key,
    (value, dict, type) => {
      if (!dict) return needsDict;
      return dict.has('S') && dict.has('P') ? rule(value, dict, type) : undefined;
    },
  ];
}

/** Undefined if the name stays the same. */
function renamed(value: PdfValue, names: ReadonlyMap<string, string>): PdfName | undefined {
  const name = value instanceof PdfName ? names.get(value.value) : undefined;
  return name === undefined ? undefined : new PdfName(name);
}
