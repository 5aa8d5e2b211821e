/**
 * The limits of all threads, by the name of their module without `-worker.ts`. What exceeds one ends its thread, not the
 * process. `docs/security.md` lists them too.
 */

export interface ThreadLimits {
  /** The heap, in MB: see `watchHeap`. Buffers, such as the bytes of documents, are not counted. */
  readonly memoryMb: number;
  /** Milliseconds for one task. Undefined where the deadline of the document is the only limit. */
  readonly limitMs?: number;
  /** Milliseconds without work after which a thread ends. Undefined for threads that stay, or end with their task. */
  readonly idleMs?: number;
}

export const threadLimits = {
  /** With less memory, a single allocation of more than 16 MB can end the whole process instead of the thread. */
  fill: { memoryMb: 512, limitMs: 3_000 },
  /** An invoice of a hundred pages takes some 200 MB, which a thread without work should not hold. */
  editor: { memoryMb: 512, idleMs: 60_000 },
  html: { memoryMb: 512, limitMs: 3_000, idleMs: 60_000 },
  lint: { memoryMb: 512, limitMs: 3_000, idleMs: 60_000 },
  'paged-css': { memoryMb: 512, limitMs: 10_000 },
  parts: { memoryMb: 1_024 },
  'join-parts': { memoryMb: 1_024 },
  /** Steps that finish a document. */
  pdf: { memoryMb: 1_024, idleMs: 30_000 },
  /** Ten megabytes of tagged PDF take about a second. */
  clean: { memoryMb: 512, limitMs: 20_000 },
  /** Forms of 1,000 fields take less than a second. */
  form: { memoryMb: 1_024, limitMs: 20_000 },
  /** The files themselves are buffers, which are not counted. */
  attachments: { memoryMb: 512, limitMs: 20_000 },
  check: { memoryMb: 1_024, limitMs: 30_000 },
  verify: { memoryMb: 1_024, limitMs: 30_000 },
  'standards-check': { memoryMb: 512, limitMs: 20_000, idleMs: 60_000 },
  /** 200,000 values take a second on a slow machine. */
  body: { memoryMb: 512, limitMs: 10_000 },
  /** And a second for each million characters of data: a list of 250,000 small valid objects takes a third of that. */
  'data-check': { memoryMb: 512, limitMs: 2_000 },
  /** Most servers rarely see a push. */
  'template-check': { memoryMb: 512, limitMs: 5_000, idleMs: 30_000 },
  'template-names': { memoryMb: 128, limitMs: 2_000, idleMs: 10_000 },
  /** Many servers sign nothing, or rarely. */
  sign: { memoryMb: 1_024, idleMs: 60_000 },
} satisfies Readonly<Record<string, ThreadLimits>>;
