/** Serializes errors between threads: structured clone keeps neither their class nor their fields. */
import { type ErrorCode, Failure, type FailureDetails } from '#contract/errors';
import { TemplateError, TemplateRuntimeError, TemplateSyntaxError } from '#twig';

export type SerializedError =
  | {
      readonly kind: 'syntax' | 'runtime';
      readonly place: ConstructorParameters<typeof TemplateSyntaxError>[0];
      readonly detail: string;
    }
  | {
      readonly kind: 'failure';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: FailureDetails;
    }
  | { readonly kind: 'other'; readonly message: string; readonly stack: string | undefined };

export function serializeError(error: unknown): SerializedError {
  if (error instanceof TemplateError) {
    const { part, template, line, column, field, page, detail } = error;
    const kind = error instanceof TemplateSyntaxError ? 'syntax' : 'runtime';
    return { kind, place: { part, template, line, column, field, page }, detail };
  }
  if (error instanceof Failure) {
    const { code, message, hint, errors, location, facts } = error;
    return { kind: 'failure', code, message, details: { hint, errors, location, facts } };
  }
  if (error instanceof Error) return { kind: 'other', message: error.message, stack: error.stack };
  return { kind: 'other', message: String(error), stack: undefined };
}

export function deserializeError(packed: SerializedError): Error {
  switch (packed.kind) {
    case 'syntax':
      return new TemplateSyntaxError(packed.place, packed.detail);
    case 'runtime':
      return new TemplateRuntimeError(packed.place, packed.detail);
    case 'failure':
      return new Failure(packed.code, packed.message, packed.details);
    case 'other': {
      const error = new Error(packed.message);
      if (packed.stack !== undefined) error.stack = packed.stack;
      return error;
    }
  }
}
