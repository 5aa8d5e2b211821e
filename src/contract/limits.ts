/** The limits of a request. */

/** A fixed window that opens with the team's first request. An operator may change the number of requests. */
export const rateLimit = { requests: 60, windowSeconds: 60 } as const;

export const templatesPerPage = 50;
export const documentsPerMerge = 50;

/** In minutes. */
export const urlExpiry = { min: 1, max: 1_440, default: 60 } as const;

/** Bytes of a request body. An operator may change it. */
export const bodyLimit = 10 * 1024 * 1024;

/** Characters of one template, header or footer: the most that the template language compiles and prints. */
export const maxHtmlCharacters = 10_000_000;

/** Bytes of all filled documents of one merge. They stay in memory until every one of them is filled. */
export const maxMergeBytes = 50 * 1024 * 1024;

/** The number of parts in one multipart/form-data body, and the bytes of the headers of each part. */
export const maxFormParts = 200;
export const maxPartHeaderBytes = 8_192;

/** The largest template id: 15 digits, which every JSON parser reads exactly. */
export const maxTemplateId = 999_999_999_999_999;

/** Keys of objects and elements of arrays in one JSON body, counted over all levels. */
export const maxJsonValues = 200_000;

/** Characters of a header or a footer. Each is printed on every page. */
export const maxMarginCharacters = 500_000;

/** Characters of the XML of an e-invoice. */
export const maxInvoiceCharacters = 5_000_000;

/** The length of a key in characters, and the hours for which the first response is kept. */
export const idempotencyKey = { maxLength: 255, keptHours: 24 } as const;

export const defaultFilename = 'document.pdf';

/** Characters of the address of an upload, of which a signature may be most, and of each header that is sent along. */
export const maxUploadUrlLength = 8_000;
export const maxUploadHeaderLength = 2_000;
export const maxUploadHeaders = 20;

/**
 * Jobs: work that goes on after its response. `rows` is the most of one job and `inputBytes` the most that they may have
 * together, `open` the most unfinished jobs of a team. A
 * job, its rows and their documents are kept for `keptHours` after its end, and in any case removed `maxDays` after it was
 * created. A row that ended its server `attempts` times is not begun again. `mergedBytes` is the most that the PDFs of all
 * rows have together if they are merged. `waitSeconds` is the longest wait for a job.
 */
export const jobLimits = {
  rows: 100_000,
  inputBytes: 256 * 1024 * 1024,
  open: 100,
  keptHours: 24,
  maxDays: 7,
  attempts: 3,
  mergedBytes: 256 * 1024 * 1024,
  perPage: 50,
  rowsPerPage: 200,
  waitSeconds: 60,
} as const;
