/** What is done to a page right before a tagged print, whose PDF `tagPrinted` completes. */
import { tagHintPrefix } from '#pdf/tagging/tag-hint';
import { callInPage } from '../cdp/call-in-page.ts';
import type { CdpSession } from '../cdp/connection.ts';
import type { IsolatedWorldId } from '../cdp/isolated-world.ts';
import { hasManyElements } from '../html/has-many-elements.ts';
import { unclobberedDocument } from '../page-scripts/unclobbered-document.ts';
import type { TextFacts } from '../print/text-facts.ts';

/** With fewer children, groups save nothing. */
export const minGroupedSiblings = 3_000;

const options = { minSiblings: minGroupedSiblings, groupSize: 300, prefix: tagHintPrefix };

/** Begins without waiting, so that the print may be asked for right behind it. */
export type PrepareTags = (page: CdpSession, world: IsolatedWorldId) => Promise<unknown>;

interface PageFacts {
  readonly tags: boolean;
  readonly html: string;
  /** Defined for a page at an address, which may have more in it than its HTML. */
  readonly visit: unknown;
  readonly scripts: boolean;
  /** Whether scripts may have added elements: a page that was found to be plain has no long lists. */
  readonly isUnknown: boolean;
}

/** The scripts are loaded for pages that need them. */
export async function tagPreparations(
  facts: Pick<TextFacts, 'mayHint'>,
  { tags, html, visit, scripts, isUnknown }: PageFacts,
): Promise<PrepareTags | undefined> {
  const isOther = visit !== undefined;
  const groups = tags && (scripts ? isUnknown : isOther || hasManyElements(html, options.minSiblings));
  const hints = tags && (scripts || isOther || facts.mayHint);
  if (!groups && !hints) return undefined;
  const [{ groupSiblings }, { hintTags }, { sheetsMatch }] = await Promise.all([
    import('../page-scripts/tags/group-siblings.ts'),
    import('../page-scripts/tags/hint-tags.ts'),
    import('../page-scripts/tags/sheets-match.ts'),
  ]);
  const parts = { unclobberedDocument, sheetsMatch };
  // Lists are divided while they are nothing but lists.
  return (page, world) =>
    Promise.all([
      groups ? callInPage(page, groupSiblings, [parts, options], world) : undefined,
      hints ? callInPage(page, hintTags, [parts, tagHintPrefix], world) : undefined,
    ]);
}
