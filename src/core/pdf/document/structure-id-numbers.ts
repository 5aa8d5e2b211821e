/**
 * Chromium names table cells after its renderer's own counter (`node00000055`), so that header cells can be
 * referred to. The counter goes on from document to document: the same page has other names when it is printed
 * again, and the tree that lists them another order. Numbers given here depend on the document alone.
 */

const chromiumId = /^node\d{8,}$/;

/** Counts on from document to document. */
export class StructureIdNumbers {
  #last = 0;

  /** For the names of one document: Chromium's get the next number, each the same whenever it comes; others stay. */
  forDocument(): (id: string) => string {
    const renamed = new Map<string, string>();
    return (id) => {
      if (!chromiumId.test(id)) return id;
      let name = renamed.get(id);
      if (name === undefined) {
        name = `node${String(++this.#last).padStart(8, '0')}`;
        renamed.set(id, name);
      }
      return name;
    };
  }
}
