/** Who stored or published a version of a template. */
export interface VersionAuthor {
  /** `command` is a command on the data directory or database of the server, without a token. */
  readonly kind: 'token' | 'command';
  /** The id of the token. */
  readonly id?: number | undefined;
  /** The name of the token. Null if it has none. */
  readonly name?: string | null | undefined;
}

/**
 * Empty for an unknown author.
 *
 * @example describeAuthor({ kind: 'token', id: 3, name: 'laptop' }) // 'laptop (token 3)'
 */
export function describeAuthor(author: VersionAuthor | null | undefined): string {
  if (!author) return '';
  if (author.kind === 'command') return 'command';
  return author.name ? `${author.name} (token ${author.id})` : `token ${author.id}`;
}
