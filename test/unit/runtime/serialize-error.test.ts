import { describe, expect, it } from 'vitest';
import { Failure } from '../../../src/contract/errors.ts';
import { deserializeError, serializeError } from '../../../src/runtime/serialize-error.ts';

const cross = (error: unknown) => deserializeError(structuredClone(serializeError(error)));

describe('an error serialized between threads', () => {
  it('keeps every field of a Failure', () => {
    const location = { file: 'data.json', line: 2, column: 3, text: '{' };
    const details = { hint: 'Do this.', errors: { 'a.b': ['wrong'] }, location };
    const failure = cross(new Failure('invalid_data', 'Bad.', details));
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({ code: 'invalid_data', message: 'Bad.', exitCode: 5, ...details });
    expect(cross(new Failure('strict', 'S.'))).toMatchObject({
      code: 'strict',
      hint: new Failure('strict', 'S.').hint,
    });
  });

  it('keeps the message and stack of an internal error', () => {
    const error = new TypeError('x is not a function');
    expect(cross(error)).toMatchObject({ message: error.message, stack: error.stack });
    expect(cross('thrown text').message).toBe('thrown text');
  });
});
