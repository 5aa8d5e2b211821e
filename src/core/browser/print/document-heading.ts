/** Finds the heading of a document without a title, because a PDF needs a title (ISO 14289-1, 7.1). */
import type { CdpSession } from '../cdp/connection.ts';
import { evaluate } from '../cdp/evaluate.ts';
import { type IsolatedWorldId, ownDocument } from '../cdp/isolated-world.ts';

const maxCharacters = 200;
const maxHeadings = 20;

/** Returns undefined if the document has a title or no visible heading. */
export async function findHeading(page: CdpSession, world: IsolatedWorldId): Promise<string | undefined> {
  return (await evaluate<string | null>(page, script, world)) ?? undefined;
}

const script = `(() => {
  const document = ${ownDocument};
  if (document.title.trim()) return null;
  const seen = (selector) => {
    for (const heading of [...document.querySelectorAll(selector)].slice(0, ${maxHeadings})) {
      const text = heading.textContent.slice(0, 10 * ${maxCharacters}).replace(/\\s+/g, ' ').trim();
      if (text && heading.checkVisibility()) return [...text].slice(0, ${maxCharacters}).join('');
    }
    return null;
  };
  return seen('h1') ?? seen('h2, h3, h4, h5, h6');
})()`;
