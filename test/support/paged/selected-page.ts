/** Pages as selectors ask for them. */
import { pageSide, type SelectedPage } from '../../../src/render/paged/margin-boxes/page-style.ts';

/** A page of a document that is read from left to right, without a blank page and groups. */
export const selectedPage = (index: number, own: Partial<SelectedPage> = {}): SelectedPage => ({
  name: '',
  side: pageSide(index, false),
  isFirst: index === 0,
  isBlank: false,
  number: index + 1,
  numberInGroup: 0,
  ...own,
});
