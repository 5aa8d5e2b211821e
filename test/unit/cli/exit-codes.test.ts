import { expect, it } from 'vitest';
import { exitCodes } from '../../../src/cli/exit-codes.ts';
import { errorCatalogue } from '../../../src/contract/errors.ts';

it('every exit code of the catalogue is explained', () => {
  const explained = exitCodes.map(({ code }) => code);
  for (const { exit } of Object.values(errorCatalogue)) expect(explained).toContain(exit);
});
