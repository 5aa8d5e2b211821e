/** What is said of forged updates of signed documents: the tables in `test/support/signing/forgeries`. */
import { describe, expect, it } from 'vitest';
import { forge } from '../../../support/signing/forgeries/attack.ts';
import { contentAttacks } from '../../../support/signing/forgeries/content-attacks.ts';
import { judge } from '../../../support/signing/forgeries/judge.ts';
import { preparedAttacks } from '../../../support/signing/forgeries/prepared-attacks.ts';
import { structureAttacks } from '../../../support/signing/forgeries/structure-attacks.ts';

describe.each([
  ['of the structure', structureAttacks],
  ['of the content', contentAttacks],
  ['that were prepared', preparedAttacks],
])('forgeries %s', async (_, attacks) => {
  const forgeries = await forge(attacks);
  it.each(forgeries.map((each) => [each.name, each.kind, each] as const))('%s (%s)', (_name, _kind, each) => {
    expect(judge(each.signed)).toMatchObject({ verdict: 'nothing' });
    const { verdict, findings } = judge(each.forged);
    expect({ verdict, findings }).toEqual({ verdict: each.verdict, findings });
  });
});
