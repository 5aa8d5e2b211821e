/**
 * Levels of headings. Where the headings above are left out, the levels would begin at the third, say, or skip one, which
 * PDF/UA-1 forbids (ISO 14289-1, 7.4.2) and readers announce as something missing.
 */
import { type PdfDict, PdfName } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

/** Names of roles can lead to each other in a circle. */
const maxMappings = 8;

interface Role {
  /** The standard one. */
  readonly role: string;
  /** The level of a heading. */
  readonly level: number | undefined;
}

export class HeadingLevels {
  readonly #file: PdfReader;
  readonly #roles: PdfDict;
  readonly #known = new Map<string, Role>();
  /** The headings that rule the place in the document, from the top one down. */
  readonly #ruling: { readonly level: number; readonly kept: number }[] = [];

  constructor(file: PdfReader, tree: PdfDict) {
    this.#file = file;
    this.#roles = file.dict(tree, 'RoleMap') ?? new Map();
  }

  /** Takes the next element of the document and raises it if it is a heading that is too low. Returns its standard role. */
  keep(element: PdfDict): string | undefined {
    const name = this.#file.name(element, 'S');
    if (name === undefined) return undefined;
    let known = this.#known.get(name);
    if (!known) {
      known = this.#read(name);
      this.#known.set(name, known);
    }
    const { role, level } = known;
    if (level === undefined) return role;
    while ((this.#ruling.at(-1)?.level ?? 0) >= level) this.#ruling.pop();
    const kept = (this.#ruling.at(-1)?.kept ?? 0) + 1;
    this.#ruling.push({ level, kept });
    if (kept !== level) element.set('S', new PdfName(`H${kept}`));
    return role;
  }

  #read(name: string): Role {
    let role = name;
    for (let i = 0; i < maxMappings; i++) role = this.#file.name(this.#roles, role) ?? role;
    const [, digits] = /^H([1-9]\d?)$/.exec(role) ?? [];
    return { role, level: digits === undefined ? undefined : Number(digits) };
  }
}
