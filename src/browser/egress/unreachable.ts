/** The rules allow it, and it failed. The message is one sentence for the report of the render. */
export class Unreachable extends Error {}
