/** The options that protect a PDF with passwords, and that open a protected `base.pdf`, as commander declares them. */
import { type Command, InvalidArgumentError } from 'commander';
import { type Permission, permissionNames } from '#contract/api/protection';
import { didYouMean } from '#contract/did-you-mean';
import { pathArgument } from '../path-argument.ts';

/** The environment variable with the user password. */
const variable = 'PDFAPI_PDF_PASSWORD';

export function addProtectionOptions(command: Command): Command {
  return command
    .optionsGroup('Protection:')
    .option(
      '--password-file <file>',
      `encrypt the PDF (AES-256): it opens with the password in this file [${variable}]`,
      pathArgument('--password-file'),
    )
    .option(
      '--owner-password-file <file>',
      'encrypt the PDF: the password in this file lifts all restrictions',
      pathArgument('--owner-password-file'),
    )
    .option(
      '--permit <list>',
      `what others may do: ${permissionNames.join(', ')} (default: all; access always)`,
      readPermissions,
    );
}

/** In the group of `addProtectionOptions`. */
export function addBasePasswordOption(command: Command): Command {
  return command.option(
    '--base-password-file <file>',
    'file with the password of an encrypted base.pdf',
    pathArgument('--base-password-file'),
  );
}

function readPermissions(text: string): readonly Permission[] {
  const names = text.split(',').map((name) => name.trim());
  return names.map((name) => {
    const found = permissionNames.find((known) => known === name);
    if (found) return found;
    const known = permissionNames.join(', ');
    throw new InvalidArgumentError(`"${name}" is not one of: ${known}.${didYouMean(name, permissionNames)}`);
  });
}
