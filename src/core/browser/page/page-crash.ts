import { Failure } from '../../../contract/errors.ts';

/** A process of the page has ended, either by itself or because it was killed. */
export class PageCrash extends Failure {
  constructor() {
    super('page_failed', 'The page crashed, most likely because it needs more memory than is available.');
  }
}
