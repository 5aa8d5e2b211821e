/** Translates the store's SQL, with `?` for each value, to PostgreSQL's `$1`, `$2` and so on. */
import { createHash } from 'node:crypto';
import type { SqlValue } from '../statement.ts';

export interface NumberedQuery {
  readonly text: string;
  /** Identifies the text: PostgreSQL keeps its plan under this name for the rest of the connection. */
  readonly name: string;
}

/** By text and types. There are as many as the store has statements. */
const known = new Map<string, NumberedQuery>();

/**
 * Bytes are marked as such, since PostgreSQL takes a parameter for text where nothing else tells its type, as in
 * `substr(?, 1, 8)`. No statement of the store has a question mark within a string.
 */
export function numberedQuery(sql: string, values: readonly SqlValue[]): NumberedQuery {
  const types = values.map((value) => (value instanceof Uint8Array ? 'b' : '-')).join('');
  const key = `${types} ${sql}`;
  const found = known.get(key);
  if (found) return found;
  let count = 0;
  const text = sql.replaceAll('?', () => {
    count += 1;
    return types[count - 1] === 'b' ? `$${count}::bytea` : `$${count}`;
  });
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  const query = { text, name };
  known.set(key, query);
  return query;
}
