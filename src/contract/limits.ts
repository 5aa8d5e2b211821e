/** Every figure that bounds a request (api.md, sections 4 and 8; decisions.md). */

/** A fixed window that opens with the team's first request. 60 is the default; an operator may change it. */
export const rateLimit = { requests: 60, windowSeconds: 60 } as const;

export const templatesPerPage = 50;
export const documentsPerMerge = 50;

/** Minutes. */
export const urlExpiry = { least: 1, most: 1_440, default: 60 } as const;

/** Bytes of a request body; an operator may change it. */
export const bodyLimit = 10 * 1024 * 1024;

/** Characters of one template, header or footer: what the template language compiles and prints at most. */
export const maxHtmlCharacters = 10_000_000;

/** Bytes of all filled documents of one merge, which wait in memory until every one of them is filled. */
export const maxMergeBytes = 50 * 1024 * 1024;

/** Parts of one multipart/form-data body, and bytes of the headers of each. */
export const maxFormParts = 200;
export const maxPartHeaderBytes = 8_192;

/** The greatest template id: 15 digits, which every JSON parser reads as they are. */
export const maxTemplateId = 999_999_999_999_999;

/** Keys of objects and elements of arrays in one JSON body, over all its levels. */
export const maxJsonValues = 200_000;

/** Characters of header and footer, each. They are printed on every page. */
export const maxMarginCharacters = 500_000;

/** Characters, and how long the first answer is kept. */
export const idempotencyKey = { maxLength: 255, keptHours: 24 } as const;

export const defaultFilename = 'document.pdf';
