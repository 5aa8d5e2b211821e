/** A template's own schema over a caller's data: refused field by field, before anything is held. */
import { Failure } from '../contract/errors.ts';
import type { JsonObject } from '../contract/json.ts';
import type { CachedTemplate } from './template-cache.ts';

/** Throws `invalid_request`. `field` is where the data stands in the request, such as `templates.3.data`. */
export function checkTemplateData({ schema }: CachedTemplate, data: JsonObject, field: string): void {
  try {
    schema?.validate(data);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'invalid_data') throw error;
    const errors: Record<string, readonly string[]> = Object.create(null);
    for (const [name, messages] of Object.entries(error.errors ?? {})) {
      const path = name === '(data)' ? field : `${field}.${name}`;
      errors[path] = messages.map((message) => `The ${path} ${message}${/[.?!]$/.test(message) ? '' : '.'}`);
    }
    const all = Object.values(errors).flat();
    const more = all.length - 1;
    const rest = more === 0 ? '' : ` (and ${more} more ${more === 1 ? 'error' : 'errors'})`;
    throw new Failure('invalid_request', `${all[0]}${rest}`, { errors });
  }
}
