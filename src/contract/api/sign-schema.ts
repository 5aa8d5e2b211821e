/** The signature of a PDF in a request. It names a key that the operator has given to the team; no request holds a key. */
import { z } from 'zod';
import { identityNamePattern } from './identity-name.ts';
import { permittedChanges } from './permitted-changes.ts';

const maxCharacters = 200;
const short = z
  .string({ error: 'must be a string' })
  .max(maxCharacters, { error: `must have at most ${maxCharacters} characters` })
  .optional();

export const signSchema = z
  .strictObject(
    {
      identity: z
        .string({ error: 'field must be the name of a signing identity' })
        .regex(identityNamePattern, { error: 'must be the name of a signing identity of your team' })
        .meta({ description: 'The name of a signing identity that the operator has given to the team.' }),
      reason: short.meta({ description: 'Why it is signed.' }),
      location: short.meta({ description: 'Where it is signed.' }),
      name: short.meta({ description: 'The name of the signer. Default: that of the certificate.' }),
      field: short.meta({
        description:
          'The signature field to sign, such as that of `<div data-pdfapi-signature="buyer">`. A new one is invisible. Default: the only unsigned field of the PDF, or a new one.',
      }),
      timestamp: z.boolean({ error: 'must be true or false' }).optional().meta({
        description:
          'Whether a time-stamp authority, which the operator chooses, confirms the time (level B-T of PAdES). Default: false.',
      }),
      long_term: z.boolean({ error: 'must be true or false' }).optional().meta({
        description:
          'Whether the PDF gets what proves in years that the certificates were valid (level B-LT of PAdES). It needs `timestamp`. Default: false.',
      }),
      certify: z
        .enum(permittedChanges, { error: `must be one of: ${permittedChanges.join(', ')}` })
        .optional()
        .meta({ description: 'Certifies the document: what others may still do with it.' }),
    },
    { error: 'must be an object with identity' },
  )
  .meta({
    id: 'Sign',
    description:
      'Signs the finished PDF after PAdES with a key of the server. Cannot be combined with `protection`.',
  });

export type SignConfig = z.output<typeof signSchema>;
