/** A reason why readers may understand a file differently, which completes `readers may show different content, because …`. */
export class Ambiguity extends Error {}
