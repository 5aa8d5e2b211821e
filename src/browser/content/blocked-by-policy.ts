/** Warns about what the document's own content security policy blocks. */
import type { Protocol } from 'devtools-protocol';
import { readableAddress } from '#template/model/document-address';
import type { PageFindings } from '../browser.ts';
import type { CdpSession } from '../cdp/connection.ts';

export interface BlockedByPolicy {
  /** One sentence each for what has not failed to load. */
  readonly problems: readonly string[];
  /** The directive that blocks an address. */
  readonly directives: ReadonlyMap<string, string>;
}

export const nothingBlocked: BlockedByPolicy = { problems: [], directives: new Map() };

/** Names the directive in what is reported of requests that a policy blocked. */
export function withDirectives(
  failed: PageFindings['failed'],
  { directives }: BlockedByPolicy,
): PageFindings['failed'] {
  const byName = new Map([...directives].map(([url, directive]) => [readableAddress(url), directive]));
  return failed.map(({ url, reason }) => {
    if (reason !== 'csp') return { url, reason };
    const directive = byName.get(url);
    const named = directive === undefined ? '' : ` (${directive})`;
    return { url, reason: `the content security policy of the document blocks it${named}` };
  });
}

const maxIssues = 1_000;
const maxProblems = 20;

/** The browser keeps what a policy has blocked, so nothing needs to be enabled while the document loads. */
export async function findBlocked(
  page: CdpSession,
  hasFailed: (address: string) => boolean,
): Promise<BlockedByPolicy> {
  const issues: Issue[] = [];
  page.on('Audits.issueAdded', ({ issue: { details } }) => {
    const policy = details.contentSecurityPolicyIssueDetails;
    if (policy && !policy.isReportOnly && issues.length < maxIssues) issues.push(policy);
  });
  // Sends the issues before it answers.
  await page.send('Audits.enable');
  await page.send('Audits.disable');
  const directives = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const issue of issues) {
    const { blockedURL } = issue;
    if (blockedURL !== undefined) directives.set(blockedURL, directiveOf(issue));
    if (blockedURL !== undefined && hasFailed(blockedURL)) continue;
    const blocked = describe(issue);
    counts.set(blocked, (counts.get(blocked) ?? 0) + 1);
  }
  const problems = [...counts].map(
    ([blocked, count]) =>
      `the content security policy of the document blocks ${blocked}${count > 1 ? ` (${count} times)` : ''}: allow it there, or remove the policy`,
  );
  const others = problems.length - maxProblems;
  if (others <= 0) return { problems, directives };
  const rest = `the content security policy of the document blocks ${others} more`;
  return { problems: [...problems.slice(0, maxProblems), rest], directives };
}

/** By directive (Content Security Policy 3, 6.8), for what has no address. */
const inline: Readonly<Record<string, string>> = {
  'script-src': 'a script in the document',
  'script-src-elem': 'a script in the document',
  'script-src-attr': 'an event handler in an attribute',
  'style-src': 'a <style> element',
  'style-src-elem': 'a <style> element',
  'style-src-attr': 'a style attribute',
};

type Issue = Protocol.Audits.ContentSecurityPolicyIssueDetails;

const directiveOf = ({ violatedDirective }: Issue): string => violatedDirective.split(/\s/)[0] ?? '';

function describe(issue: Issue): string {
  const { blockedURL, contentSecurityPolicyViolationType: kind } = issue;
  const directive = directiveOf(issue);
  const address = blockedURL && readableAddress(blockedURL).slice(0, 200);
  const evaluated = kind === 'kEvalViolation' ? 'eval() and new Function()' : undefined;
  const compiled = kind === 'kWasmEvalViolation' ? 'WebAssembly' : undefined;
  const what = evaluated ?? compiled ?? address ?? inline[directive] ?? 'a part of it';
  return `${what} (${directive})`;
}
