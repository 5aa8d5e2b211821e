/** The marks that make a source with Twig readable for an HTML parser, with every character where it was. */

/** Takes the place of what Twig prints. Unicode guarantees that no text has this character. */
export const printed = '\uFDD0';

export const isPrinted = (text: string): boolean => text.includes(printed);

/** Replaces all but line breaks, so that every line keeps its number. */
export const maskText = (text: string, filling: string): string => text.replace(/[^\r\n]/g, filling);

/** Tags in whose place there is text that the source does not show. */
export const printingTags: ReadonlySet<string> = new Set(['include', 'embed', 'block']);
