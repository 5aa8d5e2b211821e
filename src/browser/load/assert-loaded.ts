/** Ends a render for what `failOn` names. */
import { type FailureKind, failureKinds, type PageLoad } from '#contract/document/page-load';
import { Failure } from '#contract/errors';
import { readableAddress } from '#template/model/document-address';

/** What has gone wrong while a page loaded. */
export interface LoadFailures {
  /** Resources that did not arrive, or arrived with a status of 400 or more. */
  readonly resources: readonly {
    readonly url: string;
    readonly reason: string;
    readonly status?: number | undefined;
    /** `Image`, `Stylesheet` and the like, as in the DevTools protocol. */
    readonly type?: string | undefined;
  }[];
  /** Exceptions of scripts that nothing caught. */
  readonly exceptions: readonly string[];
}

/** Has what happened in `facts`: `fail_on`, the kind, and `failures`, a sentence for each without what may be secret, and the `types` of resources. */
export function assertLoaded(
  { failOn = [], acceptsStatus }: PageLoad,
  { resources, exceptions }: LoadFailures,
): void {
  const isRefused = ({ url, status }: LoadFailures['resources'][number]) =>
    status !== undefined &&
    (acceptsStatus ? !acceptsStatus({ url, status, isPage: false }) : failOn.includes('resource_status'));
  const describe = ({ url, reason }: LoadFailures['resources'][number]) =>
    `${readableAddress(url)}: ${reason}`;
  const missing = failOn.includes('resources') ? resources.filter(({ status }) => status === undefined) : [];
  const found: Readonly<Record<FailureKind, readonly string[]>> = {
    // The visit fails for that of the page itself.
    status: [],
    resource_status: resources.filter(isRefused).map(describe),
    console: failOn.includes('console') ? exceptions : [],
    resources: missing.map(describe),
  };
  for (const kind of failureKinds) {
    const [first, ...others] = found[kind];
    if (first === undefined) continue;
    const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
    throw new Failure(
      'page_failed',
      `${openings[kind]}${first.split('\n', 1)[0]?.replace(/\.$/, '')}${more}.`,
      {
        hint: `Without ${kind} in fail_on, this is a warning.`,
        facts: {
          fail_on: kind,
          failures: found[kind].slice(0, maxShown).map((text) => text.slice(0, 500)),
          ...(kind === 'resources'
            ? { types: missing.slice(0, maxShown).map(({ type = 'Other' }) => type) }
            : {}),
        },
      },
    );
  }
}

/** Failures that an error names. */
const maxShown = 20;

const openings: Readonly<Record<FailureKind, string>> = {
  status: '',
  resource_status: 'Something that the page loads has a status that ends the render: ',
  console: 'A script of the page has thrown an exception: ',
  resources: 'Something that the page loads did not arrive: ',
};
