/** A rule forbids it. The message is one sentence for the report of the render. */
export class EgressRefused extends Error {}
