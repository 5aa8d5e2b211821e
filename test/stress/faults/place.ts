/** Where a server that is disturbed keeps what it must not lose, and what it talks to. */

import { openStore, type Store } from '../../../src/store/store.ts';
import { type Receivers, startReceivers } from '../../support/server/receivers.ts';
import type { ServingOptions } from './serving-process.ts';

export interface Place {
  /** Of each server on it, one after the other. */
  readonly dataDir: string;
  /** How each of them is started. */
  readonly serving: ServingOptions;
  readonly receivers: Receivers;
  /** What may happen to it, by name. Each ends with everything as before. */
  readonly faults: Readonly<Record<string, () => Promise<void>>>;
  /** Milliseconds for which what a killed server has held may stay held after the next start. */
  readonly holdsLastMs: number;
  /** Opens the database beside the server. */
  openStore(): Promise<Store>;
  close(): Promise<void>;
}

/** To receivers on loopback. */
const allowed = ['--allow-host', '127.0.0.1'];

/** A data directory with SQLite. */
export async function folderPlace(dataDir: string): Promise<Place> {
  const receivers = await startReceivers();
  return {
    dataDir,
    serving: { flags: allowed },
    receivers,
    faults: {},
    holdsLastMs: 0,
    openStore: () => openStore({ dataDirectory: dataDir }),
    close: async () => receivers.close(),
  };
}
