/** What filling a document has noticed, as warnings. */
import type { TemplateSources } from '../template/model/template-sources.ts';
import type { TwigNotice } from '../twig/index.ts';
import type { Fill, Filled } from './fill.ts';

/** The notices of all parts of a document, which are filled at different times. */
export class NoticeLog {
  readonly #byPlace = new Map<string, TwigNotice>();
  #more = 0;

  /** Headers are filled again when pages change, so that what is known already counts once. */
  add({ notices }: Pick<Filled, 'notices'>): void {
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
