/** The rest of the message of a timeout: how long its step had run, for which document, and what helps its reader. */

/** Who reads the message: a user of the command line, of the library, or a caller of the HTTP API. */
export type TimeoutAudience = 'command' | 'library' | 'api';

/** The kind of work in a step, as far as the advice depends on it. */
export type StepKind = 'waiting' | 'loading' | 'printing';

export interface Timeout {
  readonly kind?: StepKind | undefined;
  readonly timeoutMs: number;
  /** How long the step had run. */
  readonly stepMs: number;
  /** If it was a step of printing. */
  readonly document?: TimedDocument | undefined;
}

/** The document that took too long. */
export interface TimedDocument {
  readonly html: string;
  readonly scripts: boolean;
  readonly tags: boolean;
  /** For a document that is printed in parts: how many of its rows or items are printed, and how many it has. */
  readonly printed?:
    | { readonly done: number; readonly of: number; readonly unit: 'rows' | 'items' }
    | undefined;
}

export interface ExplainedTimeout {
  /** A sentence on how long the step had run, and for what; empty if it was not a step of printing. */
  readonly progress: string;
  /** Sentences on what helps. */
  readonly advice: string;
}

export function explainTimeout(audience: TimeoutAudience, timeout: Timeout): ExplainedTimeout {
  const { document } = timeout;
  // Once for both, because a document that takes too long tends to be large.
  const most = document && countParts(document.html);
  return {
    progress: document && most ? describeProgress(timeout.stepMs, document, most) : '',
    advice: adviseOnTimeout(audience, timeout, most?.count ?? 0),
  };
}

function describeProgress(stepMs: number, { html, printed }: TimedDocument, most: CountedParts): string {
  const { count, name } = most;
  const withParts = count >= worthNaming ? ` with ${count.toLocaleString('en')} ${name}` : '';
  const far = printed
    ? ` ${printed.unit === 'rows' ? 'Rows' : 'Items'} ${printed.done.toLocaleString('en')} of ${printed.of.toLocaleString('en')} were printed.`
    : '';
  return `This step had run for ${(stepMs / 1000).toFixed(1)} s, for ${formatBytes(html.length)} of HTML${withParts}.${far}`;
}

function adviseOnTimeout(
  audience: TimeoutAudience,
  { kind, timeoutMs, document }: Timeout,
  partCount: number,
): string {
  const { withoutTags, withoutScripts, busy, parts, later } = remedies[audience];
  const moreTime = adviseMoreTime(audience, timeoutMs);
  const advice = [];
  if (kind === 'printing') {
    if (document?.tags)
      advice.push(`Long documents print in half the time without accessibility tags: ${withoutTags}.`);
    advice.push(moreTime);
    if (!document?.tags) advice.push(parts);
    if (partCount >= worthWaiting) advice.push(later);
  } else {
    if (kind === 'loading' && document?.scripts) advice.push(withoutScripts);
    if (kind === 'waiting') advice.push(busy);
    advice.push(moreTime);
  }
  return advice.filter(Boolean).join(' ');
}

/** Returns the advice where only more time than `timeoutMs` helps. */
export const adviseMoreTime = (audience: TimeoutAudience, timeoutMs: number): string =>
  remedies[audience].moreTime(Math.max(minSuggestedMs, 4 * timeoutMs));

/** Returns a time as `--timeout` takes it. */
export const toTimeoutFlag = (ms: number): string =>
  ms % 60_000 === 0 ? `${ms / 60_000}m` : `${Math.ceil(ms / 1000)}s`;

interface CountedParts {
  readonly count: number;
  readonly name: string;
}

/** Counts what there is most of in a document: rows, list items or paragraphs. Not what is in rows, nor paragraphs in items. */
function countParts(html: string): CountedParts {
  const counts = { tr: 0, li: 0, p: 0 };
  let tables = 0;
  let lists = 0;
  for (const [, slash, tag = ''] of html.matchAll(/<(\/?)(table|ul|ol|tr|li|p)(?=[\s>])/gi)) {
    const name = tag.toLowerCase();
    const change = slash ? -1 : 1;
    if (name === 'table') tables = Math.max(0, tables + change);
    else if (name === 'ul' || name === 'ol') lists = Math.max(0, lists + change);
    else if (slash) continue;
    else if (name === 'tr') counts.tr++;
    else if (tables > 0) continue;
    else if (name === 'li') counts.li++;
    else if (lists === 0) counts.p++;
  }
  const parts: readonly CountedParts[] = [
    { count: counts.tr, name: 'table rows' },
    { count: counts.li, name: 'list items' },
    { count: counts.p, name: 'paragraphs' },
  ];
  return parts.reduce((most, one) => (one.count > most.count ? one : most));
}

/** Fewer of them take no time. */
const worthNaming = 100;
/** A document with as many rows, items or paragraphs takes so long that a client should not have to wait for it. */
const worthWaiting = 3_000;
/** Twice the default, and more. */
const minSuggestedMs = 120_000;

interface Remedies {
  readonly withoutTags: string;
  readonly withoutScripts: string;
  readonly busy: string;
  readonly parts: string;
  readonly later: string;
  readonly moreTime: (ms: number) => string;
}

const remedies: Readonly<Record<TimeoutAudience, Remedies>> = {
  command: {
    withoutTags: '--no-tags',
    withoutScripts:
      'A script that never ends or window.pdfapiReady may block the page; without scripts: --no-scripts.',
    busy: '',
    parts: 'Or print it in parts and combine them with pdfapi merge.',
    later: '',
    moreTime: (ms) => `For more time: --timeout ${toTimeoutFlag(ms)}.`,
  },
  library: {
    withoutTags: '{ tags: false }',
    withoutScripts:
      'A script that never ends or window.pdfapiReady may block the page; without scripts: { scripts: false }.',
    busy: 'Print fewer documents at the same time.',
    parts: 'Or print it in parts and combine them with mergePdfs.',
    later: '',
    moreTime: (ms) => `For more time: { timeoutMs: ${ms} }.`,
  },
  api: {
    withoutTags: '"tags": false in template.json',
    withoutScripts: 'A script that never ends or window.pdfapiReady may block the page.',
    busy: 'The server is busy. A job (Prefer: respond-async) waits for its turn without a limit.',
    parts: 'Print it in parts: the rows of a batch with output=merged (POST /batches) have a limit each.',
    later:
      'No connection has to stay open for it as a job (Prefer: respond-async), which has the same limit.',
    moreTime: () => 'The limit is the server’s, and its operator can raise it.',
  },
};

const formatBytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
