/** Cases that do not pass, each with the reason. The test fails when one of them passes, so that the list stays true. */
export const knownFailures: Readonly<Record<string, string>> = {
  'a document whose root begins on the left has a left page first, without a blank one':
    'a blank page comes first, because Chromium begins with a right page: docs/paged-media.md',
};
