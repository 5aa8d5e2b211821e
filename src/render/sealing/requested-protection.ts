/** Whether a document can be protected as it is asked: decided before anything is rendered or charged. */

import type { Protection } from '#contract/api/protection';
import type { StandardsSettings } from '#contract/documents';
import { Failure } from '#contract/errors';
import { createFileProtection, type FileProtection, findPasswordProblem } from '#pdf';

/** Facts about the document that may rule protection out. */
interface ProtectedDocument extends Pick<StandardsSettings, 'pdfa'> {
  /** Whether an e-invoice is embedded, which makes it PDF/A-3. */
  readonly isInvoice: boolean;
  readonly isReproducible: boolean;
}

/** Throws `invalid_option` for what no protected document can be. */
export function assertProtectable({ pdfa, isInvoice, isReproducible }: ProtectedDocument): void {
  if (isReproducible) {
    throw invalid(
      'A protected PDF cannot be reproducible: its key is random, so that no two files have the same bytes.',
      'Leave out the passwords or the reproducible date, which SOURCE_DATE_EPOCH sets too.',
    );
  }
  if (pdfa === undefined && !isInvoice) return;
  const what = isInvoice ? 'An e-invoice is PDF/A-3, which' : `PDF/A-${pdfa}`;
  throw invalid(
    `${what} cannot be protected by a password: PDF/A forbids encryption, so that archives can open every file.`,
    `Leave out the passwords or the ${isInvoice ? 'e-invoice' : 'level of PDF/A'}, which the template may set too.`,
  );
}

/**
 * Returns the random key and what a file stores of its passwords, for one file. Takes some milliseconds. Throws
 * `invalid_option`, which never has a password in its text.
 */
export function prepareProtection(protection: Protection | undefined): FileProtection | undefined {
  if (!protection) return undefined;
  const { userPassword, ownerPassword } = protection;
  if (userPassword === undefined && ownerPassword === undefined) {
    throw invalid('A protected PDF needs a user password, an owner password, or both.');
  }
  assertPassword('user', userPassword);
  assertPassword('owner', ownerPassword);
  if (userPassword === ownerPassword) {
    const message =
      'The owner password must differ from the user password, which would lift all restrictions.';
    throw invalid(message, undefined, '.owner_password');
  }
  return createFileProtection(protection);
}

function assertPassword(name: 'user' | 'owner', password: string | undefined): void {
  const problem = password === undefined ? undefined : findPasswordProblem(password);
  if (problem === undefined) return;
  throw invalid(`The ${name} password ${problem}.`, undefined, `.${name}_password`);
}

const invalid = (message: string, hint?: string, field = ''): Failure =>
  new Failure('invalid_option', message, { hint, errors: { [`config.protection${field}`]: [message] } });
