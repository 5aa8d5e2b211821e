/** Groups for the tags of elements with thousands of children: see `groupSiblings`. */
import { siblingGroupName } from '#pdf/tagging/sibling-groups';
import { callInPage } from '../cdp/call-in-page.ts';
import type { CdpSession } from '../cdp/connection.ts';
import type { IsolatedWorldId } from '../cdp/isolated-world.ts';
import { hasManyElements } from '../html/has-many-elements.ts';
import { groupSiblings } from '../page-scripts/group-siblings.ts';
import { unclobberedDocument } from '../page-scripts/unclobbered-document.ts';

/** With fewer children, groups save nothing. */
export const minGroupedSiblings = 3_000;

const options = { minSiblings: minGroupedSiblings, groupSize: 300, name: siblingGroupName };

export const mayHaveManySiblings = (html: string): boolean => hasManyElements(html, options.minSiblings);

/** Must be called right before a tagged print, whose PDF `tagPrinted` completes. */
export const groupManySiblings = (page: CdpSession, world: IsolatedWorldId): Promise<void> =>
  callInPage(page, groupSiblings, [unclobberedDocument, options], world);
