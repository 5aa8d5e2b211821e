/** Turns the notices of filled documents into warnings. */

import { isAnyData, type TemplateData } from '#runtime/data-text';
import type { TwigNotice } from '#twig';
import type { Template } from '../model/template.ts';
import type { TemplateSources } from '../model/template-sources.ts';
import type { Fill, Filled } from './fill.ts';

const maxNames = 5;
const maxNameCharacters = 40;

interface DataRequest {
  readonly template: Template;
  readonly data: TemplateData;
  readonly rows?: { readonly lists: object } | undefined;
  /** The data is the template's own. */
  readonly isSampleData?: boolean | undefined;
}

/** The notices of all parts of a document, which are filled at different times. */
export class NoticeLog {
  readonly #byPlace = new Map<string, TwigNotice>();
  #more = 0;
  #isDataRead = false;
  readonly #absentNames = new Set<string>();

  /** Headers are filled again when pages change, so that what is known already counts once. */
  add({ notices, dataUse }: Pick<Filled, 'notices'> & Partial<Pick<Filled, 'dataUse'>>): void {
    this.#isDataRead ||= dataUse?.isRead ?? false;
    for (const name of dataUse?.names ?? []) this.#absentNames.add(name);
    for (const notice of notices?.explained ?? []) {
      const { part, template, line, column } = notice.place;
      this.#byPlace.set(JSON.stringify([part, template, line, column]), notice);
    }
    this.#more = Math.max(this.#more, notices?.more ?? 0);
  }

  /** Forgets what was noticed so far. */
  clear(): void {
    this.#byPlace.clear();
    this.#more = 0;
  }

  /**
   * Returns a sentence, without a full stop, if the parts that were filled read nothing of the data. A template may have no
   * variables and be given data anyway, as the others of a merge are, but the data of a single text is meant for it.
   */
  describeUnreadData({ template, data, rows, isSampleData = false }: DataRequest): string | undefined {
    if (this.#isDataRead || isSampleData) return undefined;
    if (!isAnyData(data) && Object.keys(rows?.lists ?? {}).length === 0) return undefined;
    const names = [...this.#absentNames];
    if (names.length > 0) {
      const shown = names.slice(0, maxNames).map((name) => name.slice(0, maxNameCharacters));
      const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : '';
      return `none of the template's variables is in the data: ${shown.join(', ')}${more}`;
    }
    if (template.kind === 'editor' || !template.isSingleText) return undefined;
    if (template.twig ?? true)
      return 'nothing of the data is read: the document names no variable, as {{ name }} does';
    return template.address === undefined
      ? 'nothing of the data is read: the document is printed without Twig'
      : 'nothing of the data is read: a web page is filled only with --twig';
  }

  /** Returns a function that fills like `fill` and adds what that notices. */
  watch(fill: Fill): Fill {
    return async (job, deadline) => {
      const filled = await fill(job, deadline);
      this.add(filled);
      return filled;
    };
  }

  /** Returns a sentence for each notice, without a full stop. */
  describe(sources: TemplateSources | undefined): string[] {
    const sentences = [...this.#byPlace.values()].map((notice) => describe(notice, sources));
    if (this.#more === 0) return sentences;
    return [...sentences, `the template has ${this.#more} more of such undefined variables and texts`];
  }
}

function describe({ place, detail, count }: TwigNotice, sources: TemplateSources | undefined): string {
  const location = sources?.locate(place);
  const partial = place.template === null ? '' : ` (partial "${place.template}")`;
  const where = location
    ? [location.file, location.line, location.column].filter((each) => each !== undefined).join(':')
    : `in the ${place.part}${partial}, line ${place.line}`;
  const times = count > 1 ? ` (${count.toLocaleString('en')} times)` : '';
  return `${where}: ${detail.replace(/\.$/, '')}${times}`;
}
