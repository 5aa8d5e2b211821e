/** Fills many documents of one template, which is compiled for the first of them. */
import { cachedFill } from '#template/fill/cached';
import { convertMarkdown } from '#template/fill/convert-markdown';
import type { Fill } from '#template/fill/fill';

export function compiledOnce(): Fill {
  const fillNow = cachedFill({ count: 1, size: Number.POSITIVE_INFINITY });
  return async (job, deadline) => {
    deadline.check('filling the template');
    return await convertMarkdown(fillNow(job), job);
  };
}
