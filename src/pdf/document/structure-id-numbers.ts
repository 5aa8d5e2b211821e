/**
 * Chromium names table cells after a counter of its renderer (`node00000055`), so that cells can refer to header
 * cells. The counter continues from document to document: printing the same page again changes the names and the
 * sorting of the tree that lists them. The numbers assigned in this module depend on the document alone.
 */

const chromiumId = /^node\d{8,}$/;

/** Numbers continue from document to document. */
export class StructureIdNumbers {
  #last = 0;

  /**
   * Returns a renaming function for one document. Each of Chromium's names consistently gets the next number; other
   * names stay.
   */
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
