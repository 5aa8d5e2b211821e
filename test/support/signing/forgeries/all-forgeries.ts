/** The forgeries of all tables. */
import { type Forgery, forge } from './attack.ts';
import { contentAttacks } from './content-attacks.ts';
import { preparedAttacks } from './prepared-attacks.ts';
import { structureAttacks } from './structure-attacks.ts';

export const allForgeries = (): Promise<Forgery[]> =>
  forge([...structureAttacks, ...contentAttacks, ...preparedAttacks]);
