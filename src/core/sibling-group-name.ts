/**
 * The accessible name of the groups that `groupSiblings` makes before a document is printed, and `dissolveSiblingGroups` takes out
 * of the PDF. No document has it: its first character is for private use.
 */
export const siblingGroupName = '\u{F0000}pdfapi siblings';
