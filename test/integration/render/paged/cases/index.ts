/** All cases by family. */
import type { PagedCase } from '../paged-case.ts';
import { bookmarkCases } from './bookmark.ts';
import { footnoteCases } from './footnote.ts';
import { footnoteColumnCases } from './footnote-column.ts';
import { footnoteFlowCases } from './footnote-flow.ts';
import { leaderCases } from './leader.ts';
import { marginBoxCases } from './margin-box.ts';
import { namedPageCases } from './named-page.ts';
import { ownPageCases } from './own-page.ts';
import { pageBoxCases } from './page-box.ts';
import { pageBreakCases } from './page-break.ts';
import { pageCounterCases } from './page-counter.ts';
import { pageNthCases } from './page-nth.ts';
import { pageSelectorCases } from './page-selector.ts';
import { pageSideCases } from './page-side.ts';
import { runningCases } from './running.ts';
import { stringSetCases } from './string-set.ts';
import { targetCounterCases } from './target-counter.ts';
import { targetTextCases } from './target-text.ts';

export const families: Readonly<Record<string, readonly PagedCase[]>> = {
  'target-counter': targetCounterCases,
  'target-text': targetTextCases,
  leader: leaderCases,
  'string-set': stringSetCases,
  running: runningCases,
  'page-counter': pageCounterCases,
  'own-page': ownPageCases,
  'named-page': namedPageCases,
  'page-selector': pageSelectorCases,
  'page-side': pageSideCases,
  'page-box': pageBoxCases,
  'page-break': pageBreakCases,
  'page-nth': pageNthCases,
  bookmark: bookmarkCases,
  'margin-box': marginBoxCases,
  footnote: footnoteCases,
  'footnote-flow': footnoteFlowCases,
  'footnote-column': footnoteColumnCases,
};
