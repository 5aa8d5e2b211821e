/** All cases by family. */
import type { PagedCase } from '../paged-case.ts';
import { leaderCases } from './leader.ts';
import { stringSetCases } from './string-set.ts';
import { targetCounterCases } from './target-counter.ts';
import { targetTextCases } from './target-text.ts';

export const families: Readonly<Record<string, readonly PagedCase[]>> = {
  'target-counter': targetCounterCases,
  'target-text': targetTextCases,
  leader: leaderCases,
  'string-set': stringSetCases,
};
