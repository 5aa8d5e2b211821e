/**
 * The catalogue of all failures: code → HTTP status, exit code and hint. Every expected failure is thrown as a
 * `Failure` with one of these codes; `cli` and `server` convert it to text, JSON or an HTTP response.
 */

interface CatalogueEntry {
  readonly status: number;
  readonly exit: number;
  readonly hint?: string;
}

export const errorCatalogue = {
  internal: {
    status: 500,
    exit: 1,
    hint: 'This is a bug in pdfapi. Run it again with --verbose and report the output.',
  },
  usage: { status: 422, exit: 2, hint: 'See: pdfapi help' },
  /** A request to the API that does not match its schema. */
  invalid_request: { status: 422, exit: 5 },
  unauthenticated: { status: 401, exit: 3 },
  /** An `Idempotency-Key` that was already sent with a different request. */
  key_reused: { status: 422, exit: 5 },
  /** The bytes sent are not valid HTTP. */
  malformed_request: { status: 400, exit: 10 },
  request_timeout: { status: 408, exit: 10 },
  headers_too_large: { status: 431, exit: 10 },
  method_not_allowed: { status: 405, exit: 10 },
  unknown_method: { status: 501, exit: 10 },
  /** A 403 without a code of its own, as other servers send it. */
  forbidden: { status: 403, exit: 3 },
  /** The storage of `output: upload` did not take the PDF. Not kept for an `Idempotency-Key`. */
  upload_failed: { status: 422, exit: 6 },
  /** The template belongs to another team. */
  foreign_template: { status: 403, exit: 3 },
  email_unverified: { status: 403, exit: 3 },
  /** The team's plan lacks the feature. */
  plan_required: { status: 403, exit: 3 },
  /** The token lacks the required scope. */
  scope_required: { status: 403, exit: 3 },
  /** A signed address that was modified or whose signing key no longer exists. */
  invalid_signature: { status: 403, exit: 3 },
  /** A signed address whose validity has ended. */
  expired: { status: 410, exit: 4 },
  /** The document of an `Idempotency-Key` is no longer stored. */
  document_gone: { status: 410, exit: 4 },
  /** A `Range` that begins beyond the end of the document. */
  range_not_satisfiable: { status: 416, exit: 5 },
  /** Never retried: only new credits or a new month help. */
  quota_exhausted: { status: 402, exit: 12 },
  quota_reserved: { status: 503, exit: 10, hint: 'Try again in a moment.' },
  rate_limited: { status: 429, exit: 11 },
  /** A request with the same `Idempotency-Key` is still running. */
  still_running: { status: 409, exit: 10 },
  body_too_large: { status: 413, exit: 5 },
  unsupported_type: { status: 415, exit: 5 },
  unsupported_encoding: { status: 415, exit: 5 },
  /** Failures of a remote server, as the command line reports them. */
  not_found: { status: 404, exit: 4 },
  not_an_api: { status: 502, exit: 10 },
  server_failed: { status: 500, exit: 1 },
  server_unavailable: {
    status: 503,
    exit: 10,
    hint: 'Allow more attempts with --retries, and more time with --timeout.',
  },
  server_unreachable: {
    status: 503,
    exit: 10,
    hint: 'See: pdfapi doctor, and pdfapi config list --show-origin',
  },
  /** No server is configured. */
  no_server: { status: 422, exit: 2 },
  template_not_found: { status: 404, exit: 4 },
  version_not_found: { status: 404, exit: 4 },
  /** The template has only drafts. */
  not_published: { status: 422, exit: 5 },
  job_not_found: { status: 404, exit: 4 },
  /** The result of a job that has not ended. */
  job_running: { status: 409, exit: 10 },
  /** A job that ended without a result, because it failed or was cancelled. */
  no_result: { status: 404, exit: 4 },
  /** A team has as many unfinished jobs as it may have. */
  too_many_jobs: { status: 429, exit: 11 },
  /** A row of a job that ended its server again and again. */
  row_crashed: { status: 500, exit: 1 },
  /** Content would be lost: a template has changed both locally and on the server, or was never synchronized. */
  template_conflict: { status: 409, exit: 5 },
  /** The result of `templates status` and `diff` with `--exit-code` if there are differences. */
  templates_differ: { status: 409, exit: 5, hint: 'Without --exit-code, this is not a failure.' },
  /** The result of `test` if a document is not like its approved PDF, or could not be rendered. */
  golden_differs: { status: 422, exit: 5 },
  invalid_template: { status: 422, exit: 5 },
  invalid_data: { status: 422, exit: 5 },
  /** The XML of an e-invoice breaks the rules of its profile. */
  invalid_e_invoice: { status: 422, exit: 5 },
  invalid_option: { status: 422, exit: 5 },
  /** An input PDF that cannot be read: damaged, encrypted, or not a PDF. */
  invalid_pdf: {
    status: 422,
    exit: 5,
    hint: 'Export it again as a PDF from the program that made it, or open it in a viewer and save it.',
  },
  /** The result of `check` if a file does not hold a level, or cannot be read. */
  check_failed: { status: 422, exit: 5 },
  document_navigated: {
    status: 422,
    exit: 6,
    hint: 'A page must not navigate away while it is printed; remove the redirect.',
  },
  page_failed: { status: 422, exit: 6 },
  memory_limit: {
    status: 422,
    exit: 6,
    hint: 'Images count by their pixels, not by their file size; use smaller ones, or print in parts.',
  },
  /** All documents together need more memory than is available. This one was ended, however small it is. */
  memory_full: { status: 503, exit: 10, hint: 'Try again in a moment.' },
  /** A limit of the operating system on files, processes or threads is reached, whatever the document. */
  system_limit: { status: 503, exit: 10, hint: 'Try again in a moment, or raise the limit.' },
  /** The PDF that was made does not hold the standard that it was to conform to. */
  not_conforming: { status: 422, exit: 6 },
  strict: { status: 422, exit: 6, hint: 'Without --strict, these are warnings.' },
  browser_failed: { status: 503, exit: 6, hint: 'See: pdfapi doctor' },
  browser_missing: { status: 503, exit: 6 },
  sandbox_unavailable: { status: 503, exit: 6 },
  /** A time-stamp authority gave no time stamp. */
  timestamp_failed: {
    status: 503,
    exit: 10,
    hint: 'Try again, or name another authority. Without a time stamp, a signature only claims its time.',
  },
  timeout: {
    status: 504,
    exit: 7,
    hint: 'Give it more time with --timeout; a script that never ends or window.pdfapiReady may block the page.',
  },
  /** A batch with --continue-on-error finished with failed rows. */
  rows_failed: { status: 422, exit: 8 },
  /** Another process is running the same batch. */
  batch_running: { status: 409, exit: 9 },
  /** More documents are waiting for a worker than the operator allows. */
  queue_full: { status: 503, exit: 10, hint: 'Try again in a moment.' },
  data_directory_missing: { status: 500, exit: 9 },
  address_in_use: { status: 500, exit: 9 },
  server_stopping: { status: 503, exit: 10, hint: 'Try again in a moment.' },
  file_unreadable: { status: 500, exit: 9 },
  file_unwritable: { status: 500, exit: 9 },
  /** The default output file already exists, and overwriting was not requested. */
  file_exists: { status: 409, exit: 2, hint: 'Overwrite it with --force, or name another file with -o.' },
  webhook_not_found: { status: 404, exit: 4, hint: 'See: pdfapi webhooks list' },
  delivery_not_found: { status: 404, exit: 4 },
  webhook_disabled: { status: 409, exit: 5 },
  too_many_webhooks: { status: 409, exit: 5 },
  team_not_found: { status: 404, exit: 4, hint: 'See: pdfapi admin team list' },
  team_exists: { status: 409, exit: 5 },
  token_not_found: { status: 404, exit: 4, hint: 'See: pdfapi admin token list' },
  database_corrupt: {
    status: 500,
    exit: 9,
    hint: 'Restore a backup: pdfapi admin restore <file>',
  },
  database_newer: { status: 500, exit: 9 },
  /** A migration is missing, and the program was not to apply it. */
  database_older: { status: 500, exit: 9, hint: 'To migrate it: pdfapi admin migrate' },
  /** Servers or commands work on a database that has to be at rest. */
  database_in_use: { status: 500, exit: 9, hint: 'Stop all its servers first.' },
  /** The target of a move is not empty. */
  database_not_empty: { status: 500, exit: 9 },
  /** The copy is not equal to the original; nothing was kept of it. */
  move_failed: { status: 500, exit: 9 },
  database_failed: { status: 503, exit: 9 },
  /** The clock is years ahead of the newest row. */
  clock_unconfirmed: {
    status: 503,
    exit: 9,
    hint: 'Set the clock of the machine right, or, if it is right: pdfapi admin clock confirm',
  },
  /** The storage of documents, such as S3, does not work at the moment. */
  documents_unavailable: { status: 503, exit: 9, hint: 'Try again in a moment.' },
  lease_expired: { status: 503, exit: 10, hint: 'Try again in a moment.' },
  data_directory_in_use: {
    status: 409,
    exit: 9,
    hint: 'Stop that server first, or name another directory with --data-dir.',
  },
  interrupted: { status: 499, exit: 130 },
  terminated: { status: 499, exit: 143 },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/** The position of a fault in the user's own files. Lines and columns count from 1. */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
  readonly column?: number | undefined;
  /** The text of the whole file, from which the line can be shown. */
  readonly text?: string | undefined;
}

export interface FailureDetails {
  /** Advice in one line. Replaces the hint of the catalogue. */
  readonly hint?: string | undefined;
  /** Field name → messages, as in the body of a 422. Nested fields use dots. */
  readonly errors?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly location?: SourceLocation | undefined;
  /** Further fields of the response body, such as `required_plan`. */
  readonly facts?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
}

/** A failure with a code of the catalogue. The message is one sentence for people, without stack traces or secrets. */
export class Failure extends Error {
  // The package exports the class under this name.
  override readonly name = 'PdfapiError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly errors: Readonly<Record<string, readonly string[]>> | undefined;
  readonly location: SourceLocation | undefined;
  readonly facts: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    const entry: CatalogueEntry = errorCatalogue[code];
    this.code = code;
    this.hint = details.hint ?? entry.hint;
    this.errors = details.errors;
    this.location = details.location;
    this.facts = details.facts;
  }

  get exitCode(): number {
    return errorCatalogue[this.code].exit;
  }
}

/** Returns a message with the full stop at its end that it may lack, unless it ends with a question. */
export const sentence = (message: string): string => message.replace(/[^.?]$/, '$&.');
