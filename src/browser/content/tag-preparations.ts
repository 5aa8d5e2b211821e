/** What is done to a page right before a tagged print, whose PDF `tagPrinted` completes. */

import { siblingGroupName } from '#pdf/tagging/sibling-groups';
import { tagHintPrefix } from '#pdf/tagging/tag-hint';
import { callInPage } from '../cdp/call-in-page.ts';
import type { CdpSession } from '../cdp/connection.ts';
import type { IsolatedWorldId } from '../cdp/isolated-world.ts';
import { hasManyElements } from '../html/has-many-elements.ts';
import { groupSiblings } from '../page-scripts/tags/group-siblings.ts';
import { hintTags } from '../page-scripts/tags/hint-tags.ts';
import { unclobberedDocument } from '../page-scripts/unclobbered-document.ts';
import type { TextFacts } from '../print/text-facts.ts';

/** With fewer children, groups save nothing. */
export const minGroupedSiblings = 3_000;

const options = { minSiblings: minGroupedSiblings, groupSize: 300, name: siblingGroupName };

export interface TagPreparations {
  /** Groups for the elements that have thousands of children: see `groupSiblings`. */
  readonly groups: boolean;
  /** Names for what Chromium has no tags for: see `hintTags`. */
  readonly hints: boolean;
}

interface PageFacts {
  readonly tags: boolean;
  readonly html: string;
  /** Defined for a page at an address, which may have more in it than its HTML. */
  readonly visit: unknown;
  readonly scripts: boolean;
  /** Whether scripts may have added elements: a page that was found to be plain has no long lists. */
  readonly isUnknown: boolean;
}

export function tagPreparations(
  facts: Pick<TextFacts, 'mayHint'>,
  { tags, html, visit, scripts, isUnknown }: PageFacts,
): TagPreparations {
  const isOther = visit !== undefined;
  const groups = scripts ? isUnknown : isOther || hasManyElements(html, options.minSiblings);
  return { groups: tags && groups, hints: tags && (scripts || isOther || facts.mayHint) };
}

export async function prepareTags(
  page: CdpSession,
  world: IsolatedWorldId,
  { groups, hints }: TagPreparations,
): Promise<void> {
  // Lists are divided while they are nothing but lists.
  await Promise.all([
    groups ? callInPage(page, groupSiblings, [unclobberedDocument, options], world) : undefined,
    hints ? callInPage(page, hintTags, [unclobberedDocument, tagHintPrefix], world) : undefined,
  ]);
}
