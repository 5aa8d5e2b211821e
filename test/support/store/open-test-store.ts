/** Opens a store in its own folder, which is closed and removed after the test. */
import { onTestFinished } from 'vitest';
import { openStore, type Store, type StoreOptions } from '../../../src/store/store.ts';
import type { Team, TeamChanges } from '../../../src/store/teams.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';

export interface TestStore extends Store {
  readonly dataDirectory: string;
  /** Opens another connection to the same files. */
  again(): Store;
  team(changes?: TeamChanges): Team;
}

export function openTestStore(options: Partial<StoreOptions> = {}): TestStore {
  const dataDirectory = options.dataDirectory ?? temporaryFolder();
  const open = () => {
    const store = openStore({ ...options, dataDirectory });
    onTestFinished(() => store.close());
    return store;
  };
  const store = open();
  let teams = 0;
  return {
    ...store,
    dataDirectory,
    again: open,
    team({ name, plan = 'basic', ...others } = {}) {
      teams += 1;
      return store.teams.create({ name: name ?? `team ${teams}`, plan, ...others });
    },
  };
}

/** Holds and posts in one call. Throws if quota and credits are used up. */
export function charge({ ledger }: Store, teamId: number, amount: number, at: Date) {
  const held = ledger.hold({ teamId, amount, at });
  if (held.kind === 'exhausted') throw new Error('exhausted');
  return ledger.settle(held.hold.id, { at });
}
