/** The causes and remedies of `docs/errors.md`, by code of the error catalogue. */
import type { ErrorCode } from '../src/contract/errors.ts';

export interface ErrorDescription {
  readonly cause: string;
  /** In addition to the hint of the catalogue, which an error itself prints. */
  readonly remedy: string;
}

interface ErrorGroup {
  readonly title: string;
  readonly errors: Partial<Readonly<Record<ErrorCode, ErrorDescription>>>;
}

export const errorGroups: readonly ErrorGroup[] = [
  {
    title: 'Your request, options or data',
    errors: {
      usage: {
        cause:
          'The command line is not valid: an unknown option, a missing argument, or options that exclude each other.',
        remedy: 'Read the usage that the message quotes, or `pdfapi help <command>`.',
      },
      invalid_request: {
        cause: 'The body or a parameter of a request does not match its schema.',
        remedy: '`errors` lists every invalid field with what would be valid. Correct all of them at once.',
      },
      invalid_option: {
        cause:
          'A value is valid by itself but impossible here, such as margins that leave no room on the page.',
        remedy: 'The message names the option and the range.',
      },
      invalid_data: {
        cause:
          "The data does not match the template's `schema.json`, or a value cannot be drawn in its field.",
        remedy: 'Correct the fields in `errors`. Nothing was charged.',
      },
      invalid_e_invoice: {
        cause:
          'The XML of an e-invoice is not well-formed, has none of the profiles of Factur-X, or breaks a rule of its profile.',
        remedy:
          'Correct `invoice.xml` or its data by the rules in `errors`; `findings` has each with its path and line. Nothing was charged.',
      },
      not_conforming: {
        cause:
          'The PDF that was made does not hold the standard that `pdfa` or `pdfua` asks for, so it is not given out under that label.',
        remedy:
          'Each finding names the page, the object, the clause and what helps. Correct the document, or ask for a lower level. Nothing was charged.',
      },
      invalid_template: {
        cause:
          'The template has a syntax error, an invalid `template.json`, or a `base.pdf` that cannot be read.',
        remedy:
          'Go to the file, line and column in the message; `pdfapi templates check` finds all errors in one run.',
      },
      invalid_pdf: {
        cause: 'An input PDF is damaged beyond repair, encrypted with an unknown password, or not a PDF.',
        remedy:
          'Give the password with `--input-password-file` (`--password-file` of `pdfapi unlock`), or export the file again from the program that wrote it.',
      },
      check_failed: {
        cause:
          '`pdfapi check`: a PDF breaks rules of a level that it claims or that was asked for (PDF/A-2b and PDF/UA-1 if it claims nothing), has an e-invoice or a signature that is not valid, or is no PDF that can be read. If all that failed are files that the system does not let it read, the code is `file_unreadable`.',
        remedy: 'Mend what the report names; it gives the rule, the page and the object of each finding.',
      },
      body_too_large: {
        cause: 'The request body exceeds the limit of the server or of the field.',
        remedy: 'Send fewer or smaller files; an operator can raise `--body-limit`.',
      },
      unsupported_type: {
        cause: 'The `Content-Type` is none that the route accepts.',
        remedy: 'Send `application/json`, or `multipart/form-data` where the route accepts files.',
      },
      unsupported_encoding: {
        cause: 'The body has a `Content-Encoding` or a charset that the server does not decode.',
        remedy: 'Send the body uncompressed, in UTF-8.',
      },
      key_reused: {
        cause: 'The `Idempotency-Key` was already used for a different request.',
        remedy: 'Use a new key for each new request, and the same key only to repeat a request unchanged.',
      },
      range_not_satisfiable: {
        cause: 'A `Range` begins beyond the end of the document.',
        remedy: 'Request a range within `Content-Length`.',
      },
    },
  },
  {
    title: 'Authentication and permission',
    errors: {
      unauthenticated: {
        cause: 'The token is missing, malformed, unknown, expired or revoked.',
        remedy:
          'Run `pdfapi login`, or set `PDFAPI_TOKEN`. Over HTTP, send `Authorization: Bearer <token>`; `WWW-Authenticate` says whether a token was found.',
      },
      forbidden: {
        cause: 'A server or a gateway in front of it refused the request without saying why.',
        remedy: 'Check the address, the token and the rules of the gateway.',
      },
      foreign_template: {
        cause: 'The template belongs to another team.',
        remedy: 'Use a token of that team, or one of your own templates: `pdfapi templates list`.',
      },
      email_unverified: {
        cause: 'The e-mail address of the team is not verified yet.',
        remedy: 'Follow the link in the e-mail, or ask the operator.',
      },
      plan_required: {
        cause: "The team's plan does not include the feature.",
        remedy: '`required_plan` names the plan that does.',
      },
      scope_required: {
        cause: 'The token lacks the scope that the request needs.',
        remedy: 'Use a token with the scope in the message.',
      },
      invalid_signature: {
        cause: 'A signed address was modified, or its signing key no longer exists.',
        remedy: 'Request a new address.',
      },
      expired: { cause: 'The validity of a signed address has ended.', remedy: 'Request a new address.' },
    },
  },
  {
    title: 'Things that do not exist, or differ',
    errors: {
      not_found: { cause: 'The server has nothing at this address.', remedy: 'Check the address or the id.' },
      template_not_found: {
        cause: 'There is no template with this name or id, or no such folder.',
        remedy: 'See `pdfapi templates list`.',
      },
      version_not_found: {
        cause: 'The template has no such version.',
        remedy: 'See `pdfapi templates show <template>`.',
      },
      not_published: {
        cause: 'The template has only drafts.',
        remedy: 'Publish one: `pdfapi templates publish <template>`.',
      },
      job_not_found: {
        cause: 'There is no such job, it belongs to another account, or it was removed a day after its end.',
        remedy: 'See `GET /api/v1/jobs`.',
      },
      no_result: {
        cause:
          'The job ended without a result: it failed or was cancelled, or each of its rows has its own PDF.',
        remedy: 'See its `error`, and the PDFs of its rows: `GET /api/v1/jobs/{job_id}/rows`.',
      },
      document_gone: {
        cause: 'The document that the `Idempotency-Key` produced is no longer stored.',
        remedy: 'Repeat the request with a new key; that is a new document and is charged.',
      },
      template_conflict: {
        cause: 'A template was changed both locally and on the server, or was never synchronized.',
        remedy: 'See `pdfapi templates diff`; then pull, or push with `--force`.',
      },
      templates_differ: {
        cause: '`templates status` or `templates diff` found differences and `--exit-code` was given.',
        remedy: 'Push or pull.',
      },
      golden_differs: {
        cause:
          '`pdfapi test` found a document that is not like its approved PDF, has none, or cannot be rendered.',
        remedy: 'Mend the template, or approve the new documents with `--update`.',
      },
      upload_failed: {
        cause:
          'The storage of `output: upload` did not take the PDF; `storage_status` is the status of its response.',
        remedy:
          'Correct the address or its signature and repeat the request, with the same `Idempotency-Key` if it had one. Nothing was charged.',
      },
      webhook_not_found: {
        cause: 'The team of the token has no such webhook.',
        remedy: 'See `pdfapi webhooks list`.',
      },
      delivery_not_found: {
        cause: 'The webhook has no such delivery, or it is older than 30 days.',
        remedy: 'See `pdfapi webhooks deliveries <webhook>`.',
      },
      webhook_disabled: {
        cause: 'The webhook is disabled, by the team or because its receiver responded with 410.',
        remedy: 'Enable it: `pdfapi webhooks set <webhook> --enable`.',
      },
      team_not_found: { cause: 'There is no such team.', remedy: 'See `pdfapi admin team list`.' },
      team_exists: { cause: 'A team with this name exists.', remedy: 'Choose another name.' },
      token_not_found: { cause: 'There is no such token.', remedy: 'See `pdfapi admin token list`.' },
    },
  },
  {
    title: 'Limits of the team',
    errors: {
      quota_exhausted: {
        cause: 'The monthly quota and all credits are used up. The command never retries this.',
        remedy: 'Buy credits, change the plan, or wait for the next month.',
      },
      quota_reserved: {
        cause:
          'Requests of the team that are still running hold the rest of its quota and credits. One that fails gives its part back.',
        remedy: 'Repeat the request in a moment. Nothing was charged.',
      },
      rate_limited: {
        cause: 'The team sent more requests per minute than the server allows, and retries did not help.',
        remedy: 'Wait for the seconds in `Retry-After`; `pdfapi batch` paces itself.',
      },
      too_many_webhooks: {
        cause: 'The team has as many webhooks as one team can have.',
        remedy: 'Remove one, or let one webhook receive more types of events.',
      },
      still_running: {
        cause: 'A request with the same `Idempotency-Key` is still running.',
        remedy: 'Repeat it after the seconds in `Retry-After`.',
      },
      job_running: {
        cause: 'The job has no result yet, because it has not ended.',
        remedy:
          'Repeat it after the seconds in `Retry-After`, or wait with `GET /api/v1/jobs/{job_id}?wait=60`.',
      },
      too_many_jobs: {
        cause: 'The team has as many unfinished jobs as it may have.',
        remedy: 'Wait for one of them, or cancel it.',
      },
      row_crashed: {
        cause: 'A row of a job was begun several times, and each time its server ended before it was done.',
        remedy: 'Try that row alone. Is its document very large?',
      },
    },
  },
  {
    title: 'The page or its browser',
    errors: {
      page_failed: {
        cause:
          'The page cannot be printed: its renderer crashed, or it exceeded a limit that the message names.',
        remedy: 'Follow the hint of the message; `--report` shows what the page did until then.',
      },
      document_navigated: {
        cause: 'The page tried to leave its address while it was printed.',
        remedy: 'Remove the redirect, the `meta refresh` or the script that submits a form.',
      },
      memory_limit: {
        cause: 'The document needs more memory than one document may use.',
        remedy: 'Use smaller images, or print it in parts and merge them.',
      },
      memory_full: {
        cause: 'All documents of the server together need more memory than is available; this one was ended.',
        remedy: 'Repeat the request. Operators: more memory, or fewer workers.',
      },
      system_limit: {
        cause:
          'The operating system allows the server no more files, processes or threads. The document is not the cause.',
        remedy:
          'Repeat the request. Operators: the log names the limit; see [Files and processes](deployment.md#files-and-processes).',
      },
      strict: {
        cause: 'With `--strict`: an undefined variable, a missing asset, a script error or a missing glyph.',
        remedy: 'Correct what `errors.document` lists, or render without `--strict`.',
      },
      timeout: {
        cause: 'The document was not finished within its time limit. The message names the step.',
        remedy: 'Look for scripts that never end and for slow hosts, or raise `--timeout`.',
      },
      browser_failed: {
        cause: 'The browser did not start, or ended unexpectedly.',
        remedy: '`pdfapi doctor` finds the reason.',
      },
      browser_missing: {
        cause: 'No browser was found.',
        remedy: '`pdfapi browser install`, or `PDFAPI_BROWSER=/path/to/chromium`.',
      },
      timestamp_failed: {
        cause: 'The time-stamp authority of a signature could not be reached, or gave no time stamp.',
        remedy: 'Try again, or name another authority with `--timestamp`. Nothing was written.',
      },
      sandbox_unavailable: {
        cause: "The system does not allow the browser's sandbox.",
        remedy: 'Allow unprivileged user namespaces; the hint has the setting. See docs/security.md.',
      },
    },
  },
  {
    title: 'The server and the connection to it',
    errors: {
      no_server: {
        cause: 'The command needs a server and none is configured.',
        remedy: '`pdfapi login <url>`, `--url-base`, or `PDFAPI_URL`.',
      },
      server_unreachable: {
        cause: 'No connection to the server, or it broke off.',
        remedy: '`pdfapi doctor` checks name, address, TLS and token.',
      },
      server_unavailable: {
        cause: 'The server or its gateway responds with 502 or 503, also after retries.',
        remedy: 'Wait, or raise `--retries`.',
      },
      server_failed: {
        cause: 'The server reported an internal error.',
        remedy: 'Give its operator the `request_id` of the response.',
      },
      not_an_api: {
        cause: 'What responds at this address is not a pdfapi server.',
        remedy: 'Check the address; it has no path such as `/api/v1`.',
      },
      queue_full: {
        cause: 'More documents wait for a worker than the operator allows.',
        remedy: 'Repeat after the seconds in `Retry-After`.',
      },
      server_stopping: {
        cause: 'The server is shutting down and accepts no new work.',
        remedy: 'Repeat the request.',
      },
      malformed_request: {
        cause: 'The bytes sent are not valid HTTP.',
        remedy: 'Check the client or the proxy.',
      },
      request_timeout: {
        cause: 'The request did not arrive completely in time.',
        remedy: 'Check the connection; send large files from nearer to the server.',
      },
      headers_too_large: {
        cause: 'The request headers exceed 16 KB.',
        remedy: 'Send fewer or smaller headers.',
      },
      method_not_allowed: {
        cause: 'The path exists, but not with this method.',
        remedy: 'The header `Allow` lists the methods.',
      },
      unknown_method: { cause: 'The method is not one of HTTP.', remedy: 'Check the client.' },
    },
  },
  {
    title: 'Files and local state',
    errors: {
      file_unreadable: { cause: 'A file cannot be read.', remedy: 'Check the path and its permissions.' },
      file_unwritable: {
        cause: 'A file or folder cannot be written, or the disk is full. No partial file is left.',
        remedy: 'Check the path, its permissions and the free space.',
      },
      file_exists: {
        cause: 'The default output file exists and `--force` was not given.',
        remedy: 'Use `-o` for another name, or `--force`.',
      },
      data_directory_missing: {
        cause: 'The data directory does not exist.',
        remedy: 'Name the right one with `--data-dir`; `pdfapi serve` creates it.',
      },
      data_directory_in_use: {
        cause: 'Another server runs on the data directory.',
        remedy: 'Stop it first, or use another directory.',
      },
      address_in_use: {
        cause: 'The port is taken, or the address is not one of this machine.',
        remedy: 'Choose another with `--port` or `--host`.',
      },
      database_corrupt: {
        cause: 'The database is damaged, empty, or missing although its service ran before.',
        remedy:
          'Put the file back, or restore a backup: `pdfapi admin restore <file>`. A new service needs an empty folder.',
      },
      database_newer: {
        cause: 'The database was written by a newer version of pdfapi.',
        remedy: 'Install that version or a newer one.',
      },
      clock_unconfirmed: {
        cause:
          'The clock of the machine, or of PostgreSQL, is more than a year ahead of the last time that a server ran. No PDF is charged and nothing is removed.',
        remedy:
          'Set the clock right; the server goes on by itself. If it is right, because the service was off for so long: `pdfapi admin clock confirm`.',
      },
      database_older: {
        cause:
          'The database lacks migrations of this version of pdfapi, and the command does not apply them.',
        remedy: 'Run `pdfapi admin migrate`.',
      },
      database_in_use: {
        cause: 'Servers or other commands are connected to the database.',
        remedy: 'Stop them, then repeat the command.',
      },
      database_not_empty: {
        cause: 'The target of `pdfapi admin move` holds data already.',
        remedy: 'Name an empty database or a folder without one.',
      },
      move_failed: {
        cause: 'The copy was not equal to the original. Nothing was changed.',
        remedy: 'See the message, and repair what it names.',
      },
      database_failed: {
        cause: 'The database cannot be written at the moment, for example because the disk is full.',
        remedy: 'Free space, then repeat the request. Nothing was charged.',
      },
      documents_unavailable: {
        cause:
          'The storage of documents, a folder or an S3-compatible service, cannot be reached or does not accept them.',
        remedy: 'Repeat the request. Nothing was charged. The log of the server names the reason.',
      },
      lease_expired: {
        cause:
          'The server stood still for so long that the request was given up, or another one took over its key.',
        remedy: 'Repeat the request. Nothing was charged.',
      },
    },
  },
  {
    title: 'Batches and the process itself',
    errors: {
      rows_failed: {
        cause: 'A command with `--continue-on-error` finished, and some rows or documents failed.',
        remedy:
          'Read what failed on stderr; a batch has `--report` for it, and `--resume`, which repeats only what is missing.',
      },
      batch_running: { cause: 'Another process runs the same batch.', remedy: 'Wait for it to finish.' },
      interrupted: {
        cause: 'SIGINT (Ctrl-C), or the request was cancelled.',
        remedy: 'None is needed: no partial file is left.',
      },
      terminated: { cause: 'SIGTERM.', remedy: 'None is needed: no partial file is left.' },
      internal: { cause: 'A bug in pdfapi.', remedy: 'Report it with the output of `--verbose`.' },
    },
  },
];
